import { type Buffer, isAscii, isUtf8 } from 'node:buffer';
import type { ThreadEvent } from './event.js';
import { readEvent } from './read-event.js';
import { skipTerminalNoise } from './terminal-noise.js';

/** What one line of the stream is. */
type Line = ThreadEvent | 'oldest' | 'blank' | 'unparsable';

/** Reads the line `bytes[start, end)`, without its line feed. Never throws. */
export function parseLine(bytes: Buffer, start: number, end: number, firstOfStream: boolean): Line {
  const from = startOfContent(bytes, start, end, firstOfStream);
  if (from === end) return isBlank(bytes, start, end, firstOfStream) ? 'blank' : 'unparsable';
  const text = decode(bytes.subarray(from, end));
  if (text === null) return 'unparsable';
  try {
    return readEvent(JSON.parse(text)) ?? 'unparsable';
  } catch {
    // The reader counts lines that are not JSON.
    return 'unparsable';
  }
}

/** Skips a byte order mark at the start of the stream, and terminal escapes before the line. */
export function startOfContent(
  bytes: Uint8Array,
  start: number,
  end: number,
  firstOfStream: boolean,
): number {
  const from = skipTerminalNoise(bytes, firstOfStream ? afterMark(bytes, start) : start, end);
  return firstOfStream ? skipTerminalNoise(bytes, Math.min(afterMark(bytes, from), end), end) : from;
}

function afterMark(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? at + 3 : at;
}

/** Whether a line is blank. A line of terminal escapes is not: it is counted as unparsable. */
function isBlank(bytes: Uint8Array, start: number, end: number, firstOfStream: boolean): boolean {
  const from = firstOfStream ? Math.min(afterMark(bytes, start), end) : start;
  return bytes.subarray(from, end).every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function decode(line: Buffer): string | null {
  // One byte per character is faster and takes half the memory.
  if (isAscii(line)) return line.toString('latin1');
  return isUtf8(line) ? line.toString('utf8') : null;
}
