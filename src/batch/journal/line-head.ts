import { createPointerIndex } from '../../json/pointer-offsets.js';

/** The head of a line as a batch writes it, up to its place and its input hash. */
const INDEX = /^(\s*\{\s*"id"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"index"\s*:\s*)(\d+)(?=[\s,}])/s;
const INPUT_HASH =
  /^(\s*\{\s*"id"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"index"\s*:\s*\d+\s*,\s*"inputHash"\s*:\s*")([^"\\]*)(?=")/s;

/** The same result at another place of the input; all else stays byte for byte. */
export function withIndex(line: Buffer, index: number): Buffer {
  return replaced(line, INDEX, String(index)) ?? replacedAnywhere(line, index);
}

/** The same result of the same input by its new hash; null if the line is not written as a batch writes it. */
export function withInputHash(line: Buffer, inputHash: string): Buffer | null {
  return replaced(line, INPUT_HASH, inputHash);
}

/** Each byte as one character: so offsets are those of bytes, and nothing is changed on the way. */
function replaced(line: Buffer, head: RegExp, value: string): Buffer | null {
  const [, before, old] = head.exec(line.toString('latin1')) ?? [];
  if (before === undefined || old === undefined) return null;
  return Buffer.concat([
    line.subarray(0, before.length),
    Buffer.from(value),
    line.subarray(before.length + old.length),
  ]);
}

/** Of a line that somebody else's tool has written, with its members in another order. */
function replacedAnywhere(line: Buffer, index: number): Buffer {
  const text = line.toString('utf8');
  const start = createPointerIndex(text).offsetOf('/index') ?? text.length;
  const changed = text.slice(start).replace(/^("(?:[^"\\]|\\.)*"\s*:\s*)-?\d[\d.eE+-]*/s, `$1${index}`);
  return Buffer.from(text.slice(0, start) + changed);
}
