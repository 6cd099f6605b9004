import type { SchemaIssue, SourcePosition } from './issue.js';

/** Returns the failure of a schema that cannot be used at all. `message` is one sentence. */
export function schemaEncodeFailure(
  reason: SchemaEncodeReason,
  message: string,
  place: { pointer?: string | undefined; position?: SourcePosition | undefined } = {},
): SchemaEncodeFailure {
  return {
    ok: false,
    kind: 'schema_encode',
    reason,
    message,
    ...(place.pointer === undefined ? {} : { pointer: place.pointer }),
    ...(place.position === undefined ? {} : { position: place.position }),
    workMayHaveRun: false,
    retryable: false,
  };
}

/** Returns the failure of a valid schema that cannot be sent. The most important issue comes first. */
export function schemaUnsupportedFailure(
  subject: string,
  issues: readonly [SchemaIssue, ...SchemaIssue[]],
): SchemaUnsupportedFailure {
  const [first] = issues;
  const others = issues.length - 1;
  const more =
    others === 0 ? '' : ` There ${others === 1 ? 'is 1 more finding' : `are ${others} more findings`}.`;
  return {
    ok: false,
    kind: 'schema_unsupported',
    issues,
    message: `${subject} cannot be used: ${first.message} ${first.hint}${more}`,
    workMayHaveRun: false,
    retryable: false,
  };
}

/** Returns the known part of ` at "/a/b" (line 3, column 5)`. */
export function describePlace(pointer: string, position: SourcePosition | undefined): string {
  const where = pointer === '' ? 'at its root' : `at ${JSON.stringify(pointer)}`;
  return position === undefined
    ? where
    : `${where} (${position.file === undefined ? '' : `${position.file}, `}line ${position.line}, column ${position.column})`;
}
/** The fields of every failure. */
export interface FailureBase<K extends string> {
  readonly ok: false;
  readonly kind: K;
  /** One sentence for a person: what happened and what to do next. */
  readonly message: string;
  /** Whether codex may have changed something (run commands, edited files) before this failure. */
  readonly workMayHaveRun: boolean;
  /** Whether the same run may succeed if it is repeated unchanged. */
  readonly retryable: boolean;
}

/** The schema cannot be read, is not JSON, is not a valid JSON Schema, or cannot be serialized. */
export interface SchemaEncodeFailure extends FailureBase<'schema_encode'> {
  /** Why the schema cannot be used. */
  readonly reason: SchemaEncodeReason;
  /** RFC 6901 pointer of the place in the schema, if there is one. */
  readonly pointer?: string;
  /** The place in the author's text; absent if the schema was passed as an object. */
  readonly position?: SourcePosition;
}

/** Why a schema cannot be used at all. */
export type SchemaEncodeReason =
  /** The file or stdin cannot be read. */
  | 'unreadable'
  /** The file or text is empty. */
  | 'empty'
  /** Not JSON (or the format of its file name). */
  | 'syntax'
  /** An object names a key twice. */
  | 'duplicate_key'
  /** Not an object, such as `5` or `"x"`. */
  | 'not_a_schema'
  /** An object, but not a valid JSON Schema. */
  | 'invalid_schema'
  /** A local `$ref` without a target. */
  | 'dangling_ref'
  /** A cycle, a BigInt, a function …: it has no JSON form. */
  | 'not_serialisable'
  /** Nested deeper than supported. */
  | 'too_deep';

/** The schema is valid but cannot be sent. Nothing ran. */
export interface SchemaUnsupportedFailure extends FailureBase<'schema_unsupported'> {
  /** What the strict subset does not support; never empty. */
  readonly issues: readonly SchemaIssue[];
}
