import type { Detail, TimeoutFailure } from '../../outcome/outcome.js';

/** The end of a run that was still waiting for its own stdin: codex was never started. */
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
