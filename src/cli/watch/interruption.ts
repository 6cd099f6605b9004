import { exitCodeOf } from '../../outcome/exit-codes.js';
import { AbortedBySignal } from '../../transports/transport.js';
import type { CliIo, EndingSignal } from '../io.js';

/** SIGINT, SIGTERM and SIGHUP as an AbortSignal, from now until `end`. */
export interface Interruption {
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * The first signal asks the run to end in an orderly way; another one ends it at once, for whoever does not
 * want to wait for a codex that takes its time.
 */
export function watchSignals(io: CliIo): Interruption {
  const controller = new AbortController();
  const off = io.onSignal((signal) => {
    if (controller.signal.aborted) io.exitNow(statusOf(signal));
    else controller.abort(new AbortedBySignal(signal));
  });
  return { signal: controller.signal, end: off };
}

function statusOf(signal: EndingSignal): number {
  const base = { ok: false, message: '', workMayHaveRun: true, retryable: false } as const;
  return exitCodeOf({ ...base, kind: 'aborted', signal });
}
