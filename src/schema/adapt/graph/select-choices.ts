import { isJsonObject } from '../../../json/value.js';
import type { SchemaDocument } from '../../dialect/document.js';
import { own } from '../../dialect/draft.js';
import type { BuildContext } from './context.js';
import { type Choice, type FlatSchema, restricts } from './flatten.js';
import type { Constraint, SchemaPart } from './node.js';
import { isOverlapping } from './overlapping-branches.js';
import { reachableSchemas } from './reachable-schemas.js';

import { allowedTypes, type TypeName } from './types.js';

/** Which choices of a node become alternatives on the wire. */
export interface ChoiceSelection {
  /** The one whose branches become the alternatives of this node. */
  readonly first: Choice | undefined;
  /** Choices that the alternatives of this node resolve. */
  readonly later: readonly Choice[];
  /** Described in words, and checked afterwards. */
  readonly dropped: readonly Choice[];
}

const NO_CHOICE: ChoiceSelection = { first: undefined, later: [], dropped: [] };

/** Alternatives that several choices together may multiply into. */
const MAX_PRODUCT = 24;

/** Properties that a node's own keywords may be repeated into, over all alternatives. */
const MAX_REPEATED = 1_000;

/**
 * A choice becomes alternatives if each of its branches describes the shape of values. Branches that only
 * restrict values (`required`, `not`, `pattern`) add no shape to the node, so the choice is dropped.
 */
export function selectChoices({ document, narrow }: BuildContext, flat: FlatSchema): ChoiceSelection {
  if (flat.choices.length === 0) return NO_CHOICE;
  const own = flat.parts.filter(restricts);
  const isShaped = own.some((part) => isShape(part));
  const types = allowedTypes(own);
  const width = 1 + own.reduce((sum, part) => sum + namesIn(part), 0);
  const kept: Choice[] = [];
  const dropped: Choice[] = [];
  let product = 1;
  for (const choice of flat.choices) {
    const count = choice.branches.length;
    const repeated = width === 1 ? 1 : width * product * count;
    const fits = (kept.length === 0 || product * count <= MAX_PRODUCT) && repeated <= MAX_REPEATED;
    // Closed alternatives would exclude combinations that the author allows.
    const isOpen = narrow && width > 1 && isOverlapping(document, choice);
    if (fits && !isOpen && isWorthwhile(document, choice, isShaped, types)) {
      kept.push(choice);
      product *= count;
    } else {
      dropped.push(choice);
    }
  }
  const [first, ...later] = kept;
  return { first, later, dropped };
}

function isWorthwhile(
  document: SchemaDocument,
  choice: Choice,
  isShaped: boolean,
  types: ReadonlySet<TypeName> | undefined,
): boolean {
  return choice.branches.every((branch) =>
    isShaped
      ? branch.some((constraint) => hasShape(document, constraint, types))
      : branch.length > 0 || choice.site === undefined,
  );
}

const SHAPES = [
  'type',
  'enum',
  'const',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
];

function isShape(part: SchemaPart): boolean {
  return SHAPES.some((keyword) => Object.hasOwn(part.schema, keyword));
}

/** Beyond this number of schemas, a branch counts as one that describes a shape. */
const MAX_PLACES = 1_000;

const COMBINED: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);

/** Whether a branch describes the shape of values, itself or through a reference. */
function hasShape(
  document: SchemaDocument,
  constraint: Constraint,
  types: ReadonlySet<TypeName> | undefined,
): boolean {
  if (constraint.kind !== 'site') return true;
  let count = 0;
  for (const { site, isComplete } of reachableSchemas(document, [constraint.site], COMBINED)) {
    const { schema } = site;
    if (++count > MAX_PLACES || schema === false || !isComplete) return true;
    if (!isJsonObject(schema)) continue;
    const said = allowedTypes([{ site, schema, inherited: false }]);
    // A type that all values have anyway adds no shape.
    if (said !== undefined && !(types !== undefined && [...types].every((type) => said.has(type))))
      return true;
    if (SHAPES.some((keyword) => keyword !== 'type' && Object.hasOwn(schema, keyword))) return true;
  }
  return false;
}

function namesIn(part: SchemaPart): number {
  const properties = own(part.schema, 'properties');
  return isJsonObject(properties) ? Object.keys(properties).length : 0;
}
