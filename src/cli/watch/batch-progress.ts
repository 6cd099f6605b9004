import type { BatchResult, ResultKey } from '../../batch/result.js';
import type { RetryWait } from '../../run/turns/plan.js';
import type { CliIo } from '../io.js';
import type { Messenger } from '../output/messenger.js';

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
  /** Takes the display away, for good; also on every way out. */
  end(): void;
}

/** What decides how progress is shown. */
export interface ProgressOptions {
  readonly io: CliIo;
  readonly messenger: Messenger;
  /** Nothing but notices. */
  readonly quiet: boolean;
}
