import { createRedactor } from '../../outcome/redact/redactor.js';
import type { CliIo } from '../io.js';
import type { BatchProgressState } from './batch-progress-state.js';
import { progressBlock } from './batch-progress-text.js';
import type { ProgressDisplay } from './progress-display.js';

const TICK_MS = 150;
/** Also where a terminal says 0, as one does whose size nobody has set. */
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** A block of lines at the bottom of the terminal. */
export async function openTerminalDisplay(state: BatchProgressState, io: CliIo): Promise<ProgressDisplay> {
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
