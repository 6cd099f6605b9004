import type { AbortedFailure, TimeoutFailure } from '../../outcome/outcome.js';
import { abortedBeforeStart } from '../../run/early.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import { fileProblem } from './read-file.js';
import { timedOutWhileWaiting } from './waiting-failures.js';

export interface StdinWait {
  /** What is awaited, such as `the prompt`. */
  readonly awaited: string;
  readonly signal: AbortSignal;
  /** 0: none. */
  readonly timeoutMs: number;
  /** 0: none. */
  readonly idleTimeoutMs: number;
}

export type StdinRead = { readonly ok: true; readonly bytes: Buffer } | TimeoutFailure | AbortedFailure;

const ANNOUNCE_AFTER_MS = 1000;

/** codex takes 1,048,576 characters; whoever pipes in `yes` must not be read until memory is full. */
const MOST_BYTES = 64 * 1024 * 1024;

/** All of stdin. One that stays open and silent is announced on stderr, and is held to the limits. */
export async function readStdin(io: CliIo, wait: StdinWait): Promise<StdinRead> {
  const atOnce = io.stdinAtOnce();
  if (atOnce !== null) return { ok: true, bytes: atOnce };
  const { stdin } = io;
  const chunks: Buffer[] = [];
  const started = Date.now();
  let bytes = 0;
  return new Promise<StdinRead>((resolve, reject) => {
    const announcement = setTimeout(() => announce(io, wait.awaited), ANNOUNCE_AFTER_MS);
    const overall = limitTimer(wait.timeoutMs, () => finish(timedOut('overall', wait.timeoutMs)));
    const idle = limitTimer(wait.idleTimeoutMs, () => finish(timedOut('idle', wait.idleTimeoutMs)));
    const timedOut = (limit: 'overall' | 'idle', ms: number) =>
      timedOutWhileWaiting(limit, ms, Date.now() - started, wait.awaited);

    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) return fail(`more than ${MOST_BYTES / 1024 ** 2} MiB came`);
      clearTimeout(announcement);
      idle?.refresh();
    };
    const onEnd = () => finish({ ok: true, bytes: Buffer.concat(chunks) });
    const onAbort = () => finish(abortedBeforeStart(wait.signal));
    // Stays on: an error that comes when nobody waits any more must not end the process.
    const onError = (error: Error) => fail(fileProblem(error));
    const fail = (reason: string) => {
      stop();
      stdin.destroy();
      reject(new UsageError(`Stdin cannot be read for ${wait.awaited}: ${reason}.`));
    };
    const stop = () => {
      for (const timer of [announcement, overall, idle]) clearTimeout(timer);
      stdin.off('data', onData).off('end', onEnd).off('close', onEnd);
      wait.signal.removeEventListener('abort', onAbort);
    };
    const finish = (result: StdinRead) => {
      stop();
      // An open pipe would keep the process alive after everything else is done.
      if (!('bytes' in result)) stdin.destroy();
      resolve(result);
    };
    if (wait.signal.aborted) return onAbort();
    wait.signal.addEventListener('abort', onAbort);
    stdin.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
  });
}

function limitTimer(ms: number, onReached: () => void): NodeJS.Timeout | undefined {
  return ms === 0 ? undefined : setTimeout(onReached, ms);
}

function announce(io: CliIo, awaited: string): void {
  io.stderr.write(
    `codex-structured: waiting for ${awaited} on stdin; end it with ctrl-d, or use '</dev/null' where there is none.\n`,
  );
}
