import { Buffer } from 'node:buffer';

const LINE_FEED = 0x0a;

/** A pending line's memory beyond this is given back once the line is done. */
const KEEP_CAPACITY = 1024 * 1024;

/** How much of a line that is too long is looked at. */
export const HEAD_BYTES = 64 * 1024;

export interface LineSink {
  /** Whole lines, one after the other, each with its line feed: `bytes[start, end)`. Do not keep them. */
  onLines(bytes: Buffer, start: number, end: number): void;
  /** The first bytes of a line longer than the limit, without line feed; the rest is skipped. */
  onOversizedLine(head: Buffer): void;
}

/**
 * Bytes in any chunks → whole lines. Splits on line feeds only, so neither a lone CR nor U+2028 ends a line
 * and a character may lie across chunks. Holds at most one line, and no more of it than the limit.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxLineBytes: number;
  #pending = Buffer.alloc(0);
  #length = 0;
  #skipping = false;

  constructor(maxLineBytes: number, sink: LineSink) {
    this.#maxLineBytes = maxLineBytes;
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    if (this.#length > 0 || this.#skipping) {
      const lineFeed = bytes.indexOf(LINE_FEED);
      if (lineFeed < 0) {
        this.#append(bytes);
        return;
      }
      this.#append(bytes.subarray(0, lineFeed));
      this.#finishLine();
      start = lineFeed + 1;
    }
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > start) {
      this.#sink.onLines(bytes, start, end);
      start = end;
    }
    if (start < bytes.length) this.#append(bytes.subarray(start));
  }

  /** The stream is over: what is pending is a line, though no line feed ended it. */
  end(): void {
    if (this.#length > 0 || this.#skipping) this.#finishLine();
  }

  #append(bytes: Buffer): void {
    if (this.#skipping) return;
    const length = this.#length + bytes.length;
    if (length > this.#maxLineBytes) {
      const head = Math.min(this.#maxLineBytes, HEAD_BYTES);
      this.#store(bytes.subarray(0, Math.max(0, head - this.#length)));
      const line = this.#pending.subarray(0, head);
      this.#skipping = true;
      this.#forget();
      this.#sink.onOversizedLine(line);
      return;
    }
    this.#store(bytes);
  }

  #finishLine(): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    this.#pending[this.#length] = LINE_FEED;
    const line = this.#pending;
    const end = this.#length + 1;
    this.#forget();
    this.#sink.onLines(line, 0, end);
  }

  /** Grows by doubling, so that a long line in small chunks is copied a few times, not once a chunk. */
  #store(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    // One more for the line feed.
    if (length + 1 > this.#pending.length) {
      const grown = Buffer.allocUnsafeSlow(
        Math.min(Math.max(length + 1, 2 * length, 4096), this.#maxLineBytes + 1),
      );
      this.#pending.copy(grown, 0, 0, this.#length);
      this.#pending = grown;
    }
    bytes.copy(this.#pending, this.#length);
    this.#length = length;
  }

  #forget(): void {
    this.#length = 0;
    if (this.#pending.length > KEEP_CAPACITY) this.#pending = Buffer.alloc(0);
  }
}
