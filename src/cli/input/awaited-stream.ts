import { readSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import type { OpenedInput } from './open-input.js';

const POLL_MS = 20;
const CHUNK_BYTES = 64 * 1024;

/** The bytes of a pipe or a terminal, read by the event loop. Destroying the stream closes the file. */
export function awaitedStream({ fd, kind }: OpenedInput, path: string): Readable {
  if (kind === 'terminal') return new ReadStream(fd);
  // Linux does not report the end of a FIFO before its first writer came. Other kernels do, but not for what the
  // shell opened already.
  if (process.platform === 'linux' || path.startsWith('/dev/fd/')) return pipeStream(fd);
  return Readable.from(afterFirstWriter(fd), { objectMode: false });
}

function pipeStream(fd: number): Readable {
  return new Socket({ fd, readable: true, writable: false });
}

async function* afterFirstWriter(fd: number): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const count = readNow(fd, chunk);
    if (count === null) break;
    if (count > 0) {
      yield Buffer.from(chunk.subarray(0, count));
      break;
    }
    await delay(POLL_MS);
  }
  yield* pipeStream(fd);
}

/** Null: there is a writer, but nothing to read yet. */
function readNow(fd: number, into: Buffer): number | null {
  try {
    return readSync(fd, into, 0, into.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
