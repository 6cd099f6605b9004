import { isArray, own } from '../../dialect/draft.js';
import { type BuildContext, constraintsAt, numberKeyword } from './context.js';
import type { FlatSchema } from './flatten.js';
import type { ArrayAlternative, Constraint, Edge, SchemaPart } from './node.js';
import { arrayNotes } from './unsupported-rules.js';

/** The rules of one schema for the items of an array. */
interface ItemRules {
  readonly part: SchemaPart;
  readonly prefix: readonly Constraint[][];
  /** Undefined if the schema does not mention items after its prefix. */
  readonly rest: readonly Constraint[] | false | undefined;
  readonly restKeyword: string;
}

/** Combines the keywords of arrays: items by position, then the rest. */
export function arrayAlternative(context: BuildContext, flat: FlatSchema): ArrayAlternative {
  const { parts } = flat;
  const rules = parts.map((part) => itemRules(context, part));
  const length = Math.max(0, ...rules.map((rule) => rule.prefix.length));
  let minItems = 0;
  let maxItems = Number.POSITIVE_INFINITY;
  for (const rule of rules) {
    const min = numberKeyword(rule.part, 'minItems');
    const max = numberKeyword(rule.part, 'maxItems');
    if (min !== undefined && Number.isSafeInteger(min)) minItems = Math.max(minItems, min);
    if (max !== undefined && Number.isSafeInteger(max)) maxItems = Math.min(maxItems, max);
    if (rule.rest === false) maxItems = Math.min(maxItems, rule.prefix.length);
  }
  const notes = arrayNotes(context, parts);
  const prefix: Edge[] = [];
  for (let index = 0; index < length; index++) {
    const items = rules.flatMap(
      (rule) => rule.prefix[index] ?? (rule.rest === false ? [] : (rule.rest ?? [])),
    );
    prefix.push(context.edge(items));
  }
  let rest: Edge | undefined;
  if (maxItems > length) rest = restOf(context, flat, rules, length);
  else recordUnreachableRest(context, rules);
  if (rest === undefined) maxItems = Math.min(maxItems, length);
  const saysLength = parts.some((part) => Object.hasOwn(part.schema, 'minItems'));
  const isFilled = length > 0 && context.narrow && !saysLength;
  const site = rules.find((rule) => rule.prefix.length > 0)?.part.site;
  if (isFilled && site !== undefined) {
    const why = 'the schema does not say that the list may be shorter';
    context.log.add('narrowed', site, [], 'every position is filled', why);
  }
  return { kind: 'array', site: parts[0]?.site, prefix, rest, minItems, maxItems, isFilled, notes };
}

function recordUnreachableRest({ log }: BuildContext, rules: readonly ItemRules[]): void {
  for (const { part, rest, restKeyword } of rules) {
    if (rest === undefined || rest === false) continue;
    const why = 'no list is long enough to have such items';
    log.add('exact', part.site, [restKeyword], `${restKeyword} is left out`, why);
  }
}

function restOf(
  context: BuildContext,
  flat: FlatSchema,
  rules: readonly ItemRules[],
  length: number,
): Edge | undefined {
  const said = rules.filter((rule) => rule.rest !== undefined);
  const items = said.flatMap((rule) => (rule.rest === false || rule.rest === undefined ? [] : rule.rest));
  if (said.length > 0) return context.edge(items);
  const unevaluated = unevaluatedItems(context, flat);
  if (unevaluated === false) return undefined;
  if (unevaluated !== undefined) return context.edge(unevaluated);
  const silent = rules.find((rule) => rule.prefix.length > 0);
  if (length === 0 || !context.narrow || silent === undefined) return context.edge([]);
  const why = 'the schema does not mention further items';
  context.log.add('narrowed', silent.part.site, [], 'nothing follows the listed items', why);
  return undefined;
}

function itemRules(context: BuildContext, part: SchemaPart): ItemRules {
  const { schema, site } = part;
  const items = own(schema, 'items');
  const prefixItems = context.understands('prefixItems') ? own(schema, 'prefixItems') : undefined;
  const listed = isArray(prefixItems) ? 'prefixItems' : isArray(items) ? 'items' : undefined;
  const list = isArray(prefixItems) ? prefixItems : isArray(items) ? items : [];
  const prefix = list.map((_, index) => constraintsAt(context, site, listed ?? 'items', String(index)));
  const restKeyword = listed === 'items' ? 'additionalItems' : 'items';
  const said =
    restKeyword === 'items' || context.understands(restKeyword) ? own(schema, restKeyword) : undefined;
  if (said === undefined || isArray(said)) return { part, prefix, rest: undefined, restKeyword };
  return {
    part,
    prefix,
    rest: said === false ? false : constraintsAt(context, site, restKeyword),
    restKeyword,
  };
}

/**
 * Returns the constraints of `unevaluatedItems` on the rest, unless a dropped rule could have evaluated it.
 */
function unevaluatedItems(context: BuildContext, flat: FlatSchema): Constraint[] | false | undefined {
  if (!context.understands('unevaluatedItems')) return undefined;
  const others = flat.rules.length > 0 || flat.parts.some((part) => Object.hasOwn(part.schema, 'contains'));
  for (const part of flat.parts) {
    const value = own(part.schema, 'unevaluatedItems');
    if (value === undefined || others) continue;
    return value === false ? false : constraintsAt(context, part.site, 'unevaluatedItems');
  }
  return undefined;
}
