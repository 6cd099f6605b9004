import type { BatchResult, ResultKey } from '../../batch/batch-result.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { RetryWait } from '../../run/turns/turns-options.js';
import type { CliIo } from '../io.js';
import type { Messenger } from '../output/messenger.js';
import { openTerminalDisplay } from './batch-progress-block.js';
import { openLogDisplay } from './batch-progress-log.js';
import { BatchProgressState } from './batch-progress-state.js';
import type { ProgressDisplay } from './progress-display.js';

/** What people see of a batch while it runs, on stderr. */
export interface BatchProgress {
  /** A task has begun. */
  started(key: ResultKey): void;
  /** A task of this run has ended. */
  finished(result: BatchResult): void;
  /** A result of an earlier run that need not be made again (`--resume`). */
  carriedOver(result: BatchResult): void;
  /** How many tasks there are, once that is known: all results, the carried over ones too. */
  total(count: number): void;
  /** A sentence for people, said at once, with the display out of its way. */
  notice(sentence: string): void;
  /** A task waits before it is tried again. */
  retry(key: ResultKey, wait: RetryWait): void;
  /** Makes room for text that others write to stderr; the display comes back by itself. */
  clear(): void;
  /** Takes the display away, for good. */
  end(): void;
}

/** What decides how progress is shown. */
export interface ProgressOptions {
  readonly io: CliIo;
  readonly messenger: Messenger;
  /** Nothing but notices. */
  readonly quiet: boolean;
}

/**
 * On a terminal, a block of lines that is drawn in its place; elsewhere, a line now and then; with `quiet`,
 * nothing but notices.
 */
export async function startBatchProgress(options: ProgressOptions): Promise<BatchProgress> {
  const { io, messenger } = options;
  const state = new BatchProgressState(Date.now());
  const follower = await follow(options, state);
  const counted = (count: () => void) => {
    count();
    follower?.changed();
  };
  return {
    started: (key) => state.started(key),
    finished: (result) => counted(() => state.finished(result, Date.now())),
    carriedOver: (result) => counted(() => state.carriedOver(result)),
    total: (count) => state.total(count),
    notice(sentence) {
      follower?.clear();
      messenger.error(sentence);
    },
    retry(key, wait) {
      state.retry(key, wait.waitMs, Date.now());
      follower?.retry({ ...wait, message: createRedactor(io.env)(wait.message) });
    },
    clear: () => follower?.clear(),
    end: () => follower?.end(),
  };
}

async function follow(
  { io, messenger, quiet }: ProgressOptions,
  state: BatchProgressState,
): Promise<ProgressDisplay | null> {
  if (quiet) return null;
  const isPlain = !io.stderrIsTerminal() || io.env['TERM'] === 'dumb';
  return isPlain ? openLogDisplay(state, messenger) : await openTerminalDisplay(state, io);
}
