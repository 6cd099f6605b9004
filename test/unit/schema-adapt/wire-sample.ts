import type { JsonObject, JsonValue } from '../../../src/json/value.js';

type Random = (below: number) => number;

/** A small seeded generator: the same seed gives the same values. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const JSON_TEXTS = [
  '"a"',
  'null',
  '1',
  '-0',
  '[1,{"a":null}]',
  '{"__proto__":1}',
  '{}',
  '[]',
  '""',
  ' true ',
];
const STRINGS = ['', 'a', 'x y', '{', '__proto__', 'kind', ...JSON_TEXTS];
const NUMBERS = [0, -0, 1, 2, 7, -3, 1.5, 1e21];

function isFlat({ type, minItems }: JsonObject): boolean {
  return type !== undefined && type !== 'object' && minItems === undefined;
}

/** A value that a strict wire schema allows, as far as types, names and fixed values go. */
export function sampleWire(root: JsonObject, random: Random): JsonValue {
  return sample(root, 0);

  /** @param around - the description around the alternatives that the schema is one of */
  function sample(schema: JsonObject, level: number, around = ''): JsonValue {
    // Not valid on the wire: a value that goes on for ever has no sample.
    if (level > 60) return null;
    const { $ref, anyOf, type, enum: values } = schema;
    if (typeof $ref === 'string') return sample(definition($ref), level);
    const description = `${around} ${String(schema['description'] ?? '')}`;
    if (Array.isArray(anyOf)) {
      const branches = anyOf as JsonObject[];
      // Deep down whatever ends soonest.
      const end =
        branches.find((branch) => branch['type'] === 'null') ?? branches.find(isFlat) ?? pick(branches);
      return sample(level > 8 ? end : pick(branches), level + 1, description);
    }
    if (schema['const'] !== undefined) return schema['const'];
    if (Array.isArray(values)) return pick(values);
    const name = Array.isArray(type) ? (level > 8 ? 'null' : pick(type)) : type;
    if (name === 'object') {
      const properties = Object.entries((schema['properties'] ?? {}) as JsonObject);
      return Object.fromEntries(
        properties.map(([key, child]) => [key, sample(child as JsonObject, level + 1)]),
      );
    }
    if (name === 'array') {
      const min = Number(schema['minItems'] ?? 0);
      const max = Math.min(Number(schema['maxItems'] ?? 3), Math.max(min, level > 8 ? 0 : 3));
      const length = min + random(max - min + 1);
      return Array.from({ length }, () => sample((schema['items'] ?? {}) as JsonObject, level + 1));
    }
    if (name === 'string') return pick(description.includes('JSON text') ? JSON_TEXTS : STRINGS);
    if (name === 'integer') return pick(NUMBERS.filter(Number.isInteger));
    if (name === 'number') return pick(NUMBERS);
    return name === 'boolean' ? random(2) === 0 : null;
  }

  function definition(ref: string): JsonObject {
    const name = ref.replace('#/$defs/', '');
    return (root['$defs'] as JsonObject)[name] as JsonObject;
  }

  function pick<T>(from: readonly T[]): T {
    return from[random(from.length)] as T;
  }
}
