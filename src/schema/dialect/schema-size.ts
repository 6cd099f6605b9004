import type { JsonValue } from '../../json/value.js';
import { type Dialect, dialectOf, isArray, isObject, own } from './draft.js';
import type { Site } from './site.js';
import type { StrictLimits } from './strict-limits.js';
import { walk } from './walk.js';

/** How large a schema is, counted as strict mode's limits are. */
export interface SchemaSize {
  readonly properties: number;
  /** Objects inside each other, the root being 1. Following a `$ref` does not add to it. */
  readonly depth: number;
  readonly enumValues: number;
  readonly nameCharacters: number;
  /** The schema at the greatest depth. */
  readonly deepest: Site | undefined;
  /** The largest `enum`. */
  readonly largestEnum: Site | undefined;
  /** An `enum` of strings that has more values and characters than one may have. */
  readonly longEnum: Site | undefined;
}

/** Counts a schema. */
export function measureSchema(
  schema: JsonValue,
  limits: StrictLimits,
  dialect: Dialect = dialectOf(schema),
): SchemaSize {
  const depths = new Map<Site, number>();
  let properties = 0;
  let depth = 0;
  let enumValues = 0;
  let nameCharacters = 0;
  let deepest: Site | undefined;
  let largestEnum: Site | undefined;
  let largest = 0;
  let longEnum: Site | undefined;
  for (const site of walk(schema, dialect)) {
    const { schema: node } = site;
    const outer = site.parent === undefined ? 0 : (depths.get(site.parent) ?? 0);
    const here = outer + (isObjectNode(node) ? 1 : 0);
    depths.set(site, here);
    if (here > depth) {
      depth = here;
      deepest = site;
    }
    if (!isObject(node)) continue;
    const names = own(node, 'properties');
    if (isObject(names)) properties += Object.keys(names).length;
    if (['properties', '$defs', 'definitions'].includes(site.keyword))
      nameCharacters += site.path[1]?.length ?? 0;
    const values = own(node, 'enum');
    if (isArray(values)) {
      enumValues += values.length;
      if (values.length > largest) {
        largest = values.length;
        largestEnum = site;
      }
      const characters = stringLength(values);
      nameCharacters += characters;
      if (values.length > limits.longEnum && characters > limits.longEnumCharacters) longEnum ??= site;
    }
    const only = own(node, 'const');
    if (typeof only === 'string') nameCharacters += only.length;
  }
  return { properties, depth, enumValues, nameCharacters, deepest, largestEnum, longEnum };
}

function isObjectNode(node: JsonValue): boolean {
  if (!isObject(node)) return false;
  const type = own(node, 'type');
  if (type === undefined) return Object.hasOwn(node, 'properties');
  return type === 'object' || (isArray(type) && type.includes('object'));
}

function stringLength(values: readonly JsonValue[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
