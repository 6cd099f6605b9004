import { abortedMessage } from '../../outcome/messages.js';
import type { AbortedFailure, Detail, TimeoutFailure } from '../../outcome/outcome.js';
import { AbortedBySignal } from '../../transports/transport.js';

/** Ends of a run that was still waiting for its own stdin: codex was never started. */

export function abortedWhileWaiting(signal: AbortSignal): AbortedFailure {
  const name = signal.reason instanceof AbortedBySignal ? signal.reason.signal : null;
  return {
    ok: false,
    kind: 'aborted',
    message: abortedMessage(name),
    workMayHaveRun: false,
    retryable: false,
    signal: name,
  };
}

export function timedOutWhileWaiting(
  limit: 'overall' | 'idle',
  ms: number,
  durationMs: number,
  awaited: string,
): TimeoutFailure {
  const flag = limit === 'overall' ? '--timeout' : '--idle-timeout';
  return {
    ok: false,
    kind: 'timeout',
    message: `${flag} (${ms / 1000} s) ended the wait for ${awaited} on stdin; codex was not started. Close stdin, or use '</dev/null'.`,
    workMayHaveRun: false,
    retryable: false,
    limit,
    ms,
    detail: detailOfNothing(durationMs),
  };
}

function detailOfNothing(durationMs: number): Detail {
  return {
    threadId: null,
    text: null,
    events: [],
    usage: null,
    exitCode: null,
    signal: null,
    stderr: '',
    durationMs,
    codexVersion: null,
    transport: 'exec',
    schema: null,
    validated: false,
    attempts: [],
    notices: [],
    toolCalls: { total: 0, failed: 0 },
  };
}
