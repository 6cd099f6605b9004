import { isJsonObject } from '../../../json/value.js';

import type { Site } from '../../dialect/site.js';
import { authorDescription } from '../graph/canonicalize.js';
import { REFERENCE_KEYWORDS } from '../graph/flatten.js';
import type { Edge, Node } from '../graph/node.js';
import type { ChangeLog } from '../report/change-log.js';

/** Records a reference that is replaced by its target. */
export function recordInlined(log: ChangeLog, { at, node }: Edge): void {
  if (at === undefined || !isJsonObject(at.schema)) return;
  // A schema with more keywords than its reference is part of the node itself.
  if (node.constraints.some((item) => item.kind === 'site' && item.site === at)) return;
  for (const keyword of REFERENCE_KEYWORDS) {
    if (!Object.hasOwn(at.schema, keyword)) continue;
    log.add('exact', at, [keyword], 'written out', 'its target is short or used only once');
  }
}

/** Records a reference: the author's keywords beside it have to move. */
export function recordReference(log: ChangeLog, { at, node }: Edge): void {
  if (at === undefined || at === node.origin || !isJsonObject(at.schema)) return;
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(at.schema, keyword))
      log.add('exact', at, [keyword], 'becomes "$ref"', 'strict mode supports only "$ref"');
  }
  if (authorDescription(at) === undefined) return;
  const keyword = Object.hasOwn(at.schema, 'description') ? 'description' : 'title';
  log.add('exact', at, [keyword], 'moved around the reference', '"$ref" must stand alone');
}

export const NO_TYPE = 'strict mode requires a type everywhere';

/** Records values without a schema of their own, which can be anything. */
export function recordUntyped(
  log: ChangeLog,
  site: Site | undefined,
  { at, node }: Edge,
  what: string,
): void {
  if (at !== undefined || !node.alternatives.some((alternative) => alternative.kind === 'any')) return;
  log.addText(site, NO_TYPE, `${what}: `);
}

/** Records the schemas of a value that is text as a whole, except inside the one where that is recorded. */
export function recordTextParts(log: ChangeLog, nodes: readonly Node[], told: Site | undefined): void {
  for (const { site } of nodes.flatMap((node) => node.parts)) {
    let at: Site | undefined = site;
    while (at !== undefined && at !== told) at = at.parent;
    if (at === undefined) log.addText(site, 'it is part of a value that is given as text');
  }
}

/** Records alternatives that no value matches. */
export function recordEmptyAlternatives(log: ChangeLog, { alternatives }: Node): void {
  for (const alternative of alternatives) if (alternative.kind === 'node') leftOut(log, alternative.edge);
}

/** Records a place that accepts no value, unless its schema is `false`. */
export function recordImpossible(log: ChangeLog, edge: Edge): void {
  if (edge.at?.schema !== false) leftOut(log, edge);
}

/** Records items that no list is long enough to have. */
export function recordUnreachable(log: ChangeLog, edge: Edge): void {
  if (edge.node.inhabited) recordLeftOut(log, edge, 'no list is long enough to have it');
}

function leftOut(log: ChangeLog, edge: Edge): void {
  if (!edge.node.inhabited) recordLeftOut(log, edge, 'no value can be valid there');
}

function recordLeftOut(log: ChangeLog, { at, node }: Edge, why: string): void {
  const sites = node.constraints.flatMap((item) => (item.kind === 'site' ? [item.site] : []));
  for (const site of new Set([at, ...sites])) {
    // The definition may be used elsewhere.
    if (site !== at && isDefinition(site)) continue;
    log.add('exact', site, [], 'left out', why);
  }
}

function isDefinition(site: Site | undefined): boolean {
  return site?.path[0] === '$defs' || site?.path[0] === 'definitions';
}
