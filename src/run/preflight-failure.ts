import { AbortedBySignal } from '../codex/turn-request.js';
import {
  type SchemaEncodeFailure,
  type SchemaUnsupportedFailure,
  schemaEncodeFailure,
} from '../diagnostics/schema-failures.js';
import { abortedMessage } from '../outcome/messages.js';
import type { AbortedFailure, SchemaFileFailure } from '../outcome/outcome.js';
import { retrySafetyOfKind } from '../outcome/retry-safety.js';
import type { NoSampleError } from '../rehearsal/sample.js';
import { NotConvertibleError } from './convert-schema.js';

/** Failures before codex is started. */

/** Returns the failure of a run that was aborted before anything started. */
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

/** Returns the failure of a Standard Schema whose converter threw: it has no JSON Schema form. */
export function schemaNotConvertible(error: unknown): SchemaEncodeFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return schemaEncodeFailure(
    'not_serialisable',
    `The schema cannot be converted to a JSON Schema: ${reason}`,
    error instanceof NotConvertibleError ? { pointer: error.pointer } : {},
  );
}

/** Returns the failure of a rehearsal without an answer: no sample of the schema was found. */
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

/** Returns the failure of a rehearsal that could not create its private CODEX_HOME. */
export function privateHomeFailure(error: unknown): SchemaFileFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    ok: false,
    kind: 'schema_file',
    reason,
    message: `The rehearsal could not create its temporary directory: ${reason}. Check TMPDIR and free space.`,
    ...retrySafetyOfKind('schema_file'),
  };
}
