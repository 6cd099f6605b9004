import { ofKind } from '../outcome/consequences.js';
import { abortedMessage } from '../outcome/messages.js';
import type {
  AbortedFailure,
  SchemaEncodeFailure,
  SchemaFileFailure,
  SchemaUnsupportedFailure,
} from '../outcome/outcome.js';
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
export function notConvertible(error: unknown): SchemaEncodeFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    ok: false,
    kind: 'schema_encode',
    reason: 'not_serialisable',
    message: `The schema cannot be turned into a JSON Schema: ${reason}`,
    ...ofKind('schema_encode'),
  };
}

/** No sample of the schema was found, so a rehearsal has nothing to answer. */
export function noSample(error: NoSampleError): SchemaUnsupportedFailure {
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
    ...ofKind('schema_unsupported'),
  };
}

/** The rehearsal could not make its private CODEX_HOME. */
export function noPrivateHome(error: unknown): SchemaFileFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    ok: false,
    kind: 'schema_file',
    reason,
    message: `The temporary directory of the rehearsal could not be made: ${reason}. Check TMPDIR and free space.`,
    ...ofKind('schema_file'),
  };
}
