import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { type Dialect, dialectOf, isArray, own } from './draft.js';
import type { Site } from './site.js';
import type { StrictLimits } from './strict-limits.js';
import { walk } from './walk.js';

/** A size that is counted over the whole schema. */
export type Total = 'properties' | 'enumValues' | 'nameCharacters';

/** How large a schema is, counted as the limits of strict mode count it. */
export interface SchemaSize extends Readonly<Record<Total, number>> {
  /** Objects inside each other; the root is 1. Following a `$ref` does not add to it. */
  readonly depth: number;
}

/**
 * Counts everything that strict mode limits, in the schema as it is sent: with unused definitions, and without
 * following references, so that recursion adds no depth.
 */
export class SizeCounter<Place> {
  readonly totals: Record<Total, number> = { properties: 0, enumValues: 0, nameCharacters: 0 };
  depth = 0;
  /** The place at which each total exceeded its limit. */
  readonly crossings = new Map<Total, Place>();
  /** The outermost objects that are too deep, each with the depth that it reaches. */
  readonly tooDeep: { readonly place: Place; deepest: number }[] = [];
  readonly longEnums: { readonly place: Place; readonly values: number; readonly characters: number }[] = [];
  readonly #limits: StrictLimits;

  constructor(limits: StrictLimits) {
    this.#limits = limits;
  }

  /** Counts a schema that describes objects. `level`: how many such schemas it is in, itself included. */
  addObject(level: number, place: Place): void {
    this.depth = Math.max(this.depth, level);
    if (level <= this.#limits.depth) return;
    const last = this.tooDeep.at(-1);
    if (level === this.#limits.depth + 1) this.tooDeep.push({ place, deepest: level });
    else if (last !== undefined) last.deepest = Math.max(last.deepest, level);
  }

  /** Counts a keyword. Keywords must come in the order of the text. */
  addKeyword(keyword: string, value: JsonValue, placeOf: () => Place): void {
    if (NAME_MAPS.has(keyword) && isJsonObject(value)) {
      const names = Object.keys(value);
      if (keyword === 'properties') this.#add('properties', names.length, placeOf);
      this.#add('nameCharacters', characters(names), placeOf);
    } else if (keyword === 'const') {
      this.#add('nameCharacters', characters([value]), placeOf);
    } else if (keyword === 'enum' && isArray(value)) {
      const count = characters(value);
      this.#add('enumValues', value.length, placeOf);
      this.#add('nameCharacters', count, placeOf);
      if (value.length > this.#limits.longEnum && count > this.#limits.longEnumCharacters)
        this.longEnums.push({ place: placeOf(), values: value.length, characters: count });
    }
  }

  #add(total: Total, amount: number, placeOf: () => Place): void {
    this.totals[total] += amount;
    const isOver = this.totals[total] > this.#limits[total];
    if (isOver && !this.crossings.has(total)) this.crossings.set(total, placeOf());
  }
}

const NAME_MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

/** Measures a whole schema. */
export function measureSchema(
  schema: JsonValue,
  limits: StrictLimits,
  dialect: Dialect = dialectOf(schema),
): SchemaSize {
  const counter = new SizeCounter<Site>(limits);
  const levels = new Map<Site, number>();
  for (const site of walk(schema, dialect)) {
    const outer = site.parent === undefined ? 0 : (levels.get(site.parent) ?? 0);
    const node = isJsonObject(site.schema) ? site.schema : {};
    const describes = describesObjects(node);
    levels.set(site, outer + (describes ? 1 : 0));
    if (describes) counter.addObject(outer + 1, site);
    for (const [keyword, value] of Object.entries(node)) counter.addKeyword(keyword, value, () => site);
  }
  return { ...counter.totals, depth: counter.depth };
}

/** Whether a schema describes objects: its type says so, or it has properties and no type. */
export function describesObjects(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  if (type !== undefined) return type === 'object' || (isArray(type) && type.includes('object'));
  return isJsonObject(own(schema, 'properties')) && !Object.hasOwn(schema, '$ref');
}

/** Counts the characters of the strings among the values; an emoji is one character. */
export function characters(values: readonly JsonValue[]): number {
  let count = 0;
  for (const value of values) {
    if (typeof value !== 'string') continue;
    for (const _ of value) count++;
  }
  return count;
}
