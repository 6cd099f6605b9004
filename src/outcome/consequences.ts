import type { FailureKind, ProcessFailureCause, TurnErrorCode } from './outcome.js';

/** What a caller has to know before running again. */
export interface Consequences {
  readonly workMayHaveRun: boolean;
  readonly retryable: boolean;
}

const NOTHING_RAN: Consequences = { workMayHaveRun: false, retryable: false };
const RAN: Consequences = { workMayHaveRun: true, retryable: false };

const TRANSIENT: ReadonlySet<TurnErrorCode> = new Set(['rate_limit', 'overloaded', 'stream_lost']);

/** `turn_failed`: whether work was seen decides the one, the error's code the other. */
export function ofTurnError(code: TurnErrorCode, sawWork: boolean): Consequences {
  // A refused schema is refused with the first request: no tool can have run.
  if (code === 'schema_rejected') return NOTHING_RAN;
  return { workMayHaveRun: sawWork, retryable: TRANSIENT.has(code) };
}

/** `process_failed`: a CODEX_HOME that another codex holds stops codex before it does anything. */
export function ofProcessFailure(cause: ProcessFailureCause, sawEvent: boolean): Consequences {
  return cause === 'database_locked' && !sawEvent ? { workMayHaveRun: false, retryable: true } : RAN;
}

/** Every kind whose consequences do not depend on what was seen. */
export function ofKind(kind: Exclude<FailureKind, 'turn_failed' | 'process_failed'>): Consequences {
  switch (kind) {
    case 'schema_encode':
    case 'schema_unsupported':
    case 'schema_file':
    case 'unsupported':
    case 'spawn_failed':
    case 'codex_not_found':
      return NOTHING_RAN;
    default:
      return RAN;
  }
}
