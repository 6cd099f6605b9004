import { createReadStream } from 'node:fs';
import { LineSplitter } from '../../events/line-splitter.js';
import { JournalError } from './journal-error.js';
import type { ResultStatus } from './resume-policy.js';

/** A line of a journal. */
export interface JournalLine {
  readonly id: string;
  readonly index: number;
  readonly inputHash: string;
  readonly shard?: string;
  readonly status: ResultStatus;
  /** The offset and the length of the line in bytes, including its line feed. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly number: number;
  /** The parsed line. */
  readonly result: unknown;
}

export interface JournalEnd {
  /** The number of bytes up to the end of the last complete line. */
  readonly wholeBytes: number;
  /** The number of bytes of an incomplete last line, whose writer was killed; 0 if there is none. */
  readonly tornBytes: number;
  /** Whether only the line feed of the last line is missing. */
  readonly lacksLineFeed: boolean;
}

/** A result with all its events; as long as the longest line of codex that is ever read, twice. */
const MOST_LINE_BYTES = 512 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads a journal as a stream, one line at a time.
 *
 * @param name - what messages call it
 * @throws {JournalError} for a line that no batch wrote; the last one may be torn
 */
export async function readJournal(
  path: string,
  name: string,
  onLine: (line: JournalLine) => void,
): Promise<JournalEnd> {
  let offset = 0;
  let number = 0;
  let size = 0;
  let last: { readonly bytes: Buffer; readonly offset: number } | null = null;
  const take = (bytes: Buffer, length: number) => {
    number += 1;
    const line = parseLine(bytes, offset, length, number);
    if (line === 'foreign') throw notAResult(name, number);
    if (line !== 'blank') onLine(line);
    offset += length;
  };
  const splitter = new LineSplitter(MOST_LINE_BYTES, {
    onLines(chunk, start, end) {
      for (let from = start; from < end; ) {
        const lineFeed = chunk.indexOf(LINE_FEED, from);
        const length = lineFeed + 1 - from;
        // The length of a last line without a line feed counts one that is not there.
        if (offset + length > size) last = { bytes: Buffer.from(chunk.subarray(from, lineFeed)), offset };
        else take(chunk.subarray(from, lineFeed), length);
        from = lineFeed + 1;
      }
    },
    onOversizedLine() {
      throw notAResult(name, number + 1);
    },
  });
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    size += (chunk as Buffer).length;
    splitter.push(chunk as Buffer);
  }
  splitter.end();
  return endOf(last, size, (bytes) => {
    number += 1;
    const line = parseLine(bytes, offset, bytes.length + 1, number);
    if (typeof line === 'string') return false;
    onLine(line);
    return true;
  });
}

/** An incomplete object is never valid JSON, so a line that can be parsed is complete. */
function endOf(
  last: { readonly bytes: Buffer; readonly offset: number } | null,
  size: number,
  isWhole: (bytes: Buffer) => boolean,
): JournalEnd {
  if (last === null) return { wholeBytes: size, tornBytes: 0, lacksLineFeed: false };
  if (isWhole(last.bytes)) return { wholeBytes: size, tornBytes: 0, lacksLineFeed: true };
  return { wholeBytes: last.offset, tornBytes: size - last.offset, lacksLineFeed: false };
}

function parseLine(
  bytes: Buffer,
  offset: number,
  length: number,
  number: number,
): JournalLine | 'blank' | 'foreign' {
  const text = bytes.toString('utf8');
  if (text.trim() === '') return 'blank';
  try {
    const result: unknown = JSON.parse(text);
    return isResult(result)
      ? {
          id: result.id,
          index: result.index,
          inputHash: result.inputHash,
          ...(result.shard === undefined ? {} : { shard: result.shard }),
          status: result,
          offset,
          length,
          number,
          result,
        }
      : 'foreign';
  } catch {
    // Not JSON, so it is not a complete line of a batch.
    return 'foreign';
  }
}

type ResultHead = ResultStatus & {
  readonly id: string;
  readonly index: number;
  readonly inputHash: string;
  readonly shard?: string;
};

function isResult(value: unknown): value is ResultHead {
  if (typeof value !== 'object' || value === null) return false;
  const { id, index, inputHash, kind, shard } = value as Partial<Record<keyof ResultHead, unknown>>;
  return (
    typeof id === 'string' &&
    Number.isSafeInteger(index) &&
    typeof inputHash === 'string' &&
    typeof kind === 'string' &&
    (shard === undefined || typeof shard === 'string')
  );
}

function notAResult(name: string, number: number): JournalError {
  return new JournalError(
    `Line ${number} of ${name} is not a batch result; use another file, or remove that line.`,
  );
}
