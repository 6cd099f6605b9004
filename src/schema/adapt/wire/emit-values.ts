import { jsonText } from '../../../json/exact.js';
import { isJsonObject, type JsonValue } from '../../../json/value.js';
import { characters } from '../../dialect/schema-size.js';

import type { Site } from '../../dialect/site.js';
import { excerpt, type Texts } from '../graph/description-text.js';
import { isScalar } from '../graph/types.js';
import type { ChangeKind } from '../report/change-log.js';
import { emitBoolean, emitText } from './emit-scalar.js';
import type { Emitted, Emitter } from './emitter.js';
import { prependDescription, type Wire } from './wire-schema.js';

const LIMITS =
  'the values of all enums together exceed the limit of strict mode, so it is stated in the description and checked afterwards';

/**
 * Emits a list of values: one node a type, as an `enum` has to say its type; what is no scalar is told by its
 * JSON text.
 *
 * @param sites - the schemas that list the values.
 */
export function emitValues(
  { enums, log }: Emitter,
  values: readonly JsonValue[],
  sites: readonly (Site | undefined)[],
  ...about: Texts
): Emitted[] {
  const strings = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number' && !isUnsafe(value));
  const booleans = values.filter((value) => typeof value === 'boolean');
  const others = values.filter((value) => !isScalar(value) || isUnsafe(value));
  const found: Emitted[] = [];
  if (strings.length > 0) found.push(enumOf('string', strings));
  if (numbers.length > 0) found.push(enumOf(numbers.every(Number.isInteger) ? 'integer' : 'number', numbers));
  if (booleans.length === 1) found.push(enumOf('boolean', booleans));
  if (booleans.length > 1) found.push(emitBoolean(...about));
  if (others.length > 0) found.push(labelsOf(others));
  return found;

  function enumOf(type: 'string' | 'number' | 'integer' | 'boolean', group: readonly JsonValue[]): Emitted {
    if (!fits(group))
      return { wire: prependDescription({ type }, ...about, tooMany(group)), plan: { kind: 'scalar', type } };
    return { wire: prependDescription(listed(type, group), ...about), plan: { kind: 'enum', values: group } };
  }

  function labelsOf(group: readonly JsonValue[]): Emitted {
    const byLabel = new Map(group.map((value) => [jsonText(value), value]));
    const labels = [...byLabel.keys()];
    const why = 'strict mode lists strings, safe numbers and booleans only';
    record('encoded', () => 'values are given as JSON text', why);
    if (!fits(labels)) return emitText(...about, tooMany(labels));
    const wire = prependDescription(listed('string', labels), ...about, 'The value is given as JSON text.');
    return { wire, plan: { kind: 'labels', byLabel } };
  }

  /** Takes the values from the budget of all enums, if there is room for them. */
  function fits(group: readonly JsonValue[]): boolean {
    if (group.length === 1) return true;
    const isTooLong = group.length > enums.longEnum && characters(group) > enums.longEnumCharacters;
    if (group.length > enums.left || isTooLong) {
      record('dropped', (keyword) => `${keyword} is not on the wire`, LIMITS);
      return false;
    }
    enums.left -= group.length;
    return true;
  }

  function record(kind: ChangeKind, what: (keyword: string) => string, why: string): void {
    for (const site of sites) {
      if (site === undefined || !isJsonObject(site.schema)) continue;
      const keyword = Object.hasOwn(site.schema, 'const') ? 'const' : 'enum';
      log.add(kind, site, [keyword], what(keyword), why);
    }
  }
}

/** An integer that a double cannot tell from its neighbours. */
function isUnsafe(value: JsonValue): boolean {
  return typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

function listed(type: string, values: readonly JsonValue[]): Wire {
  const [only] = values;
  return values.length === 1 && only !== undefined ? { type, const: only } : { type, enum: values };
}

function tooMany(values: readonly JsonValue[]): string {
  const all = excerpt(values, 20_000);
  if (all !== undefined) return `One of: ${all}.`;
  return `One of ${values.length} values such as ${jsonText(values.slice(0, 20))}.`;
}
