import { abortedMessage } from '../outcome/messages.js';
import type {
  AbortedFailure,
  SchemaEncodeFailure,
  SchemaFileFailure,
  SchemaUnsupportedFailure,
} from '../outcome/outcome.js';
import { retrySafetyOfKind } from '../outcome/retry-safety.js';
import type { NoSampleError } from '../rehearsal/sample.js';
import { AbortedBySignal } from '../transports/transport.js';

/** Failures that come before codex is started and belong to no other part. */

/** The run was aborted before anything had started. */
export function abortedBeforeStart(signal: AbortSignal): AbortedFailure {
  const name = signal.reason instanceof AbortedBySignal ? signal.reason.signal : null;
  return {
    ok: false,
    kind: 'aborted',
    signal: name,
    message: abortedMessage(name),
    workMayHaveRun: false,
    retryable: false,
  };
}

/** A Standard Schema's converter threw: its schema has no JSON form. */
export function schemaNotConvertible(error: unknown): SchemaEncodeFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    ok: false,
    kind: 'schema_encode',
    reason: 'not_serialisable',
    message: `The schema cannot be turned into a JSON Schema: ${reason}`,
    ...retrySafetyOfKind('schema_encode'),
  };
}

/** No sample of the schema was found, so a rehearsal has nothing to answer. */
export function noSampleFailure(error: NoSampleError): SchemaUnsupportedFailure {
  const issue = {
    code: 'no_sample',
    severity: 'error',
    pointer: '',
    message: error.what,
    hint: error.advice,
  } as const;
  return {
    ok: false,
    kind: 'schema_unsupported',
    issues: [issue],
    message: error.message,
    ...retrySafetyOfKind('schema_unsupported'),
  };
}

/** The rehearsal could not make its private CODEX_HOME. */
export function privateHomeFailure(error: unknown): SchemaFileFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    ok: false,
    kind: 'schema_file',
    reason,
    message: `The temporary directory of the rehearsal could not be made: ${reason}. Check TMPDIR and free space.`,
    ...retrySafetyOfKind('schema_file'),
  };
}
