import type { JsonValue } from '../../../json/value.js';
import { own } from '../../dialect/draft.js';
import { annotationSentences, recordSkippedSchema } from './annotations.js';
import { arrayAlternative } from './array-alternative.js';
import type { BuildContext } from './context.js';
import { coveredBranches } from './covered-branches.js';
import { excerpt } from './description-text.js';
import { type Choice, type FlatSchema, flatten, type OnBadRef, restricts } from './flatten.js';
import type { Alternative, Constraint, Node, SchemaPart } from './node.js';
import { objectAlternative } from './object-alternative.js';
import { numberAlternative, stringAlternative } from './scalar-alternatives.js';
import { selectChoices } from './select-choices.js';
import { ALL_TYPES, allowedTypes, allowedValues, impliedTypes, isOfType, type TypeName } from './types.js';
import { ruleNotes } from './unsupported-rules.js';

/** Choices that become `anyOf`: what is recorded, and why. */
const REWRITTEN: ReadonlyMap<string, readonly [what: string, why: string]> = new Map([
  ['oneOf', ['oneOf becomes anyOf', 'whether exactly one matches is checked afterwards']],
  ['if', ['if/then/else becomes anyOf', 'which branch applies is checked afterwards']],
]);

/** Fills in the alternatives and the description of a node. */
export function fillAlternatives(context: BuildContext, node: Node, onBadRef: OnBadRef): void {
  const flat = flatten(context.document, context.constraints, node.constraints, onBadRef);
  node.parts = flat.parts;
  if (flat.never) return;
  for (const { site, schema, inherited } of flat.parts) {
    if (inherited || !Object.hasOwn(schema, 'allOf')) continue;
    context.log.add('exact', site, ['allOf'], 'merged', 'the strict subset has no "allOf"');
  }
  for (const site of flat.references) {
    recordSkippedSchema(site, undefined, context.log);
    context.log.add('exact', site, ['$ref'], 'merged', 'it applies together with other schemas');
  }
  const { first, later, dropped } = selectChoices(context, flat);
  node.about = [...annotationSentences(flat.parts, context.log), ...ruleNotes(context, flat, dropped)];
  for (const choice of dropped) {
    if (choice.site !== undefined) flat.rules.push({ ...choice, site: choice.site });
  }
  node.alternatives = first === undefined ? atomic(context, flat) : branches(context, flat, first, later);
}

/** Returns the alternatives of a choice, each combined with the other constraints of the node. */
function branches(
  context: BuildContext,
  flat: FlatSchema,
  choice: Choice,
  later: readonly Choice[],
): Alternative[] {
  const { constraints, log } = context;
  const beside: Constraint[] = [
    ...flat.parts.filter(restricts).map((part) => constraints.own(part.site)),
    ...later.flatMap((other) => (other.constraint === undefined ? [] : [other.constraint])),
    ...flat.rules.map((rule) => constraints.rule(rule.site, rule.keyword)),
  ];
  // Several branches may match, and then the properties of all of them count as evaluated.
  const isClosed = flat.parts.some((part) => Object.hasOwn(part.schema, 'unevaluatedProperties'));
  if (isClosed && choice.site !== undefined) beside.push(constraints.rule(choice.site, choice.keyword));
  const rewritten = REWRITTEN.get(choice.keyword);
  if (rewritten !== undefined) log.add('exact', choice.site, [choice.keyword], ...rewritten);
  const covered = context.narrow ? coveredBranches(context.document, flat, choice) : NO_BRANCHES;
  if (covered.size === choice.branches.length && choice.site !== undefined) context.onIndistinct(choice.site);
  if (covered.size > 0 && !context.keepsCovered) {
    const what = covered.size === 1 ? 'a branch is left out' : `${covered.size} branches are left out`;
    log.add(
      'exact',
      choice.site,
      ['oneOf'],
      what,
      'all its values match another branch too, so oneOf rejects them',
    );
  }
  const kept = context.keepsCovered
    ? choice.branches
    : choice.branches.filter((branch) => !covered.has(branch));
  return kept.map((branch) => ({ kind: 'node', edge: context.edge([...beside, ...branch]) }));
}

