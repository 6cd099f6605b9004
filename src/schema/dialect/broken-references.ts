import type { SchemaIssue } from '../../diagnostics/issue.js';
import { quoteKey } from '../../json/explain.js';
import { isJsonObject, type JsonValue } from '../../json/value.js';
import type { SchemaDocument } from './document.js';
import { refStandsAlone } from './draft.js';
import { IN_PLACE_KEYWORDS } from './keywords.js';
import { hasReference } from './reached-sites.js';
import { refsOf } from './references.js';
import { pointerOf, type Site } from './site.js';

/** What to do about a broken reference. */
export const REFERENCE_FIX = {
  dangling: 'Correct the reference, or add its target.',
  remote: 'Copy its target into "$defs": nothing is fetched.',
};

/** A reference that cannot be followed. */
export interface BrokenReference {
  readonly kind: 'dangling' | 'remote' | 'endless';
  /** RFC 6901, of the keyword. */
  readonly pointer: string;
  /** As the author wrote it. */
  readonly ref: string;
}

/**
 * Returns what is wrong with a broken reference, as a clause without a full stop.
 *
 * @param place - where the reference is, such as `at "/a/$ref"`
 * @param document - the file that it leads to, if it leads to another one
 */
export function describeBrokenReference(
  { kind, ref }: Pick<BrokenReference, 'kind' | 'ref'>,
  place = '',
  document = '',
): string {
  const subject = `the reference ${quoteKey(ref, 200)}${place === '' ? '' : ` ${place}`}`;
  switch (kind) {
    case 'dangling':
      return `${subject} has no target${document === '' ? '' : ` in ${document}`}`;
    case 'remote':
      return `${subject} leads to another document`;
    case 'endless':
      return `${subject} leads back to itself`;
  }
}

/** The same as a sentence, for a place that is named beside it. */
export function brokenReferenceMessage(broken: Pick<BrokenReference, 'kind' | 'ref'>): string {
  return `${describeBrokenReference(broken).replace(/^the/, 'The')}.`;
}

/** Returns the issue of a schema that cannot be sent because of a reference. */
export function brokenReferenceIssue(kind: 'dangling' | 'remote', ref: string, pointer: string): SchemaIssue {
  const message = brokenReferenceMessage({ kind, ref });
  return { code: `${kind}_ref`, severity: 'error', pointer, message, hint: REFERENCE_FIX[kind] };
}

/**
 * Resolves every reference of a document once. Nothing is fetched.
 *
 * @param reached - the schemas that only references lead to
 */
export function findBrokenReferences(document: SchemaDocument, reached: readonly Site[]): BrokenReference[] {
  const referring = [...document.sites, ...reached].filter((site) => hasReference(site.schema));
  const broken: BrokenReference[] = [];
  for (const site of referring) {
    for (const { keyword, target } of refsOf(document, site)) {
      if (target.kind !== 'dangling' && target.kind !== 'remote') continue;
      broken.push({ kind: target.kind, pointer: pointerOf(site, keyword), ref: target.ref });
    }
  }
  const circle = broken.length === 0 ? endless(document, referring) : undefined;
  return circle === undefined ? broken : [circle];
}

/**
 * Finds a schema whose result on a value depends on itself on the same value, such as `{"$ref": "#"}`. No value would
 * be valid or invalid.
 */
function endless(document: SchemaDocument, referring: readonly Site[]): BrokenReference | undefined {
  const state = new Map<JsonValue, 'open' | 'done'>();
  // Every cycle has a reference.
  for (const start of referring) {
    const todo: (Edge | { readonly leave: JsonValue })[] = [{ to: start, via: undefined }];
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if ('leave' in step) {
        state.set(step.leave, 'done');
        continue;
      }
      const { schema } = step.to;
      if (!isJsonObject(schema)) continue;
      const seen = state.get(schema);
      if (seen === 'open' && step.via !== undefined) return { kind: 'endless', ...step.via };
      if (seen !== undefined) continue;
      state.set(schema, 'open');
      todo.push({ leave: schema });
      for (const edge of inPlaceEdges(document, step.to, step.via)) todo.push(edge);
    }
  }
  return undefined;
}

interface Edge {
  readonly to: Site;
  /** The last reference on the way: every cycle has one. */
  readonly via: { readonly pointer: string; readonly ref: string } | undefined;
}

/** Returns the schemas that apply to the same value. */
function inPlaceEdges(document: SchemaDocument, from: Site, via: Edge['via']): Edge[] {
  const edges: Edge[] = [];
  for (const { keyword, ref, target } of refsOf(document, from)) {
    if (target.kind !== 'found') continue;
    edges.push({ to: target.site, via: { pointer: pointerOf(from, keyword), ref } });
  }
  if (edges.length > 0 && refStandsAlone(document.dialect)) return edges;
  for (const child of document.childrenOf(from)) {
    if (IN_PLACE_KEYWORDS.has(child.keyword)) edges.push({ to: child, via });
  }
  return edges;
}
