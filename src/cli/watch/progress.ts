import type { ThreadEvent } from '../../events/event.js';
import { clip } from '../../text/clip.js';
import { safeLine } from '../../text/safe-line.js';
import type { CliIo } from '../io.js';
import { activityOf } from './describe-event.js';

/** The progress line on stderr: elapsed time and what codex is doing. */
export interface Progress {
  readonly onEvent: (event: ThreadEvent) => void;
  /** Clears the line; the next tick draws it again. */
  clear(): void;
  end(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const TICK_MS = 120;
/** Used if the terminal reports 0 columns. */
const DEFAULT_COLUMNS = 80;
const ERASE_LINE = '\r\x1b[K';

export function startProgress(io: CliIo, redact: (text: string) => string): Progress {
  const { stderr } = io;
  const started = Date.now();
  let activity = 'starting codex';
  let frame = 0;
  const draw = () => {
    const seconds = Math.floor((Date.now() - started) / 1000);
    const line = `${FRAMES[frame++ % FRAMES.length]} ${elapsed(seconds)} ${safeLine(redact(activity))}`;
    // One short of the width: a full last column makes some terminals wrap.
    stderr.write(ERASE_LINE + clip(line, (stderr.columns || DEFAULT_COLUMNS) - 1));
  };
  const timer = setInterval(draw, TICK_MS);
  timer.unref();
  draw();
  return {
    onEvent(event) {
      activity = activityOf(event) ?? activity;
    },
    clear: () => void stderr.write(ERASE_LINE),
    end() {
      clearInterval(timer);
      stderr.write(ERASE_LINE);
    },
  };
}

function elapsed(seconds: number): string {
  return seconds < 60
    ? `${seconds}s`
    : `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
}
