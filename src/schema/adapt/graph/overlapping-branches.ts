import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import type { SchemaDocument } from '../../dialect/document.js';
import { isArray, own } from '../../dialect/draft.js';
import type { Choice } from './flatten.js';
import type { Constraint } from './node.js';
import { reachableSchemas } from './reachable-schemas.js';
import { areDisjoint } from './types.js';

/**
 * Whether a value can match several branches of an `anyOf` at once, such as groups of properties of which an
 * object has one or more. Alternatives that exclude each other could not express that.
 */
export function isOverlapping(document: SchemaDocument, choice: Choice): boolean {
  if (choice.keyword !== 'anyOf' || choice.branches.length < 2) return false;
  const fixed: Map<string, readonly JsonValue[]>[] = [];
  for (const branch of choice.branches) {
    const values = fixedValues(document, branch);
    if (values === undefined) return false;
    fixed.push(values);
  }
  const [first] = fixed;
  return (
    first === undefined ||
    ![...first.keys()].some((name) => areDisjoint(fixed.map((values) => values.get(name))))
  );
}

/** Beyond this number of schemas, the branch counts as one that is not only about objects. */
const MAX_PLACES = 200;

/** Returns the properties with fixed values in a branch, or undefined if it is not only about objects. */
function fixedValues(
  document: SchemaDocument,
  branch: readonly Constraint[],
): Map<string, readonly JsonValue[]> | undefined {
  const values = new Map<string, readonly JsonValue[]>();
  const start = branch.flatMap((constraint) => (constraint.kind === 'site' ? [constraint.site] : []));
  let count = 0;
  for (const { site, isComplete } of reachableSchemas(document, start, ALL_OF)) {
    const { schema } = site;
    if (!isJsonObject(schema) || !isComplete || ++count > MAX_PLACES) return undefined;
    const isObjectOnly = (own(schema, 'type') ?? 'object') === 'object';
    if (!isObjectOnly || BEYOND_OBJECTS.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
    const properties = own(schema, 'properties');
    for (const [name, member] of Object.entries(isJsonObject(properties) ? properties : {})) {
      const list = isJsonObject(member) ? listedValues(member) : undefined;
      if (list !== undefined) values.set(name, list);
    }
  }
  return values;
}

const ALL_OF: ReadonlySet<string> = new Set(['allOf']);

const BEYOND_OBJECTS = ['enum', 'const', 'anyOf', 'oneOf'];

function listedValues(schema: JsonObject): readonly JsonValue[] | undefined {
  const only = own(schema, 'const');
  const list = own(schema, 'enum');
  return only !== undefined ? [only] : isArray(list) ? list : undefined;
}
