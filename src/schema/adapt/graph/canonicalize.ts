import { isJsonObject } from '../../../json/value.js';
import type { SchemaDocument } from '../../dialect/document.js';
import { isArray, own, refStandsAlone } from '../../dialect/draft.js';
import { ANNOTATION_KEYWORDS } from '../../dialect/keywords.js';
import { refsOf } from '../../dialect/references.js';
import type { Site } from '../../dialect/site.js';
import { paragraph } from './description-text.js';
import type { ConstraintTable } from './intern.js';
import type { Constraint } from './node.js';

/** A combination of constraints without those that have no effect. */
export interface CanonicalConstraints {
  readonly constraints: readonly Constraint[];
  readonly description: string | undefined;
  /** The schema before references were followed. */
  readonly origin: Site | undefined;
}

/** Called for a schema that only refers to another one by a keyword, or has no constraints. */
export type OnSkipped = (site: Site, leadsOn: string | undefined, isStart: boolean) => void;

/**
 * Follows schemas that only refer to another one, and removes those without constraints. So all uses of a
 * definition become the same node, and a description beside a reference stays with that use.
 */
export function canonicalize(
  document: SchemaDocument,
  table: ConstraintTable,
  start: readonly Constraint[],
  onPassed: OnSkipped,
): CanonicalConstraints {
  const said: (string | undefined)[] = [];
  const found = new Map<number, Constraint>();
  let origin: Site | undefined;
  for (const constraint of start) {
    if (constraint.kind !== 'site') {
      found.set(constraint.id, constraint);
      continue;
    }
    const site = followReferences(document, constraint.site, (at, leadsOn, isStart) => {
      said.push(authorDescription(at));
      onPassed(at, leadsOn, isStart);
    });
    origin ??= constraint.site;
    if (saysNothing(site)) {
      said.push(authorDescription(site));
      onPassed(site, undefined, true);
      continue;
    }
    const end = table.site(site);
    found.set(end.id, end);
  }
  return { constraints: [...found.values()], description: paragraph(said), origin };
}

function followReferences(document: SchemaDocument, start: Site, passed: OnSkipped): Site {
  let site = start;
  let next = onlyLeadsTo(document, site);
  if (next === undefined) return site;
  const seen = new Set<Site>();
  for (;;) {
    // A cycle of references has no constraints; its last schema represents all of them.
    if (next === undefined || seen.has(next)) return site;
    seen.add(site);
    passed(site, next.keyword === 'allOf' && next.parent === site ? 'allOf' : '$ref', site === start);
    site = next;
    next = onlyLeadsTo(document, site);
  }
}

/** Returns the schema that this one only refers to. */
function onlyLeadsTo(document: SchemaDocument, site: Site): Site | undefined {
  const { schema } = site;
  if (!isJsonObject(schema)) return undefined;
  const keywords = Object.keys(schema).filter((keyword) => !ANNOTATION_KEYWORDS.has(keyword));
  const alone = refStandsAlone(document.dialect) && typeof own(schema, '$ref') === 'string';
  if (!alone && keywords.length !== 1) return undefined;
  const allOf = own(schema, 'allOf');
  if (!alone && keywords[0] === 'allOf' && isArray(allOf) && allOf.length === 1) {
    return document.at(site, ['allOf', '0']);
  }
  const [ref, ...others] = refsOf(document, site);
  return ref?.target.kind === 'found' && others.length === 0 ? ref.target.site : undefined;
}

function saysNothing(site: Site): boolean {
  if (site.schema === true) return true;
  return (
    isJsonObject(site.schema) && Object.keys(site.schema).every((keyword) => ANNOTATION_KEYWORDS.has(keyword))
  );
}

/** Returns the author's description, or else the title. */
export function authorDescription(site: Site): string | undefined {
  if (!isJsonObject(site.schema)) return undefined;
  for (const keyword of ['description', 'title']) {
    const text = own(site.schema, keyword);
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}
