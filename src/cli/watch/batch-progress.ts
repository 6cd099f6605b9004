import type { ResultKey } from '../../batch/batch-result.js';
import type { SummaryAccumulator } from '../../batch/engine/summary-accumulator.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { RetryWait } from '../../run/turns/turns-options.js';
import { clip } from '../../text/clip.js';
import { formatDuration } from '../../text/duration.js';
import type { CliIo } from '../io.js';
import type { Messenger } from '../output/messenger.js';
import { BatchProgressState } from './batch-progress-state.js';
import { percent, progressBlock, progressLine } from './batch-progress-text.js';

/** What people see of a batch while it runs, on stderr. */
export interface BatchProgress {
  started(key: ResultKey): void;
  /** A task of this run has finished, and the totals have its result. */
  finished(key: ResultKey): void;
  retry(key: ResultKey, wait: RetryWait): void;
  /** Sets the number of all tasks, including those with an earlier result. */
  total(count: number): void;
  /** Prints a sentence for people, in place of the display. */
  notice(sentence: string): void;
  /** Makes room for other text on stderr; the display reappears by itself. */
  clear(): void;
  /** Removes the display for good. */
  end(): void;
}

interface ProgressOptions {
  readonly io: CliIo;
  readonly messenger: Messenger;
  /** Print notices only. */
  readonly quiet: boolean;
  readonly totals: SummaryAccumulator;
}

/** How progress is shown: as a block on a terminal, or as lines of a log. */
interface ProgressDisplay {
  /** The totals have changed. */
  changed?(): void;
  retry?(wait: RetryWait): void;
  clear?(): void;
  end(): void;
}

/**
 * Shows the progress of a batch: on a terminal, as a block of lines that is redrawn in place; elsewhere, as a line
 * from time to time.
 */
export async function startBatchProgress(options: ProgressOptions): Promise<BatchProgress> {
  const { io, messenger, quiet, totals } = options;
  const state = new BatchProgressState(totals, Date.now());
  const isPlain = !io.stderrIsTerminal() || io.env['TERM'] === 'dumb';
  const open = isPlain ? openLogDisplay : openTerminalDisplay;
  const display = quiet ? null : await open(state, io, messenger);
  return {
    started: (key) => state.started(key),
    finished(key) {
      state.finished(key, Date.now());
      display?.changed?.();
    },
    retry(key, wait) {
      state.retry(key, wait.waitMs, Date.now());
      display?.retry?.({ ...wait, message: createRedactor(io.env)(wait.message) });
    },
    total(count) {
      state.total = count;
    },
    notice(sentence) {
      display?.clear?.();
      messenger.error(sentence);
    },
    clear: () => display?.clear?.(),
    end: () => display?.end(),
  };
}

const TICK_MS = 150;
/** Also used if the terminal reports 0, since nobody has set its size. */
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** Opens a block of lines at the bottom of the terminal. It counts waiting tasks instead of printing each retry. */
async function openTerminalDisplay(state: BatchProgressState, io: CliIo): Promise<ProgressDisplay> {
  const { openLiveBlock } = await import('./live-block.js');
  const stderr: CliIo['stderr'] & { readonly rows?: number } = io.stderr;
  const screen = {
    write: (text: string) => void stderr.write(text),
    get columns() {
      return stderr.columns || DEFAULT_COLUMNS;
    },
    get rows() {
      return stderr.rows || DEFAULT_ROWS;
    },
  };
  // If stderr itself is gone, there is no one to tell.
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
  const block = openLiveBlock(screen);
  const redact = createRedactor(io.env);
  const color = !io.env['NO_COLOR'];
  let frame = 0;
  const draw = () => {
    block.draw(progressBlock(state.snapshot(Date.now()), { columns: screen.columns, color, frame, redact }));
    frame += 1;
  };
  const timer = setInterval(draw, TICK_MS);
  timer.unref();
  draw();
  return {
    clear: () => block.clear(),
    end() {
      clearInterval(timer);
      block.end();
    },
  };
}

const CHECK_MS = 1000;
/** The minimum time between two lines, even if another 10% is done. */
const MIN_MS = 2000;
/** Print a line even if nothing has changed, so that a long task does not look like a hanging job. */
const ALIVE_MS = 60_000;
const RETRY_MS = 30_000;
const RETRY_WIDTH = 300;

/** Prints lines more rarely as time passes, so that the log of a job that takes all night stays readable. */
function openLogDisplay(state: BatchProgressState, _io: CliIo, messenger: Messenger): ProgressDisplay {
  const startedAt = Date.now();
  let printed = { at: startedAt, done: 0, step: 0 };
  let retryPrintedAt = Number.NEGATIVE_INFINITY;
  const printIfDue = () => {
    const now = Date.now();
    const elapsedMs = now - printed.at;
    if (elapsedMs < MIN_MS) return;
    const snapshot = state.snapshot(now);
    const { done, total } = snapshot;
    const step = total === null ? 0 : Math.floor(percent(done, total) / 10);
    const isDue =
      step > printed.step ||
      (done !== printed.done && elapsedMs >= intervalMs(now - startedAt)) ||
      elapsedMs >= ALIVE_MS;
    if (!isDue) return;
    messenger.line(progressLine(snapshot));
    printed = { at: now, done, step };
  };
  const timer = setInterval(printIfDue, CHECK_MS);
  timer.unref();
  return {
    changed: printIfDue,
    retry({ kind, message, waitMs }) {
      const now = Date.now();
      if (now - retryPrintedAt < RETRY_MS) return;
      retryPrintedAt = now;
      const { waiting } = state.snapshot(now);
      const others = waiting > 1 ? ` (${waiting} tasks are waiting)` : '';
      messenger.line(
        `batch: ${clip(`${kind}: ${message}`, RETRY_WIDTH)} Retrying in ${formatDuration(waitMs)}${others}.`,
      );
    },
    end: () => clearInterval(timer),
  };
}

/** Returns the time between two lines: 10 seconds in the first two minutes, a minute after half an hour. */
function intervalMs(elapsedMs: number): number {
  if (elapsedMs < 2 * 60_000) return 10_000;
  return elapsedMs < 30 * 60_000 ? 30_000 : 60_000;
}
