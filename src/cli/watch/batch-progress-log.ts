import { clip } from '../../text/clip.js';
import type { Messenger } from '../output/messenger.js';
import type { BatchProgressState } from './batch-progress-state.js';
import { percent, progressLine } from './batch-progress-text.js';
import type { ProgressDisplay } from './progress-display.js';

const LOOK_MS = 1000;
/** A step of 10% is told at once, but not sooner than this after the last line. */
const LEAST_MS = 2000;
/** Where nothing has changed: so that nobody takes a long task for a hanging job. */
const ALIVE_MS = 60_000;
const RETRY_MS = 30_000;
const RETRY_WIDTH = 300;

/** A line now and then, rarer as time goes on: the log of a job that takes all night stays readable. */
export function openLogDisplay(state: BatchProgressState, messenger: Messenger): ProgressDisplay {
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
        `batch: ${clip(`${kind}: ${message}`, RETRY_WIDTH)} Again in ${Math.ceil(waitMs / 1000)} s${others}.`,
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
