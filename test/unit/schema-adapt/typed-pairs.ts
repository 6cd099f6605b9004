import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { objectOf } from './arbitrary-schema.js';
import type { randomFrom } from './wire-sample.js';

type Random = ReturnType<typeof randomFrom>;

/** A schema as people write them, and what makes values that are valid for it. */
export interface Pair {
  readonly schema: JsonObject;
  readonly sample: (random: Random, level: number) => JsonValue;
}

const NAMES = ['id', 'name', 'kind', 'value', 'items', 'other', 'key'];

/** Objects, unions, maps, tuples, definitions and recursion, in random combinations. */
export function randomPair(random: Random): Pair {
  const definitions: Pair[] = [];
  const names = ['Alpha', 'Beta', 'Gamma'];
  for (const _ of names) definitions.push(objectPair(2));
  const root = pair(3);
  const $defs = Object.fromEntries(names.map((name, index) => [name, definitions[index]?.schema ?? {}]));
  return { schema: { ...root.schema, $defs }, sample: root.sample };

  function pair(left: number): Pair {
    const makers =
      left <= 0
        ? [scalarPair]
        : [
            scalarPair,
            objectPair,
            objectPair,
            arrayPair,
            mapPair,
            tuplePair,
            unionPair,
            refPair,
            nullablePair,
          ];
    return (makers[random(makers.length)] ?? scalarPair)(left - 1);
  }

  function scalarPair(_left: number): Pair {
    const choices: [JsonObject, readonly JsonValue[]][] = [
      [{ type: 'string' }, ['', 'x', 'null', '1']],
      [{ type: 'string', minLength: 2, maxLength: 4 }, ['ab', 'abcd']],
      [{ type: 'string', format: 'date' }, ['2024-02-29']],
      [{ type: 'integer', minimum: 1 }, [1, 7]],
      [{ type: 'number' }, [1.5, -0, 1e21]],
      [{ type: 'boolean' }, [true, false]],
      [{ enum: ['a', 'b', 1, null] }, ['a', 1, null]],
      [{ const: { deep: [1] } }, [{ deep: [1] }]],
      [{ type: ['string', 'null'] }, ['x', null]],
      [{}, [{ any: [null] }, 'text', null, 3]],
    ];
    const [schema, values] = choices[random(choices.length)] ?? [{}, [null]];
    return { schema, sample: (next) => values[next(values.length)] ?? null };
  }

  function objectPair(left: number): Pair {
    const count = 1 + random(4);
    const members = NAMES.filter(() => random(2) === 0)
      .slice(0, count)
      .map((name) => ({ name, isRequired: random(2) === 0, pair: pair(left - 1) }));
    const schema: { [keyword: string]: JsonValue } = {
      type: 'object',
      properties: objectOf(members.map((member) => [member.name, member.pair.schema])),
    };
    const required = members.filter((member) => member.isRequired).map((member) => member.name);
    if (required.length > 0) schema['required'] = required;
    const isOpen = random(3) === 0;
    schema['additionalProperties'] = isOpen ? { type: 'integer' } : false;
    return {
      schema,
      sample(next, level) {
        const present = members.filter((member) => member.isRequired || (level < 6 && next(2) === 0));
        const entries = present.map((member) => [member.name, member.pair.sample(next, level + 1)] as const);
        return objectOf(isOpen && next(2) === 0 ? [...entries, ['extra', next(9)]] : entries);
      },
    };
  }

  function arrayPair(left: number): Pair {
    const item = pair(left);
    const sample: Pair['sample'] = (next, level) =>
      Array.from({ length: level > 5 ? 0 : next(3) }, () => item.sample(next, level + 1));
    return { schema: { type: 'array', items: item.schema }, sample };
  }

  function mapPair(left: number): Pair {
    const member = pair(left);
    return {
      schema: { type: 'object', additionalProperties: member.schema },
      sample: (next, level) =>
        objectOf(
          ['', '__proto__', 'x']
            .slice(0, level > 5 ? 0 : next(4))
            .map((key) => [key, member.sample(next, level + 1)]),
        ),
    };
  }

  function tuplePair(left: number): Pair {
    const [first, second] = [pair(left), pair(left)];
    return {
      schema: { type: 'array', prefixItems: [first.schema, second.schema], items: false, minItems: 1 },
      sample: (next, level) => [
        first.sample(next, level + 1),
        ...(next(2) === 0 ? [second.sample(next, level + 1)] : []),
      ],
    };
  }

  function unionPair(left: number): Pair {
    const branches = [pair(left), pair(left), pair(left)];
    return {
      schema: { anyOf: branches.map((branch) => branch.schema) },
      sample: (next, level) => branches[next(branches.length)]?.sample(next, level + 1) ?? null,
    };
  }

  function refPair(_left: number): Pair {
    const index = random(names.length);
    const isDescribed = random(2) === 0;
    return {
      schema: { $ref: `#/$defs/${names[index]}`, ...(isDescribed ? { description: 'One of those' } : {}) },
      // Made later than what refers to it: this is where recursion comes from.
      sample: (next, level) => definitions[index]?.sample(next, level + 1) ?? {},
    };
  }

  function nullablePair(left: number): Pair {
    const inner = pair(left);
    return {
      schema: { anyOf: [inner.schema, { type: 'null' }] },
      sample: (next, level) => (level > 5 || next(2) === 0 ? null : inner.sample(next, level + 1)),
    };
  }
}
