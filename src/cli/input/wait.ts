import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { AbortedFailure, TimeoutFailure } from '../../outcome/outcome.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { abortedBeforeStart } from '../../run/preflight-failure.js';
import { UsageError } from '../usage-error.js';
import { inputTimeout } from './input-timeout.js';
import { MAX_INPUT_BYTES, MAX_INPUT_MIB } from './open-input.js';

/** The limits of a wait for input. */
export interface WaitLimits {
  readonly signal: AbortSignal;
  /** 0: none. */
  readonly timeoutMs: number;
  /** 0: none. */
  readonly idleTimeoutMs: number;
}

/** An input to wait for. */
export interface Awaited {
  /** Such as `the prompt`. */
  readonly what: string;
  /** Such as `stdin`, or the name of a file. */
  readonly from: string;
  /** Prints to stderr that the command waits. */
  readonly announce: () => void;
  readonly announceAfterMs: number;
}

/** A time limit or a signal ended a wait for input, before codex was started. */
export class WaitEnded extends Error {
  override readonly name = 'WaitEnded';

  constructor(readonly failure: TimeoutFailure | AbortedFailure) {
    super(failure.message);
  }
}

/**
 * How long a signal may arrive after the end of an input that it caused: Ctrl-C signals the whole pipeline, and its
 * first program may be gone before this one is signaled.
 */
const SIGNAL_LAG_MS = 50;

/** The longest that a timer takes is 2^31 - 1. */
const LONG_MS = 2 ** 30;

/** Enforces the limits during a wait. It keeps the process alive until it is stopped. */
export class Wait {
  readonly #timers: readonly (NodeJS.Timeout | undefined)[];
  readonly #announcement: NodeJS.Timeout;
  readonly #idle: NodeJS.Timeout | undefined;
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;

  /**
   * @param started - when the overall limit began, by `Date.now()`
   * @param onEnd - called once if a limit or a signal ends the wait
   */
  constructor(awaited: Awaited, limits: WaitLimits, started: number, onEnd: (ended: WaitEnded) => void) {
    const { signal, timeoutMs, idleTimeoutMs } = limits;
    const spentMs = () => Date.now() - started;
    const timedOut = (limit: 'overall' | 'idle', ms: number) =>
      onEnd(new WaitEnded(inputTimeout(limit, ms, spentMs(), awaited)));
    this.#announcement = setTimeout(awaited.announce, awaited.announceAfterMs);
    const overall =
      timeoutMs === 0
        ? undefined
        : setTimeout(() => timedOut('overall', timeoutMs), Math.max(1, timeoutMs - spentMs()));
    this.#idle =
      idleTimeoutMs === 0 ? undefined : setTimeout(() => timedOut('idle', idleTimeoutMs), idleTimeoutMs);
    // Otherwise a module with a promise that never settles would end the process with success.
    const alive = setInterval(() => undefined, LONG_MS);
    this.#timers = [this.#announcement, overall, this.#idle, alive];
    this.#signal = signal;
    this.#onAbort = () => onEnd(new WaitEnded(abortedBeforeStart(signal)));
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort);
  }

  /** Called for each chunk. */
  touch(): void {
    clearTimeout(this.#announcement);
    this.#idle?.refresh();
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}

/** Waits for work that cannot be interrupted. @throws {WaitEnded} if a limit or a signal ended the wait */
export async function waitFor<T>(
  work: Promise<T>,
  awaited: Awaited,
  limits: WaitLimits,
  started: number,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const wait = new Wait(awaited, limits, started, (ended) => {
      reject(ended);
      // After the constructor, which may call this at once.
      queueMicrotask(() => wait.stop());
    });
    work.then(resolve, reject).finally(() => wait.stop());
  });
}

/**
 * Waits until a signal that also ended an input has been noticed. The event loop reports the end of a pipe before a
 * signal that came earlier.
 *
 * @param suspicious - whether the input was empty, which a signal is likely to have caused
 * @returns whether there was one
 */
export async function awaitSignal(signal: AbortSignal, suspicious: boolean): Promise<boolean> {
  await nextTurn();
  if (suspicious && !signal.aborted) {
    await delay(SIGNAL_LAG_MS, undefined, { signal }).catch(() => undefined);
  }
  return signal.aborted;
}

/**
 * Reads a stream to its end under the limits, and announces a wait.
 *
 * @param started - when the overall limit began, by `Date.now()`
 * @throws {WaitEnded} if a limit or a signal ended the wait
 * @throws {UsageError} if it cannot be read, or is too large
 */
export async function readToEnd(
  stream: Readable,
  awaited: Awaited,
  limits: WaitLimits,
  started: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      wait.stop();
      stream.off('data', onData).off('end', onEnd).off('close', onEnd);
    };
    const onEnd = () => {
      stop();
      resolve();
    };
    const fail = (error: Error) => {
      // After the constructor of `Wait`, which may fail at once.
      queueMicrotask(stop);
      // An open pipe would keep the process alive after everything else is done.
      stream.destroy();
      reject(error);
    };
    const onError = (error: Error) => fail(unreadable(awaited, error));
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      wait.touch();
      if (length > MAX_INPUT_BYTES) onError(new Error(`it is larger than ${MAX_INPUT_MIB}`));
    };
    const wait = new Wait(awaited, limits, started, fail);
    // The error listener stays, so that a late error does not end the process.
    stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
  });
  if (await awaitSignal(limits.signal, length === 0)) {
    throw new WaitEnded(abortedBeforeStart(limits.signal));
  }
  return Buffer.concat(chunks, length);
}

function unreadable({ what, from }: Awaited, error: Error): UsageError {
  return new UsageError(
    `${from === 'stdin' ? 'Stdin' : from} cannot be read for ${what}: ${fileProblem(error)}.`,
  );
}
