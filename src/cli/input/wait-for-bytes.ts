import type { Readable } from 'node:stream';
import { fileProblem } from '../../platform/files/file-problem.js';
import { abortedBeforeStart } from '../../run/preflight-failure.js';
import { UsageError } from '../usage-error.js';
import { MAX_INPUT_BYTES, MAX_INPUT_MIB } from './open-input.js';
import { type Awaited, awaitSignal, Wait, WaitEnded, type WaitLimits } from './wait.js';

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
