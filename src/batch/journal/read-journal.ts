import { createReadStream } from 'node:fs';
import { LineSplitter } from '../../events/line-splitter.js';
import { JournalError } from './journal-error.js';
import type { ResultStatus } from './resume-policy.js';

/** One result as the journal has it. */
export interface JournalLine {
  readonly id: string;
  readonly index: number;
  readonly inputHash: string;
  readonly shard?: string;
  readonly status: ResultStatus;
  /** Where the line begins and how many bytes it has, its line feed included. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly number: number;
  /** The whole of it, as parsed. */
  readonly result: unknown;
}

export interface JournalEnd {
  /** Bytes up to the end of the last whole line. */
  readonly wholeBytes: number;
  /** Bytes of a line that was torn when its writer was killed; 0 where there is none. */
  readonly tornBytes: number;
  /** Whether the last line is whole, but for its line feed. */
  readonly lacksLineFeed: boolean;
}

/** A result with all its events; as long as the longest line of codex that is ever read, twice. */
const MOST_LINE_BYTES = 512 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads a journal as a stream; memory holds one line.
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
        // The last line without a line feed is given with one that is not there.
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

/** A cut-off object is never valid JSON: what can be read is whole. */
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
    // Not JSON, so nothing that a batch wrote whole.
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
