import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createPointerIndex } from '../../json/pointer-offsets.js';
import { removeOrphansOf, temporaryBeside } from '../../platform/files/temporary-file.js';
import type { EntryOrder, JournalIndex } from './journal-index.js';

/** Small lines are collected into writes of about this size. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Replaces a journal with its newest lines, atomically: it writes and syncs a private file beside it, and renames it.
 *
 * @param files - the descriptors that the rows' lines are read from: one, or one for each number of a file
 */
export function rewriteJournal(
  target: string,
  files: number | readonly number[],
  rows: JournalIndex,
  order: EntryOrder,
): void {
  removeOrphansOf(target);
  const temporary = temporaryBeside(target);
  const out = openSync(temporary, 'wx', 0o600);
  try {
    try {
      for (const bytes of copyLines(files, rows, order)) writeWhole(out, bytes);
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Yields the lines of the entries in order, with their current indexes, in chunks of complete lines. */
export function* copyLines(
  files: number | readonly number[],
  rows: JournalIndex,
  order: EntryOrder,
): Generator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for (const number of rows.sortedBy(order)) {
    const row = rows.at(number);
    const file = typeof files === 'number' ? files : (files[row.file] ?? -1);
    const line = readWhole(file, row.offset, row.length);
    const bytes = row.index === row.writtenIndex ? line : withIndex(line, row.index);
    pending.push(bytes);
    length += bytes.length;
    if (length < CHUNK_BYTES) continue;
    yield Buffer.concat(pending, length);
    pending = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pending, length);
}

/** @throws where there are not so many bytes */
export function readWhole(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const count = readSync(file, bytes, at, length - at, offset + at);
    // The last line of a file may lack the line feed that its length counts.
    if (count === 0 && at === length - 1) bytes[at++] = 0x0a;
    else if (count === 0) throw new Error('the journal became shorter while it was read');
    at += count;
  }
  return bytes;
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Matches the beginning of a line as a batch writes it, up to its index and its input hash. */
const INDEX = /^(\s*\{\s*"id"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"index"\s*:\s*)(\d+)(?=[\s,}])/s;
const INPUT_HASH =
  /^(\s*\{\s*"id"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"index"\s*:\s*\d+\s*,\s*"inputHash"\s*:\s*")([^"\\]*)(?=")/s;

/** Returns the line with another index; all other bytes stay the same. */
function withIndex(line: Buffer, index: number): Buffer {
  return replaced(line, INDEX, String(index)) ?? replacedAnywhere(line, index);
}

/** Returns the line with another input hash; null if the line does not have the form that a batch writes. */
export function withInputHash(line: Buffer, inputHash: string): Buffer | null {
  return replaced(line, INPUT_HASH, inputHash);
}

/** Decodes each byte as one character, so that offsets are byte offsets and nothing is changed. */
function replaced(line: Buffer, head: RegExp, value: string): Buffer | null {
  const [, before, old] = head.exec(line.toString('latin1')) ?? [];
  if (before === undefined || old === undefined) return null;
  return Buffer.concat([
    line.subarray(0, before.length),
    Buffer.from(value),
    line.subarray(before.length + old.length),
  ]);
}

/** For a line that another tool has written, with its members in another order. */
function replacedAnywhere(line: Buffer, index: number): Buffer {
  const text = line.toString('utf8');
  const start = createPointerIndex(text).offsetOf('/index') ?? text.length;
  const changed = text.slice(start).replace(/^("(?:[^"\\]|\\.)*"\s*:\s*)-?\d[\d.eE+-]*/s, `$1${index}`);
  return Buffer.from(text.slice(0, start) + changed);
}
