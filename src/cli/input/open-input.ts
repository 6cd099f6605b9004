import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

/** An input that was opened without waiting for another process. */
export interface OpenedInput {
  readonly fd: number;
  /**
   * `ready`: a read never waits (a regular file, or a device such as `/dev/zero`). `pipe` and `terminal`: another
   * process, or a person, decides when bytes come.
   */
  readonly kind: 'ready' | 'pipe' | 'terminal';
  /** In bytes; 0 if the system does not say. */
  readonly size: number;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Opens a named input. A plain `open` of a FIFO without a writer blocks the thread, so that neither a time limit
 * nor a signal could end the wait.
 *
 * @throws a system error if the file cannot be opened; its code is `EISDIR` for a directory
 */
export function openInput(path: string): OpenedInput {
  // Windows does not have the flag, and its named pipes open at once.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw Object.assign(new Error('it is a directory'), { code: 'EISDIR' });
    if (stats.isFIFO()) return { fd, kind: 'pipe', size: 0 };
    if (isatty(fd)) return { fd, kind: 'terminal', size: 0 };
    return { fd, kind: 'ready', size: stats.isFile() ? stats.size : 0 };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Reads at most `most` bytes, and one more if there are more. @throws a system error */
export function readReady(fd: number, most: number): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= most) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, most + 1 - length));
    const count = readSync(fd, chunk, 0, chunk.length, null);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  return Buffer.concat(chunks, length);
}

/** codex takes a prompt of 1,048,576 characters; an endless input must not be read until memory is full. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024;

export const MAX_INPUT_MIB = `${MAX_INPUT_BYTES / 1024 ** 2} MiB`;

/**
 * Refuses a device such as `/dev/zero` as an input that is read piece by piece: it never ends. Terminals and
 * `/dev/null` are accepted.
 *
 * @throws an error that says so
 */
export function refuseDevice(fd: number): void {
  // Windows does not have such devices.
  if (process.platform === 'win32') return;
  const stats = fstatSync(fd);
  const isDevice = stats.isBlockDevice() || stats.isCharacterDevice();
  if (isDevice && !isatty(fd) && stats.rdev !== statSync('/dev/null').rdev) {
    throw new Error('it is a device, not a file');
  }
}

const NAMES: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Returns whether an argument means stdin, which cannot be opened by its device name if it is a socket. */
export function isStdin(argument: string | undefined): boolean {
  return argument !== undefined && NAMES.has(argument);
}
