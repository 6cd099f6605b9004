import { jsonText } from '../../../json/exact.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import type { SchemaDocument } from '../../dialect/document.js';
import { isArray, own } from '../../dialect/draft.js';
import { ANNOTATION_KEYWORDS } from '../../dialect/keywords.js';
import type { Choice, FlatSchema } from './flatten.js';
import type { Constraint } from './node.js';
import { reachableSchemas } from './reachable-schemas.js';

type Branch = readonly Constraint[];

/**
 * Finds the branches of a `oneOf` whose values on the wire are valid in another branch too, so that `oneOf` would
 * reject them all. That happens to open objects that nothing tells apart: the wire has no properties that a branch does
 * not name, and the other branch accepts any property that it does not name.
 *
 * Knows only objects with plain properties; what it does not know counts as told apart.
 */
export function coveredBranches(document: SchemaDocument, flat: FlatSchema, choice: Choice): Set<Branch> {
  const covered = new Set<Branch>();
  if (choice.keyword !== 'oneOf' || flat.choices.length > 1 || flat.rules.length > 0) return covered;
  const beside = shapeOf(flat.parts.map(({ schema: { oneOf: _, ...others } }) => others));
  if (beside === undefined || !beside.isPlain) return covered;
  const shapes = choice.branches.map((branch) => branchShape(document, branch));
  for (const [index, shape] of shapes.entries()) {
    const branch = choice.branches[index];
    if (branch === undefined || shape === undefined || !shape.isObject || !shape.isNamed) continue;
    const whole = joined(shape, beside);
    const others = shapes.filter((_, at) => at !== index);
    if (others.some((other) => other?.isPlain === true && accepts(other, whole))) covered.add(branch);
  }
  return covered;
}

/** What schemas that hold together say of an object. */
interface Shape {
  readonly properties: ReadonlyMap<string, readonly JsonValue[]>;
  readonly required: ReadonlySet<string>;
  /** They accept only objects. */
  readonly isObject: boolean;
  /** On the wire, such objects have no other properties. */
  readonly isNamed: boolean;
  /** They say nothing else, and accept any other property. */
  readonly isPlain: boolean;
}

const ALL_OF: ReadonlySet<string> = new Set(['allOf']);
const PLAIN: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  '$ref',
  'allOf',
  'discriminator',
]);
/** Keywords by which an object may have properties that are not in `properties`. */
const NAMELESS = [
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
  '$dynamicRef',
  '$recursiveRef',
];

/** Beyond this number of schemas, a branch counts as told apart. */
const MAX_PLACES = 50;

function branchShape(document: SchemaDocument, branch: Branch): Shape | undefined {
  if (branch.some(({ kind }) => kind !== 'site')) return undefined;
  const start = branch.flatMap((constraint) => (constraint.kind === 'site' ? [constraint.site] : []));
  const schemas: JsonValue[] = [];
  for (const { site, isComplete } of reachableSchemas(document, start, ALL_OF)) {
    if (!isComplete || schemas.length >= MAX_PLACES) return undefined;
    schemas.push(site.schema);
  }
  return shapeOf(schemas);
}

function shapeOf(schemas: readonly JsonValue[]): Shape | undefined {
  const properties = new Map<string, JsonValue[]>();
  const required = new Set<string>();
  let [isObject, isNamed, isPlain] = [false, true, true];
  for (const schema of schemas) {
    if (schema === true) continue;
    if (!isJsonObject(schema)) return undefined;
    const type = own(schema, 'type');
    if (type === 'object') isObject = true;
    else if (type !== undefined) return undefined;
    const others = own(schema, 'additionalProperties');
    if (others !== undefined && others !== false) isNamed = false;
    if (NAMELESS.some((keyword) => Object.hasOwn(schema, keyword))) isNamed = false;
    const isBare = (keyword: string) => PLAIN.has(keyword) || ANNOTATION_KEYWORDS.has(keyword);
    if (!Object.keys(schema).every(isBare)) isPlain = false;
    addMembers(schema, properties, required);
  }
  return { properties, required, isObject, isNamed, isPlain };
}

function addMembers(schema: JsonObject, properties: Map<string, JsonValue[]>, required: Set<string>): void {
  const members = own(schema, 'properties');
  for (const [name, member] of Object.entries(isJsonObject(members) ? members : {})) {
    properties.set(name, [...(properties.get(name) ?? []), member]);
  }
  const names = own(schema, 'required');
  for (const name of isArray(names) ? names : []) required.add(String(name));
}

function joined(one: Shape, other: Shape): Pick<Shape, 'properties' | 'required'> {
  const properties = new Map(one.properties);
  for (const [name, members] of other.properties) {
    properties.set(name, [...(properties.get(name) ?? []), ...members]);
  }
  return { properties, required: new Set([...one.required, ...other.required]) };
}

/** Whether a plain shape accepts every value of another one. */
function accepts(plain: Shape, values: Pick<Shape, 'properties' | 'required'>): boolean {
  if (![...plain.required].every((name) => values.required.has(name))) return false;
  return [...plain.properties].every(([name, wanted]) => {
    const given = values.properties.get(name);
    return given === undefined || wanted.every((schema) => given.some((one) => isAtLeast(one, schema)));
  });
}

/** Whether a schema is equal to another one, or lists values of the type that the other one has. */
function isAtLeast(schema: JsonValue, wanted: JsonValue): boolean {
  if (jsonText(schema) === jsonText(wanted)) return true;
  if (!isJsonObject(schema) || !isJsonObject(wanted)) return false;
  const restricting = Object.keys(wanted).filter((keyword) => !ANNOTATION_KEYWORDS.has(keyword));
  const list = own(schema, 'enum') ?? [own(schema, 'const') ?? null];
  return (
    restricting.every((keyword) => keyword === 'type') &&
    own(wanted, 'type') === 'string' &&
    isArray(list) &&
    list.every((value) => typeof value === 'string')
  );
}
