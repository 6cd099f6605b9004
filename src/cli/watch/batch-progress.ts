import type { BatchResult, ResultKey } from '../../batch/batch-result.js';
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
interface ProgressOptions {
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

const TICK_MS = 150;
/** Also where a terminal says 0, as one does whose size nobody has set. */
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** A block of lines at the bottom of the terminal. */
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
  // Nobody is left to be told that stderr itself is gone.
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
  const block = openLiveBlock(screen);
  const redact = createRedactor(io.env);
  const colour = !io.env['NO_COLOR'];
  let frame = 0;
  const draw = () => {
    block.draw(progressBlock(state.snapshot(Date.now()), { columns: screen.columns, colour, frame, redact }));
    frame += 1;
  };
  const timer = setInterval(draw, TICK_MS);
  timer.unref();
  draw();
  return {
    changed: () => undefined,
    // The block counts those that wait; a line for each would push it off the screen.
    retry: () => undefined,
    clear: () => block.clear(),
    end() {
      clearInterval(timer);
      block.end();
    },
  };
}

const LOOK_MS = 1000;
/** A step of 10% is told at once, but not sooner than this after the last line. */
const LEAST_MS = 2000;
/** Where nothing has changed: so that nobody takes a long task for a hanging job. */
const ALIVE_MS = 60_000;
const RETRY_MS = 30_000;
const RETRY_WIDTH = 300;

/** A line now and then, rarer as time goes on: the log of a job that takes all night stays readable. */
function openLogDisplay(state: BatchProgressState, messenger: Messenger): ProgressDisplay {
  const began = Date.now();
  let toldAt = began;
  let toldDone = 0;
  let toldStep = 0;
  let retryToldAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = Date.now();
    const sinceTold = now - toldAt;
    if (sinceTold < LEAST_MS) return;
    const snapshot = state.snapshot(now);
    const step = snapshot.total === null ? 0 : Math.floor(percent(snapshot.done, snapshot.total) / 10);
    const isDue =
      step > toldStep ||
      (snapshot.done !== toldDone && sinceTold >= everyMs(now - began)) ||
      sinceTold >= ALIVE_MS;
    if (!isDue) return;
    messenger.line(progressLine(snapshot));
    toldAt = now;
    toldDone = snapshot.done;
    toldStep = step;
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    changed: look,
    retry({ kind, message, waitMs }) {
      const now = Date.now();
      if (now - retryToldAt < RETRY_MS) return;
      retryToldAt = now;
      const { waiting } = state.snapshot(now);
      const others = waiting > 1 ? ` (${waiting} tasks are waiting)` : '';
      messenger.line(
        `batch: ${clip(`${kind}: ${message}`, RETRY_WIDTH)} Retrying in ${formatDuration(waitMs)}${others}.`,
      );
    },
    clear: () => undefined,
    end: () => clearInterval(timer),
  };
}

/** At least so long between two lines: 10 s in the first two minutes, a minute after half an hour. */
function everyMs(elapsedMs: number): number {
  if (elapsedMs < 2 * 60_000) return 10_000;
  return elapsedMs < 30 * 60_000 ? 30_000 : 60_000;
}

/** How a batch is shown: by one of two, or not at all. */
interface ProgressDisplay {
  /** Something has been counted. */
  changed(): void;
  retry(wait: RetryWait): void;
  clear(): void;
  end(): void;
}
