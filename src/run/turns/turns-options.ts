import type { Command } from '../../codex/command.js';
import { passthroughSchemaPath } from '../../codex/passthrough-args.js';
import type { OutcomeKind, TransportName } from '../../outcome/outcome.js';

/** How often and for what a run makes more than one turn. */
export interface TurnsOptions {
  /**
   * How often the model is asked again, on the same thread, where its answer is `invalid_json`,
   * `invalid_structured_output`, `schema_mismatch`, `parse_failed` or `no_structured_output`: it is told what
   * was wrong with it. Default 0. Not for ephemeral threads by `codex exec`, which cannot be gone on with.
   */
  readonly repair?: number;
  /**
   * How often a turn that failed for a passing reason (`retryable`: rate limit, overload, lost stream, busy
   * CODEX_HOME) is made again, after a wait. Default 0. A turn that may have done work is not made again.
   */
  readonly retry?: number;
  /** Also where the failed turn may have done work, which may then be done twice. Default false. */
  readonly retryUnsafe?: boolean;
  /** Told before each wait. */
  readonly onRetry?: (retry: RetryWait) => void;
  /**
   * A turn without the schema first, then one on the same thread that puts its result into the schema: for
   * models that use no tools under a schema. Default false. `review` is made like that anyway.
   */
  readonly twoStep?: boolean;
}

/** A wait before a turn is made again. */
export interface RetryWait {
  /** From 1. */
  readonly retry: number;
  /** At most so many. */
  readonly of: number;
  readonly waitMs: number;
  /** Why: kind and message of the failure. */
  readonly kind: OutcomeKind;
  readonly message: string;
}

/** More repairs or retries than this are a mistake. */
export const MAX_TURNS = 1000;

export type TurnCounts = Omit<TurnsOptions, 'onRetry'>;

/** What is wrong with these options together, as one sentence; null: nothing. */
export function turnsProblem(
  { subcommand, options: codex }: Command,
  { repair = 0, retry = 0, twoStep = false, retryUnsafe = false }: TurnCounts,
  transport: TransportName,
): string | null {
  if (retryUnsafe && retry === 0) return '--retry-unsafe goes with --retry.';
  if (twoStep && subcommand === 'review') return "'review' takes two steps anyway; leave out --two-step.";
  if (twoStep && passthroughSchemaPath(codex) !== null) {
    return '--two-step needs the schema for its second turn only: leave out the --output-schema after --.';
  }
  const isEphemeral = codex.ephemeral === true || codex.extraArgs?.includes('--ephemeral') === true;
  const flag = twoStep ? '--two-step' : repair > 0 ? '--repair' : null;
  if (flag !== null && isEphemeral && transport === 'exec') {
    return `${flag} goes on with the thread, and codex exec cannot go on with an ephemeral one: leave out --ephemeral, or use --transport app-server.`;
  }
  if (flag !== null && (codex.worktree === true || codex.extraArgs?.includes('--worktree') === true)) {
    return `${flag} resumes the thread, and codex resumes it outside of its worktree: leave out --worktree.`;
  }
  return null;
}
