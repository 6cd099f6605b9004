import { isJsonObject, type JsonValue } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { ANNOTATION_KEYWORDS } from '../../dialect/keywords.js';
import type { Site } from '../../dialect/site.js';
import type { ChangeLog } from '../report/change-log.js';
import { authorDescription } from './canonicalize.js';
import { excerpt } from './description-text.js';
import { REFERENCE_KEYWORDS } from './flatten.js';
import type { SchemaPart } from './node.js';

/** Returns the author's description of a node in sentences, its default and examples included. */
export function annotationSentences(parts: readonly SchemaPart[], log: ChangeLog): string[] {
  const sentences: string[] = [];
  for (const { inherited, site } of parts) {
    const text = inherited ? undefined : authorDescription(site);
    if (text !== undefined) sentences.push(text);
  }
  for (const part of parts) if (!part.inherited) addHints(part, log, sentences);
  return sentences;
}

/** Keywords that do not restrict values and are not described either. */
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
const NO_CONTENT = 'the strict subset has no content keywords';

/** Annotations that are stated in the description: why, and in which sentence. */
const TOLD: readonly (readonly [
  keyword: string,
  why: string,
  sentence: (value: JsonValue) => string | undefined,
])[] = [
  ['default', 'providers disagree on "default"', (value) => told('Default', [value])],
  [
    'examples',
    'the strict subset has no "examples"',
    (value) => told('Examples', isArray(value) ? value.slice(0, 3) : []),
  ],
  [
    'deprecated',
    'the strict subset has no "deprecated"',
    (value) => (value === true ? 'Deprecated.' : undefined),
  ],
  [
    'contentEncoding',
    NO_CONTENT,
    (value) => (typeof value === 'string' ? `Encoded as ${value}.` : undefined),
  ],
  [
    'contentMediaType',
    NO_CONTENT,
    (value) => (typeof value === 'string' ? `Media type: ${value}.` : undefined),
  ],
  ['contentSchema', NO_CONTENT, () => undefined],
];

function told(label: string, values: readonly JsonValue[]): string | undefined {
  const texts = values.map((value) => excerpt(value, 120)).filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : `${label}: ${texts.join(', ')}.`;
}

function addHints({ schema, site }: SchemaPart, log: ChangeLog, sentences: string[]): void {
  for (const keyword of UNSAID) if (Object.hasOwn(schema, keyword)) log.drop(site, keyword, NOT_VALUES);
  for (const [keyword, why, sentence] of TOLD) {
    const value = own(schema, keyword);
    if (value === undefined) continue;
    log.add('dropped', site, [keyword], 'stated in the description', why);
    const text = sentence(value);
    if (text !== undefined) sentences.push(text);
  }
}

/** Keywords that are recorded where the schema is used, or not at all. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['description', '$defs', 'definitions']);

/** Records the keywords beside a reference, or of a schema without constraints. */
export function recordSkippedSchema(site: Site, leadsOn: string | undefined, log: ChangeLog): void {
  for (const keyword of isJsonObject(site.schema) ? Object.keys(site.schema) : []) {
    if (TOLD_ELSEWHERE.has(keyword)) continue;
    if (keyword === 'allOf' && leadsOn === 'allOf') {
      log.add('exact', site, [keyword], 'merged', 'the strict subset has no "allOf"');
    } else if (ANNOTATION_KEYWORDS.has(keyword)) {
      log.drop(site, keyword, NOT_VALUES);
    } else if (!REFERENCE_KEYWORDS.includes(keyword)) {
      log.add(
        'exact',
        site,
        [keyword],
        `${keyword} is left out`,
        'this draft ignores keywords beside "$ref"',
      );
    }
  }
}
