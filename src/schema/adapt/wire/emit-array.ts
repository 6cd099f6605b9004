import type { Site } from '../../dialect/site.js';
import type { PlanOf } from '../codec/plan.js';
import type { Texts } from '../graph/description-text.js';
import { filledLength } from '../graph/fixpoints.js';
import { type ArrayAlternative, type Edge, edgesOf } from '../graph/node.js';
import { emitText, TOO_DEEP } from './emit-scalar.js';
import type { Emitted, Emitter } from './emitter.js';
import { recordImpossible, recordInlined, recordUnreachable, recordUntyped } from './record-uses.js';
import { closedObject, prependDescription, type Wire, type WireObject } from './wire-schema.js';

/**
 * Emits an array: unchanged if all items have one schema, else as an object with one property per position.
 */
export function emitArray(
  emitter: Emitter,
  alternative: ArrayAlternative,
  depth: number,
  about: Texts,
): Emitted {
  const { site } = alternative;
  const said = [...about, ...alternative.notes];
  for (const edge of edgesOf([alternative])) recordImpossible(emitter.log, edge);
  const { prefix, rest, maxItems } = reachable(alternative);
  const minItems = filledLength(alternative);
  const reached = new Set(rest === undefined ? prefix : [...prefix, rest]);
  for (const edge of edgesOf([alternative])) if (!reached.has(edge)) recordUnreachable(emitter.log, edge);
  const [first] = prefix;
  if (first === undefined || [...reached].every((edge) => edge.node === first.node)) {
    for (const edge of prefix.slice(1)) recordInlined(emitter.log, edge);
    return emitList(emitter, site, first ?? rest, { minItems, maxItems }, depth, said);
  }
  if (depth > emitter.limits.depth) {
    emitter.log.addText(site, TOO_DEEP);
    return emitText(...said, 'An array.');
  }
  const why = 'in strict mode, all items of an array have one schema';
  emitter.log.add('encoded', site, [], 'an object with a property for each position', why);
  return emitTuple(emitter, site, { prefix, rest, minItems, maxItems }, depth, said);
}

/** Returns the positions that can have a value. */
function reachable(alternative: ArrayAlternative): {
  prefix: Edge[];
  rest: Edge | undefined;
  maxItems: number;
} {
  const firstEmpty = alternative.prefix.findIndex((edge) => !edge.node.inhabited);
  const end = Math.min(firstEmpty < 0 ? alternative.prefix.length : firstEmpty, alternative.maxItems);
  const prefix = alternative.prefix.slice(0, end);
  const { rest } = alternative;
  const goesOn = prefix.length === alternative.prefix.length && rest?.node.inhabited === true;
  if (!goesOn || alternative.maxItems <= end) return { prefix, rest: undefined, maxItems: end };
  return { prefix, rest, maxItems: alternative.maxItems };
}

function emitList(
  emitter: Emitter,
  site: Site | undefined,
  item: Edge | undefined,
  { minItems, maxItems }: { readonly minItems: number; readonly maxItems: number },
  depth: number,
  about: Texts,
): Emitted & { readonly plan: PlanOf<'list'> } {
  if (item !== undefined && maxItems > 0) recordUntyped(emitter.log, site, item, 'its items');
  const { wire, slot } =
    item === undefined || maxItems === 0
      ? { wire: { type: 'null' }, slot: { plan: undefined, onNull: 'refused' as const, nullKey: undefined } }
      : emitter.slot(item, false, depth);
  const list: Wire = { type: 'array', items: wire };
  if (minItems > 0) list['minItems'] = minItems;
  if (Number.isFinite(maxItems)) list['maxItems'] = maxItems;
  return { wire: prependDescription(list, ...about), plan: { kind: 'list', item: slot, minItems, maxItems } };
}

function emitTuple(
  emitter: Emitter,
  site: Site | undefined,
  tuple: { prefix: readonly Edge[]; rest: Edge | undefined; minItems: number; maxItems: number },
  depth: number,
  about: Texts,
): Emitted {
  const { prefix, rest, minItems, maxItems } = tuple;
  const properties: { [name: string]: Wire } = {};
  const items = prefix.map((edge, index) => {
    const key = `item${index + 1}`;
    const { wire, slot } = emitter.slot(edge, index >= minItems, depth + 1);
    properties[key] = wire;
    return { key, slot };
  });
  let more: { key: string; list: PlanOf<'list'> } | undefined;
  if (rest !== undefined) {
    const count = prefix.length;
    const lengths = { minItems: Math.max(0, minItems - count), maxItems: maxItems - count };
    const list = emitList(emitter, site, rest, lengths, depth + 1, ['What follows.']);
    properties['rest'] = list.wire;
    more = { key: 'rest', list: list.plan };
  }
  const note = 'A list with a meaning for each position; item1 is the first.';
  return {
    wire: prependDescription(closedObject(properties as WireObject), ...about, note),
    plan: { kind: 'tuple', items, rest: more },
  };
}
