import { closeSync, createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { type CliIo, resolvePath } from '../io.js';
import { announceSoon } from './input-reader.js';
import { openInput, refuseDevice } from './open-input.js';

/**
 * A named input that is read piece by piece: a file, a FIFO, or what a shell's `<(…)` gives.
 *
 * @throws an error that says why it cannot be read
 */
export async function inputStream(path: string, io: CliIo, chunkBytes: number): Promise<Readable> {
  const opened = openInput(resolvePath(io, path));
  if (opened.kind === 'ready') {
    try {
      refuseDevice(opened.fd);
    } catch (error) {
      closeSync(opened.fd);
      throw error;
    }
    return createReadStream('', { fd: opened.fd, highWaterMark: chunkBytes });
  }
  const { awaitedStream } = await import('./awaited-stream.js');
  return awaitedStream(opened, path);
}

/** Yields the chunks of a stream, and announces the wait if the first one takes long. */
export async function* announced(
  chunks: AsyncIterable<Uint8Array>,
  io: CliIo,
  what: string,
  from: string,
): AsyncGenerator<Uint8Array> {
  const cancel = announceSoon(io, what, from);
  try {
    for await (const chunk of chunks) {
      cancel();
      yield chunk;
    }
  } finally {
    cancel();
  }
}
