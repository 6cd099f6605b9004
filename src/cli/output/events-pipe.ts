import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileProblem } from '../../platform/files/file-problem.js';
import type { InputReader } from '../input/input-reader.js';
import { WaitEnded } from '../input/wait.js';
import { OutputError } from './write.js';

const POLL_MS = 20;

/** The backlog at which the copy is abandoned; codex itself must never wait for a slow reader. */
const MAX_BACKLOG_BYTES = 64 * 1024 * 1024;

/**
 * Events into a FIFO, or what a shell's `>(…)` gives. A plain `open` of a FIFO without a reader, and a plain write to
 * one whose reader is slow, block the thread, so that neither a time limit nor a signal could end them.
 *
 * @param target - absolute path
 * @throws {WaitEnded} if a limit or a signal of the command expired while waiting for a reader
 */
export async function openEventsPipe(target: string, path: string, limits: InputReader): Promise<EventsFile> {
  const opening = new AbortController();
  const file = await limits
    .waitFor(openForWriting(target, opening.signal), {
      what: 'a reader of the events',
      from: path,
      sentence: `waiting for a reader of --events ${path}.`,
    })
    .finally(() => opening.abort());
  const socket = new Socket({ fd: file, readable: false, writable: true });
  let failure: unknown = null;
  socket.on('error', (error) => {
    failure ??= error;
  });
  return {
    onBytes(chunk) {
      if (failure !== null) return;
      // The caller reuses the memory of the chunk.
      socket.write(Buffer.from(chunk));
      if (socket.writableLength <= MAX_BACKLOG_BYTES) return;
      failure = new Error('its reader is too slow');
      socket.destroy();
    },
    async close() {
      const flushed = new Promise<void>((resolve) => {
        if (socket.destroyed) resolve();
        else socket.on('close', () => resolve()).end(() => resolve());
      });
      const awaited = {
        what: 'the reader of the events',
        from: path,
        sentence: `waiting for the reader of --events ${path} to read the last events.`,
      };
      try {
        await limits.waitFor(flushed, awaited);
      } catch (error) {
        if (!(error instanceof WaitEnded)) throw error;
        failure ??= new Error('its reader stopped reading');
      }
      socket.destroy();
      if (failure === null) return null;
      return new OutputError(`Some events could not be written to ${path}: ${fileProblem(failure)}.`);
    },
  };
}

/** Opens a FIFO once it has a reader. */
async function openForWriting(target: string, stop: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return openSync(target, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    }
    await delay(POLL_MS);
    if (stop.aborted) throw new Error('Nobody waits for the reader any more.');
  }
}

/** Writes codex's own JSONL to a file, byte for byte. */
export interface EventsFile {
  readonly onBytes: (chunk: Uint8Array) => void;
  /** @returns what could not be written, or null */
  close(): OutputError | null | Promise<OutputError | null>;
}
