import type { ProcessFailureCause, TurnErrorCode } from '../../outcome/outcome.js';
import type { BatchResult } from '../batch-result.js';

/** What a journal's line says of how its task ended. */
export type ResultStatus = Pick<BatchResult, 'kind'> & {
  readonly retryable?: boolean;
  readonly workMayHaveRun?: boolean;
  readonly error?: { readonly code?: string };
  readonly detail?: { readonly threadId?: string | null };
  readonly cause?: string;
};

/** The account, not the task: signed in or with a new limit, the task may well succeed. */
const OF_THE_ACCOUNT: ReadonlySet<string | undefined> = new Set<TurnErrorCode>(['auth', 'usage_limit']);

/** The machine, its configuration or the flags: once they are mended, the task may well succeed. */
const BEFORE_THE_TASK: ReadonlySet<string | undefined> = new Set<ProcessFailureCause>([
  'not_logged_in',
  'not_trusted_directory',
  'bad_argument',
  'bad_config',
  'schema_file_rejected',
  'output_file',
]);

/**
 * Whether a resumed batch leaves a task alone that ended like this. Run again is what was interrupted, what
 * passes by itself, and what was the machine's or the account's fault; all else is the task's own and would cost
 * the same tokens for the same failure.
 */
export function isFinal({ kind, retryable, error, cause }: ResultStatus): boolean {
  switch (kind) {
    case 'aborted':
    // Read again: that costs nothing.
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
 * Whether a result may take the place of those of an earlier batch: it is final, and codex had begun to work on it.
 * What befalls a batch that cannot even begin (codex is not there, exits at once, is signed out, is given a schema
 * that is refused) may not.
 */
export function mayReplaceOldResults(ending: ResultStatus): boolean {
  if (ending.kind === 'ok' || !isFinal(ending)) return ending.kind === 'ok';
  return ending.workMayHaveRun !== false && ending.detail?.threadId !== null;
}

export type DoneKind = BatchResult['kind'];

/** Kinds as the numbers that rows keep; negative where the task is to run again. */
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
