import type { ProcessFailureCause, TurnErrorCode } from '../../outcome/outcome.js';
import type { BatchResult } from '../batch-result.js';

/** How a task ended, as its line in the journal says. */
export type ResultStatus = Pick<BatchResult, 'kind'> & {
  readonly retryable?: boolean;
  readonly workMayHaveRun?: boolean;
  readonly error?: { readonly code?: string };
  readonly detail?: { readonly threadId?: string | null };
  readonly cause?: string;
};

/** Failures of the account: after a login or with a new limit, the task may succeed. */
const OF_THE_ACCOUNT: ReadonlySet<string | undefined> = new Set<TurnErrorCode>(['auth', 'usage_limit']);

/** Failures of the machine, its configuration or the flags: once they are fixed, the task may succeed. */
const BEFORE_THE_TASK: ReadonlySet<string | undefined> = new Set<ProcessFailureCause>([
  'not_logged_in',
  'not_trusted_directory',
  'bad_argument',
  'bad_config',
  'schema_file_rejected',
  'output_file',
]);

/**
 * Whether a resumed batch skips a task that ended like this. It runs tasks again that were interrupted, that failed
 * temporarily, or that failed because of the machine or the account. Other failures belong to the task, and would
 * cost the same tokens again.
 */
export function isFinal({ kind, retryable, error, cause }: ResultStatus): boolean {
  switch (kind) {
    case 'aborted':
    // Reading it again costs nothing.
    case 'invalid_task':
    case 'codex_not_found':
    case 'spawn_failed':
    case 'schema_file':
    case 'unsupported':
      return false;
    case 'turn_failed':
      return retryable !== true && !OF_THE_ACCOUNT.has(error?.code);
    case 'process_failed':
      return retryable !== true && !BEFORE_THE_TASK.has(cause);
    default:
      return retryable !== true;
  }
}

/**
 * Whether a result may replace those of an earlier batch: it is final, and codex had started to work on it. Failures
 * of a batch that cannot start (codex is missing, exits at once or has no login, or the schema is rejected) may
 * not.
 */
export function mayReplaceOldResults(ending: ResultStatus): boolean {
  if (ending.kind === 'ok' || !isFinal(ending)) return ending.kind === 'ok';
  return ending.workMayHaveRun !== false && ending.detail?.threadId !== null;
}

export type DoneKind = BatchResult['kind'];

/** Maps kinds to the numbers that entries store; negative if the task has to run again. */
export class Kinds {
  readonly #names: string[] = [];
  readonly #rerunFailed: boolean;

  constructor(rerunFailed: boolean) {
    this.#rerunFailed = rerunFailed;
  }

  note(ending: ResultStatus): number {
    const { kind } = ending;
    if (!this.#names.includes(kind)) this.#names.push(kind);
    const number = this.#names.indexOf(kind) + 1;
    const isDone = isFinal(ending) && (kind === 'ok' || !this.#rerunFailed);
    return isDone ? number : -number;
  }

  isOk(note: number): boolean {
    return this.#names[Math.abs(note) - 1] === 'ok';
  }

  finalKind(note: number): DoneKind | false {
    return note > 0 ? (this.#names[note - 1] as DoneKind) : false;
  }
}
