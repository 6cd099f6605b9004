import type { Detail, TimeoutFailure } from '../../outcome/outcome.js';

/** A time limit ended a run that was still waiting for its own input: codex was never started. */
export function inputTimeout(
  limit: 'overall' | 'idle',
  ms: number,
  durationMs: number,
  { what, from }: { readonly what: string; readonly from: string },
): TimeoutFailure {
  const flag = limit === 'overall' ? '--timeout' : '--idle-timeout';
  const isStdin = from === 'stdin';
  const waited = `${what} ${isStdin ? 'on' : 'from'} ${from}`;
  const advice = isStdin ? "Close stdin, or use '</dev/null'." : `Check ${from}, or raise the limit.`;
  return {
    ok: false,
    kind: 'timeout',
    message: `${flag} (${ms / 1000} s) expired while waiting for ${waited}; codex was not started. ${advice}`,
    workMayHaveRun: false,
    retryable: false,
    limit,
    ms,
    detail: emptyDetail(durationMs),
  };
}

function emptyDetail(durationMs: number): Detail {
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
    model: null,
    transport: 'exec',
    schema: null,
    validated: false,
    attempts: [],
    notices: [],
    toolCalls: { total: 0, failed: 0 },
  };
}
