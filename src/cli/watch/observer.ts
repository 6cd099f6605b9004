import type { ThreadEvent } from '../../events/event.js';
import { RECONNECT } from '../../events/turn-accumulator.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { RetryWait } from '../../run/turns/turns-options.js';
import { clip } from '../../text/clip.js';
import { formatDuration } from '../../text/duration.js';
import type { CliIo } from '../io.js';
import type { Messenger } from '../output/messenger.js';
import { lineOf } from './describe-event.js';
import { startProgress } from './progress.js';

/** Shows progress during a run; absent hooks cost the run nothing. */
export interface Observer {
  readonly hooks: {
    readonly onEvent?: (event: ThreadEvent) => void;
    readonly onStderrLine?: (line: string) => void;
  };
  /** Clears the progress line before other text is printed. */
  clear(): void;
  end(): void;
}

const VERBOSE_WIDTH = 500;

export function observe(
  io: CliIo,
  show: { quiet: boolean; verbose: boolean },
  messenger: Messenger,
): Observer {
  const progress = show.quiet || !io.stderrIsTerminal() ? null : startProgress(io, createRedactor(io.env));
  const clear = () => progress?.clear();
  const end = () => progress?.end();
  // Without a limit, codex may wait for the network for minutes.
  const notice = show.quiet ? null : reconnectNotice(clear, messenger);
  if (!show.verbose) {
    const onEvent = (event: ThreadEvent) => {
      progress?.onEvent(event);
      notice?.(event);
    };
    return { hooks: progress === null && notice === null ? {} : { onEvent }, clear, end };
  }
  const print = (line: string) => {
    clear();
    messenger.line(line, VERBOSE_WIDTH);
  };
  const onEvent = (event: ThreadEvent) => {
    progress?.onEvent(event);
    print(lineOf(event));
  };
  return { hooks: { onEvent, onStderrLine: (line) => print(`codex: ${line}`) }, clear, end };
}

/** Prints one line when codex begins to reconnect, and again only after something else happened. */
function reconnectNotice(clear: () => void, messenger: Messenger): (event: ThreadEvent) => void {
  let isReconnecting = false;
  return (event) => {
    const message = event.type === 'error' && 'message' in event ? event.message : undefined;
    const reconnects = typeof message === 'string' && RECONNECT.test(message);
    if (reconnects && !isReconnecting) {
      clear();
      messenger.error(`codex lost its connection: ${clip(message, WIDTH)}`);
    }
    isReconnecting = reconnects;
  };
}

const WIDTH = 300;

/** Prints one line even without progress: a run that waits must not look like one that hangs. */
export function retryNotice(observer: Observer, messenger: Messenger): (retry: RetryWait) => void {
  return ({ kind, message, waitMs, retry, of }) => {
    observer.clear();
    messenger.error(
      `${clip(`${kind}: ${message}`, WIDTH)} Retrying in ${formatDuration(waitMs)} (${retry} of ${of}).`,
    );
  };
}