const NO_BRANCHES: ReadonlySet<readonly Constraint[]> = new Set();

/** Returns the alternatives of a node without choices: one per type. */
function atomic(context: BuildContext, flat: FlatSchema): Alternative[] {
  const { parts } = flat;
  const types = allowedTypes(parts);
  const values = allowedValues(parts);
  if (values !== undefined) return ofValues(context, parts, values, types);
  if (types !== undefined) return ofTypes(context, flat, types);
  const implied = impliedTypes(parts);
  if (implied.size > 0 && context.narrow) {
    for (const [type, { part, keyword }] of implied) {
      const why = `"${keyword}" applies to ${type}s, and no type is given`;
      context.log.add('narrowed', part.site, [keyword], `type ${type}`, why);
    }
    return ofTypes(context, flat, new Set(implied.keys()));
  }
  return untyped(context, flat, implied);
}

function ofValues(
  context: BuildContext,
  parts: readonly SchemaPart[],
  values: readonly JsonValue[],
  types: ReadonlySet<TypeName> | undefined,
): Alternative[] {
  const part = parts.find(({ schema }) => Object.hasOwn(schema, 'const') || Object.hasOwn(schema, 'enum'));
  if (types === undefined && part !== undefined) {
    context.log.add('exact', part.site, [], 'the type of the values is added', 'strict mode requires a type');
  }
  const fitting = types === undefined ? values : values.filter((value) => isOfType(value, types));
  const others = fitting.filter((value) => value !== null);
  const alternatives: Alternative[] = [];
  if (others.length > 0) alternatives.push({ kind: 'values', site: part?.site, values: others, notes: [] });
  if (others.length < fitting.length) alternatives.push({ kind: 'null' });
  return alternatives;
}

function ofTypes(context: BuildContext, flat: FlatSchema, types: ReadonlySet<TypeName>): Alternative[] {
  // All types together, without constraints on members, accept anything.
  if (ALL_TYPES.every((type) => types.has(type)) && !flat.parts.some(isStructured)) return [anything(flat)];
  return [...types].flatMap((type) => ofType(context, flat, type, types));
}

function ofType(
  context: BuildContext,
  flat: FlatSchema,
  type: TypeName,
  types: ReadonlySet<TypeName>,
): Alternative[] {
  switch (type) {
    case 'null':
      return [{ kind: 'null' }];
    case 'boolean':
      return [{ kind: 'boolean', notes: [] }];
    case 'string':
      return [stringAlternative(context, flat.parts)];
    case 'number':
      return [numberAlternative(context, flat.parts, false)];
    case 'integer':
      return types.has('number') ? [] : [numberAlternative(context, flat.parts, true)];
    case 'array':
      return [arrayAlternative(context, flat)];
    case 'object':
      return [objectAlternative(context, flat)];
    default:
      return [];
  }
}

/**
 * Accepts any type: objects and arrays have their own form if the schema describes them; the rest is text.
 */
function untyped(
  context: BuildContext,
  flat: FlatSchema,
  implied: ReadonlyMap<TypeName, unknown>,
): Alternative[] {
  if (!flat.parts.some(isStructured)) return [anything(flat)];
  const structured = (['object', 'array'] as const).filter((type) => implied.has(type));
  const shapes = structured.flatMap((type) => ofType(context, flat, type, new Set([type])));
  return [
    ...shapes,
    { kind: 'any', site: flat.parts[0]?.site, notes: ['Anything else is given as JSON text.'] },
  ];
}

/** Keywords that describe members or items. */
const STRUCTURE = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'required',
];

function isStructured(part: SchemaPart): boolean {
  return STRUCTURE.some(
    (keyword) => Object.hasOwn(part.schema, keyword) && own(part.schema, keyword) !== true,
  );
}

function anything(flat: FlatSchema): Alternative {
  const rules = flat.parts.filter(restricts).flatMap((part) => {
    const text = excerpt(part.schema);
    return text === undefined ? [] : [`The value must match this JSON Schema: ${text}`];
  });
  return { kind: 'any', site: flat.parts[0]?.site, notes: rules };
}
