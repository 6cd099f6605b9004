import type { TurnState } from '../events/turn-state.js';
import type { FailureKind, ProcessFailureCause, TurnErrorCode } from './outcome.js';

/** What a caller must know before running again. */
export interface RetrySafety {
  readonly workMayHaveRun: boolean;
  readonly retryable: boolean;
}

const NOTHING_RAN: RetrySafety = { workMayHaveRun: false, retryable: false };
const RAN: RetrySafety = { workMayHaveRun: true, retryable: false };

const TRANSIENT: ReadonlySet<TurnErrorCode> = new Set(['rate_limit', 'overloaded', 'stream_lost']);

/** For `turn_failed`: depends on whether work was seen, and on the error's code. */
export function retrySafetyOfTurnError(code: TurnErrorCode, sawWork: boolean): RetrySafety {
  // A schema is rejected with the first request, before any tool can run.
  if (code === 'schema_rejected') return NOTHING_RAN;
  return { workMayHaveRun: sawWork, retryable: TRANSIENT.has(code) };
}

/** Causes for which codex fails before its first event. */
const BEFORE_ANY_EVENT: ReadonlySet<ProcessFailureCause> = new Set([
  'not_trusted_directory',
  'schema_file_rejected',
  'session_not_found',
  'bad_config',
  'bad_argument',
]);

/** For `process_failed`: some causes stop codex before it does anything. */
export function retrySafetyOfProcessFailure(
  cause: ProcessFailureCause,
  turn: Pick<TurnState, 'sawEvent' | 'sawWork' | 'message' | 'terminal'>,
): RetrySafety {
  // Another codex uses the CODEX_HOME.
  if (cause === 'database_locked' && !turn.sawEvent) return { workMayHaveRun: false, retryable: true };
  if (BEFORE_ANY_EVENT.has(cause) && !turn.sawEvent) return NOTHING_RAN;
  // codex creates the thread before it reads the prompt.
  const began = turn.sawWork || turn.message !== null || turn.terminal !== null;
  return cause === 'prompt_rejected' && !began ? NOTHING_RAN : RAN;
}

/** For all other kinds, whose consequences do not depend on the turn. */
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
