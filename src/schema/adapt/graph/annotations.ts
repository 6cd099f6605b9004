import type { JsonObject } from '../../../json/value.js';
import { isArray, isObject, own } from '../../dialect/draft.js';
import { ANNOTATION_KEYWORDS } from '../../dialect/keywords.js';
import type { Site } from '../../dialect/site.js';
import type { ChangeLog } from '../report/change-log.js';
import { authorDescription } from './canonicalize.js';
import { excerpt } from './description-text.js';
import type { SchemaPart } from './flatten.js';

/** What the author says to readers about a node, its default and examples included, in sentences. */
export function annotationSentences(parts: readonly SchemaPart[], log: ChangeLog): string[] {
  const said: string[] = [];
  for (const part of parts) {
    if (part.inherited) continue;
    const text = authorDescription(part.site);
    if (text !== undefined) said.push(text);
  }
  for (const part of parts) {
    if (!part.inherited) said.push(...hints(part, log));
  }
  return said;
}

/** Says nothing of values that the wire would have to repeat. */
const UNSAID = [
  '$schema',
  '$id',
  'id',
  '$comment',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  'example',
  'title',
  'readOnly',
  'writeOnly',
];

const NOT_VALUES = 'it does not restrict values, and providers disagree on it';

function hints(part: SchemaPart, log: ChangeLog): string[] {
  const { schema, site } = part;
  const said: string[] = [];
  for (const keyword of UNSAID) {
    if (Object.hasOwn(schema, keyword))
      log.add('dropped', site, [keyword], `${keyword} is not on the wire`, NOT_VALUES);
  }
  if (Object.hasOwn(schema, 'default')) {
    const value = excerpt(own(schema, 'default') ?? null, 120);
    if (value !== undefined) said.push(`Default: ${value}.`);
    log.add('dropped', site, ['default'], 'told in the description', 'providers disagree on "default"');
  }
  const examples = own(schema, 'examples');
  if (examples !== undefined) {
    const few = (isArray(examples) ? examples : []).slice(0, 3).map((example) => excerpt(example, 120));
    const told = few.filter((text) => text !== undefined);
    if (told.length > 0) said.push(`Examples: ${told.join(', ')}.`);
    log.add('dropped', site, ['examples'], 'told in the description', 'the strict subset has no "examples"');
  }
  if (Object.hasOwn(schema, 'deprecated'))
    log.add(
      'dropped',
      site,
      ['deprecated'],
      'told in the description',
      'the strict subset has no "deprecated"',
    );
  if (own(schema, 'deprecated') === true) said.push('Deprecated.');
  return [...said, ...contentHints(schema, part, log)];
}

function contentHints(schema: JsonObject, part: SchemaPart, log: ChangeLog): string[] {
  const said: string[] = [];
  const encoding = own(schema, 'contentEncoding');
  if (typeof encoding === 'string') said.push(`Encoded as ${encoding}.`);
  const type = own(schema, 'contentMediaType');
  if (typeof type === 'string') said.push(`Media type: ${type}.`);
  for (const keyword of ['contentEncoding', 'contentMediaType', 'contentSchema']) {
    if (!Object.hasOwn(schema, keyword)) continue;
    log.add(
      'dropped',
      part.site,
      [keyword],
      'told in the description',
      'the strict subset has no content keywords',
    );
  }
  return said;
}

/** Said of the target of a reference by those who use it, or of nothing at all. */
const TOLD: ReadonlySet<string> = new Set(['description', '$defs', 'definitions']);

/** Reports what stands beside a reference, or in a schema that says nothing else. */
export function recordSkippedSchema(site: Site, leadsOn: string | undefined, log: ChangeLog): void {
  if (!isObject(site.schema)) return;
  for (const keyword of Object.keys(site.schema)) {
    if (TOLD.has(keyword)) continue;
    if (keyword === 'allOf' && leadsOn === 'allOf') {
      log.add('exact', site, [keyword], 'merged', 'the strict subset has no "allOf"');
    } else if (ANNOTATION_KEYWORDS.has(keyword)) {
      log.add('dropped', site, [keyword], `${keyword} is not on the wire`, NOT_VALUES);
    } else if (keyword !== '$ref' && keyword !== '$dynamicRef' && keyword !== '$recursiveRef') {
      log.add(
        'exact',
        site,
        [keyword],
        `${keyword} is left out`,
        'this draft takes no keyword beside "$ref"',
      );
    }
  }
}
