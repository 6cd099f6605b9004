import type {
  SchemaEncodeFailure,
  SchemaEncodeReason,
  SchemaUnsupportedFailure,
} from '../outcome/outcome.js';
import type { SchemaIssue, SourcePosition } from './issue.js';

/** The schema cannot be used at all. `message` is one whole sentence. */
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

/** The schema is one, but cannot be sent. There is at least one issue, the most important first. */
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

/** ` at "/a/b" (line 3, column 5)`, with what is known of it. */
export function describePlace(pointer: string, position: SourcePosition | undefined): string {
  const where = pointer === '' ? 'at its root' : `at ${JSON.stringify(pointer)}`;
  return position === undefined ? where : `${where} (line ${position.line}, column ${position.column})`;
}
