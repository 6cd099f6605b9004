import { isObject } from '../../dialect/draft.js';
import type { Site } from '../../dialect/site.js';
import { authorDescription } from '../graph/canonicalize.js';
import type { Edge, Node } from '../graph/node.js';
import type { ChangeLog } from '../report/change-log.js';

/** A use whose target is written out in place of the reference to it. */
export function recordInlined(log: ChangeLog, { at, node }: Edge): void {
  if (at === undefined || !isObject(at.schema)) return;
  // A schema that has more than its reference is a part of the node itself.
  if (node.constraints.some((item) => item.kind === 'site' && item.site === at)) return;
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    if (!Object.hasOwn(at.schema, keyword)) continue;
    log.add('exact', at, [keyword], 'written out', 'its target is short or used only once');
  }
}

/** A use by reference: what the author says beside it cannot stand there. */
export function recordReference(log: ChangeLog, { at, node }: Edge): void {
  if (at === undefined || at === node.origin || !isObject(at.schema)) return;
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(at.schema, keyword))
      log.add('exact', at, [keyword], 'becomes "$ref"', 'strict mode supports only "$ref"');
  }
  if (authorDescription(at) === undefined) return;
  const keyword = Object.hasOwn(at.schema, 'description') ? 'description' : 'title';
  log.add('exact', at, [keyword], 'moved around the reference', 'nothing may stand beside "$ref"');
}

export const NO_TYPE = 'strict mode requires a type everywhere';

/** Values of which the author says nothing at all, not even in a schema of their own. */
export function recordUntyped(
  log: ChangeLog,
  site: Site | undefined,
  { at, node }: Edge,
  what: string,
): void {
  if (at !== undefined || !node.alternatives.some((alternative) => alternative.kind === 'any')) return;
  log.addText(site, NO_TYPE, `${what}: `);
}

/** Schemas of a value that is text as a whole, other than the one where that is recorded. */
export function recordTextParts(log: ChangeLog, nodes: readonly Node[], told: Site | undefined): void {
  for (const { site } of nodes.flatMap((node) => node.parts)) {
    let at: Site | undefined = site;
    while (at !== undefined && at !== told) at = at.parent;
    if (at === undefined) log.addText(site, 'it is part of a value that is given as text');
  }
}

/** Alternatives that no value can be. */
export function recordEmptyAlternatives(log: ChangeLog, { alternatives }: Node): void {
  for (const alternative of alternatives) if (alternative.kind === 'node') leftOut(log, alternative.edge);
}

/** A place that no value can stand in, where it takes more than a `false` to say so. */
export function recordImpossible(log: ChangeLog, edge: Edge): void {
  if (edge.at?.schema !== false) leftOut(log, edge);
}

/** Items that no list is long enough to have. */
export function recordUnreachable(log: ChangeLog, edge: Edge): void {
  if (edge.node.inhabited) recordLeftOut(log, edge, 'no list is long enough to have it');
}

function leftOut(log: ChangeLog, edge: Edge): void {
  if (!edge.node.inhabited) recordLeftOut(log, edge, 'no value can be valid there');
}

function recordLeftOut(log: ChangeLog, { at, node }: Edge, why: string): void {
  const sites = node.constraints.flatMap((item) => (item.kind === 'site' ? [item.site] : []));
  for (const site of new Set([at, ...sites])) {
    // A definition may well be used elsewhere.
    if (site !== at && isDefinition(site)) continue;
    log.add('exact', site, [], 'left out', why);
  }
}

function isDefinition(site: Site | undefined): boolean {
  return site?.path[0] === '$defs' || site?.path[0] === 'definitions';
}
