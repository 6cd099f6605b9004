import type { SchemaIssue } from '../diagnostics/issue.js';
import {
  describePlace,
  type SchemaEncodeFailure,
  type SchemaUnsupportedFailure,
  schemaEncodeFailure,
  schemaUnsupportedFailure,
} from '../diagnostics/schema-failures.js';
import { quoteKey } from '../json/explain.js';
import { isJsonObject, type JsonValue } from '../json/value.js';
import { formatList } from '../text/format-list.js';
import type { SchemaMode } from './compiled-schema.js';
import {
  type BrokenReference,
  brokenReferenceIssue,
  describeBrokenReference,
  findBrokenReferences,
} from './dialect/broken-references.js';
import { CHECKED_FORMATS } from './dialect/checked-formats.js';
import { SchemaDocument } from './dialect/document.js';
import { type Dialect, dialectOf } from './dialect/draft.js';
import { hasReference, reachedSites } from './dialect/reached-sites.js';
import { pointerOf } from './dialect/site.js';
import { walk } from './dialect/walk.js';
import type { LoadedSchema } from './load-schema.js';
import { checkMetaSchema, type MetaSchemaReport } from './meta-schema/check.js';

/** A valid schema that can be compiled. */
export interface ValidSchema {
  readonly dialect: Dialect;
  /** What was accepted although it is not correct, one sentence each. */
  readonly notices: readonly string[];
}

/** A generated schema may have thousands of alike issues. */
const maxIssues = 100;

/** Checks that a schema is valid JSON Schema and needs no other document. Does not load the validator. */
export function validateSchema(
  loaded: LoadedSchema,
  mode: SchemaMode,
): ValidSchema | SchemaEncodeFailure | SchemaUnsupportedFailure {
  const { value, subject } = loaded;
  const dialect = dialectOf(value);
  const named = unknownDraft(value, dialect);
  if (named === 'older') return tooOld(loaded);
  const { report, broken } = examine(value, dialect);
  if (report.invalidity !== undefined) {
    const { pointer, wanted } = report.invalidity;
    return refuse(loaded, 'invalid_schema', pointer, (place) => `the value ${place} must be ${wanted}`);
  }
  const unusable = broken.find(({ kind }) => kind !== 'remote');
  if (unusable !== undefined) return refuseReference(loaded, unusable);

  // In strict mode, the lint finds these.
  const [first, ...rest] =
    mode === 'strict'
      ? []
      : [
          // Adapt mode sends `true` as any value, as text.
          ...(mode === 'adapt' ? [] : booleanRoot(loaded)),
          ...broken.slice(0, maxIssues).map(({ ref, pointer }) => ({
            ...brokenReferenceIssue('remote', ref, pointer),
            ...loaded.positionOf(pointer),
          })),
        ];
  if (first !== undefined) return schemaUnsupportedFailure(subject, [first, ...rest]);
  return { dialect, notices: noticesOf(report, named === 'own') };
}

interface Examination {
  readonly report: MetaSchemaReport;
  readonly broken: readonly BrokenReference[];
}

/** Checks the document by its meta-schema, then its references, and then what only references lead to. */
function examine(value: JsonValue, dialect: Dialect): Examination {
  const report = checkMetaSchema(value, dialect);
  const refers = [...walk(value, dialect)].some(({ schema }) => hasReference(schema));
  if (report.invalidity !== undefined || !refers) return { report, broken: [] };
  const document = new SchemaDocument(value, dialect);
  const { roots, all } = reachedSites(document);
  const places = roots.map((site) => ({ value: site.schema, pointer: pointerOf(site) }));
  const whole = places.length === 0 ? report : checkMetaSchema(value, dialect, places);
  return { report: whole, broken: findBrokenReferences(document, all) };
}

/** Other names of the newest draft. */
const NEWEST = new Set(['json-schema.org/schema', 'json-schema.org/draft/next/schema']);

const OLDER = /^json-schema\.org\/draft-0[0-35]\//;

/**
 * Returns what an unknown `$schema` is: another name of the newest draft, a draft from before draft-04, or the
 * author's own meta-schema.
 */
function unknownDraft(value: JsonValue, dialect: Dialect): 'newest' | 'older' | 'own' | undefined {
  if (dialect.declared !== 'unknown' || !isJsonObject(value)) return undefined;
  const uri = String(value['$schema']).trim();
  const bare = uri.replace(/^https?:\/\//i, '').replace(/#$/, '');
  if (NEWEST.has(bare)) return 'newest';
  return OLDER.test(bare) ? 'older' : 'own';
}

function noticesOf(report: MetaSchemaReport, ownMetaSchema: boolean): string[] {
  const notices: string[] = [];
  if (ownMetaSchema) notices.push('The "$schema" is not a known draft; the schema is read as draft 2020-12.');
  if (report.laterKeywords.size > 0) {
    const names = quoteAll(report.laterKeywords);
    notices.push(
      `The schema declares draft-04 but uses ${names}, with the meaning of the drafts that define them.`,
    );
  }
  const unknown = [...report.formats].filter((format) => !CHECKED_FORMATS.has(format));
  if (unknown.length > 0) notices.push(`Unknown formats are not checked: ${quoteAll(unknown)}.`);
  return notices;
}

function quoteAll(names: Iterable<string>): string {
  return formatList(
    [...names].map((name) => quoteKey(name)),
    10,
  );
}

function refuse(
  loaded: LoadedSchema,
  reason: 'invalid_schema' | 'dangling_ref',
  pointer: string,
  explain: (place: string) => string,
): SchemaEncodeFailure {
  const position = loaded.positionOf(pointer);
  const why = explain(describePlace(pointer, position));
  return schemaEncodeFailure(reason, `${loaded.subject} is not a valid JSON Schema: ${why}.`, {
    pointer,
    position,
  });
}

function tooOld(loaded: LoadedSchema): SchemaEncodeFailure {
  return refuse(
    loaded,
    'invalid_schema',
    '/$schema',
    (place) => `the draft ${place} is too old; convert the schema to draft-04 or later`,
  );
}

function refuseReference(loaded: LoadedSchema, broken: BrokenReference): SchemaEncodeFailure {
  const reason = broken.kind === 'dangling' ? 'dangling_ref' : 'invalid_schema';
  return refuse(loaded, reason, broken.pointer, (place) => describeBrokenReference(broken, place));
}

function booleanRoot({ value, positionOf }: LoadedSchema): SchemaIssue[] {
  if (typeof value !== 'boolean') return [];
  const message = `The root is ${value}, but it must be an object.`;
  const hint = 'Describe the answer with a schema that is an object.';
  return [{ code: 'boolean_root', severity: 'error', pointer: '', ...positionOf(''), message, hint }];
}
