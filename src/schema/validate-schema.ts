import type { SchemaIssue } from '../diagnostics/issue.js';
import {
  describePlace,
  type SchemaEncodeFailure,
  type SchemaUnsupportedFailure,
  schemaEncodeFailure,
  schemaUnsupportedFailure,
} from '../diagnostics/schema-failures.js';
import { isJsonObject, type JsonValue } from '../json/value.js';
import { formatList } from '../text/format-list.js';
import type { SchemaMode } from './compiled-schema.js';
import {
  type BrokenReference,
  describeBrokenReference,
  findBrokenReferences,
} from './dialect/broken-references.js';
import { CHECKED_FORMATS } from './dialect/checked-formats.js';
import { type Dialect, dialectOf } from './dialect/draft.js';
import { unknownDraft } from './dialect/named-draft.js';
import type { LoadedSchema } from './load-schema.js';
import { checkMetaSchema, type MetaSchemaReport } from './meta-schema/check.js';
import { findUnsafeIntegers } from './unsafe-integers.js';

/** A schema that is a valid one and can be compiled. */
export interface ValidSchema {
  readonly dialect: Dialect;
  /** What was understood with leniency, one sentence each. */
  readonly notices: readonly string[];
}

/** Enough for one reading; a generated schema may have thousands alike. */
const maxIssues = 100;

/** Whether what was loaded is a valid JSON Schema that is complete in itself. Loads no validator. */
export function validateSchema(
  loaded: LoadedSchema,
  mode: SchemaMode,
): ValidSchema | SchemaEncodeFailure | SchemaUnsupportedFailure {
  const { value, subject } = loaded;
  const dialect = dialectOf(value);
  const named = namedDraft(value, dialect);
  if (named === 'older') return tooOld(loaded);
  const report = checkMetaSchema(value, dialect);
  if (report.invalidity !== undefined) {
    const { pointer, wanted } = report.invalidity;
    return refuse(loaded, 'invalid_schema', pointer, (place) => `what stands ${place} must be ${wanted}`);
  }
  const broken = findBrokenReferences(value, dialect);
  const unusable = broken.find(({ kind }) => kind !== 'remote');
  if (unusable !== undefined) return refuseReference(loaded, unusable);

  const unsafe = findUnsafeIntegers(value, maxIssues);
  // The strict lint finds these too, beside all else that it has to say.
  const [first, ...rest] =
    mode === 'strict'
      ? []
      : [
          // Adapted, `true` is any value, as text.
          ...(mode === 'adapt' ? [] : booleanRoot(loaded)),
          ...broken.slice(0, maxIssues).map((reference) => remote(loaded, reference)),
        ];
  if (first !== undefined) return schemaUnsupportedFailure(subject, [first, ...rest]);
  return { dialect, notices: noticesOf(report, named === 'own', unsafe) };
}

function namedDraft(value: JsonValue, dialect: Dialect): ReturnType<typeof unknownDraft> | undefined {
  if (dialect.declared !== 'unknown' || !isJsonObject(value)) return undefined;
  return unknownDraft(String(value['$schema']));
}

function noticesOf(report: MetaSchemaReport, ownMetaSchema: boolean, unsafe: readonly string[]): string[] {
  const notices: string[] = [];
  if (ownMetaSchema)
    notices.push('The "$schema" is no draft that is known here: the schema is read as draft 2020-12.');
  if (report.laterKeywords.size > 0) {
    const names = quoteAll(report.laterKeywords);
    notices.push(`The schema says draft-04 but uses ${names}: understood as in the drafts that define them.`);
  }
  const unknown = [...report.formats].filter((format) => !CHECKED_FORMATS.has(format));
  if (unknown.length > 0) notices.push(`Not checked, because unknown: the format ${quoteAll(unknown)}.`);
  if (unsafe.length > 0) {
    notices.push(
      `Integers beyond 2^53-1 in the schema are rounded when an answer is checked: ${quoteAll(unsafe)}.`,
    );
  }
  return notices;
}

function quoteAll(names: Iterable<string>): string {
  return formatList(
    [...names].map((name) => JSON.stringify(name.slice(0, 60))),
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
    (place) => `the draft named ${place} is too old, convert it to draft-04 or later`,
  );
}

function refuseReference(loaded: LoadedSchema, broken: BrokenReference): SchemaEncodeFailure {
  const reason = broken.kind === 'dangling' ? 'dangling_ref' : 'invalid_schema';
  return refuse(loaded, reason, broken.pointer, (place) => describeBrokenReference(broken, place));
}

function issueAt(
  loaded: LoadedSchema,
  pointer: string,
  rest: Pick<SchemaIssue, 'code' | 'message' | 'hint'>,
): SchemaIssue {
  return { severity: 'error', pointer, ...loaded.positionOf(pointer), ...rest };
}

function booleanRoot(loaded: LoadedSchema): SchemaIssue[] {
  if (typeof loaded.value !== 'boolean') return [];
  const issue = issueAt(loaded, '', {
    code: 'boolean_root',
    message: `The whole schema is ${loaded.value}.`,
    hint: 'Describe the answer with a schema that is an object.',
  });
  return [issue];
}

function remote(loaded: LoadedSchema, { pointer, ref }: BrokenReference): SchemaIssue {
  return issueAt(loaded, pointer, {
    code: 'remote_ref',
    message: `The reference ${JSON.stringify(ref.slice(0, 200))} leads to another document.`,
    hint: 'Nothing is fetched: copy what it refers to into "$defs".',
  });
}
