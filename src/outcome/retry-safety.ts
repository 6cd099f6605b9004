import type { TurnState } from '../events/turn-state.js';
import type { FailureKind, ProcessFailureCause, TurnErrorCode } from './outcome.js';

/** What a caller has to know before running again. */
export interface RetrySafety {
  readonly workMayHaveRun: boolean;
  readonly retryable: boolean;
}

const NOTHING_RAN: RetrySafety = { workMayHaveRun: false, retryable: false };
const RAN: RetrySafety = { workMayHaveRun: true, retryable: false };

const TRANSIENT: ReadonlySet<TurnErrorCode> = new Set(['rate_limit', 'overloaded', 'stream_lost']);

/** `turn_failed`: whether work was seen decides the one, the error's code the other. */
export function retrySafetyOfTurnError(code: TurnErrorCode, sawWork: boolean): RetrySafety {
  // A refused schema is refused with the first request: no tool can have run.
  if (code === 'schema_rejected') return NOTHING_RAN;
  return { workMayHaveRun: sawWork, retryable: TRANSIENT.has(code) };
}

/** What codex refuses before its first event. */
const BEFORE_ANY_EVENT: ReadonlySet<ProcessFailureCause> = new Set([
  'not_trusted_directory',
  'schema_file_rejected',
  'session_not_found',
  'bad_config',
  'bad_argument',
]);

/** `process_failed`: some causes stop codex before it does anything. */
export function retrySafetyOfProcessFailure(
  cause: ProcessFailureCause,
  turn: Pick<TurnState, 'sawEvent' | 'sawWork' | 'message' | 'terminal'>,
): RetrySafety {
  // A CODEX_HOME that another codex holds.
  if (cause === 'database_locked' && !turn.sawEvent) return { workMayHaveRun: false, retryable: true };
  if (BEFORE_ANY_EVENT.has(cause) && !turn.sawEvent) return NOTHING_RAN;
  // codex makes the thread first, and then looks at the prompt.
  const began = turn.sawWork || turn.message !== null || turn.terminal !== null;
  return cause === 'prompt_rejected' && !began ? NOTHING_RAN : RAN;
}

/** Every kind whose consequences do not depend on what was seen. */
export function retrySafetyOfKind(kind: Exclude<FailureKind, 'turn_failed' | 'process_failed'>): RetrySafety {
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
