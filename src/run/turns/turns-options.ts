import type { Command } from '../../codex/command.js';
import { passthroughSchemaPath } from '../../codex/passthrough-args.js';
import type { OutcomeKind, TransportName } from '../../outcome/outcome.js';

/** When a run has more than one turn. */
export interface TurnsOptions {
  /**
   * How often to ask the model to correct its answer, on the same thread, if the outcome would be `invalid_json`,
   * `invalid_structured_output`, `schema_mismatch`, `parse_failed` or `no_structured_output`. The prompt says what
   * was wrong. Default 0. Not available for ephemeral threads of `codex exec`, which cannot be continued.
   */
  readonly repair?: number;
  /**
   * How often to retry a turn, after a wait, if its failure is temporary (`retryable`: rate limit, overload, lost
   * stream, busy CODEX_HOME). Default 0. A turn that may have done work is not retried.
   */
  readonly retry?: number;
  /** Also retry a turn that may have done work, which may then be done twice. Default false. */
  readonly retryUnsafe?: boolean;
  /** Called before each wait for a retry. */
  readonly onRetry?: (retry: RetryWait) => void;
  /**
   * Run a first turn without the schema, and a second on the same thread that returns its result in the schema: for
   * models that do not use tools with a schema. Default false. `review` always works this way.
   */
  readonly twoStep?: boolean;
}

/** A wait before a turn is retried. */
export interface RetryWait {
  /** The number of this retry, from 1. */
  readonly retry: number;
  /** The maximum number of retries. */
  readonly of: number;
  /** The length of the wait, in milliseconds. */
  readonly waitMs: number;
  /** The kind of the failure. */
  readonly kind: OutcomeKind;
  /** The message of the failure. */
  readonly message: string;
}

/** The maximum of `repair` and of `retry`. */
export const MAX_TURNS = 1000;

export type TurnCounts = Omit<TurnsOptions, 'onRetry'>;

/** Returns what is wrong with these options together, as one sentence; null if nothing is. */
export function turnsProblem(
  { subcommand, options: codex }: Command,
  { repair = 0, retry = 0, twoStep = false, retryUnsafe = false }: TurnCounts,
  transport: TransportName,
): string | null {
  if (retryUnsafe && retry === 0) return "'retryUnsafe' requires 'retry'.";
  if (twoStep && subcommand === 'review') return "'review' always takes two steps; remove 'twoStep'.";
  if (twoStep && passthroughSchemaPath(codex) !== null) {
    return "'twoStep' sends the schema only with its second turn; remove --output-schema from 'extraArgs'.";
  }
  const isEphemeral = codex.ephemeral === true || codex.extraArgs?.includes('--ephemeral') === true;
  const option = twoStep ? "'twoStep'" : repair > 0 ? "'repair'" : null;
  if (option !== null && isEphemeral && transport === 'exec') {
    return `${option} continues the thread, but codex exec cannot continue an ephemeral thread; remove 'ephemeral', or use the app-server transport.`;
  }
  if (option !== null && (codex.worktree === true || codex.extraArgs?.includes('--worktree') === true)) {
    return `${option} resumes the thread, but codex resumes it outside of its worktree; remove 'worktree'.`;
  }
  return null;
}
