import { Buffer } from 'node:buffer';
import { ByteBuffer } from './byte-buffer.js';
import { LINE_FEED } from './json-tokens.js';

/** Lines up to this length are always transformed; longer ones only if their beginning is relevant. */
const HEAD_BYTES = 64 * 1024;

export interface LineTransformerOptions {
  /** Returns whether a line with this beginning must be transformed, however long it is. */
  readonly isRelevant: (head: Buffer) => boolean;
  /** Gets a line with its line feed, and returns what is passed on in its place. */
  readonly transform: (line: Buffer) => readonly Buffer[];
  readonly maxLineBytes: number;
  /** Called if a relevant line is too long, and is passed on unchanged. */
  readonly onTooLong: () => void;
}

/** Transforms the lines of a stream that comes in pieces of any size. Holds at most one line, a long one only if it is relevant. */
export class LineTransformer {
  readonly #held = new ByteBuffer();
  #passing = false;

  constructor(private readonly options: LineTransformerOptions) {}

  push(chunk: Buffer, emit: (bytes: Buffer) => void): void {
    let at = 0;
    while (at < chunk.length) {
      const lineFeed = chunk.indexOf(LINE_FEED, at);
      const end = lineFeed < 0 ? chunk.length : lineFeed + 1;
      this.#take(chunk.subarray(at, end), lineFeed >= 0, emit);
      at = end;
    }
  }

  /** Ends the stream. An incomplete last line is passed on unchanged. */
  end(emit: (bytes: Buffer) => void): void {
    this.#held.flush(emit);
  }

  #take(bytes: Buffer, isEnd: boolean, emit: (bytes: Buffer) => void): void {
    if (this.#passing) {
      emit(bytes);
      this.#passing = !isEnd;
      return;
    }
    const wasShort = this.#held.length <= HEAD_BYTES;
    this.#held.push(bytes);
    if (isEnd) {
      const { pieces } = this.#held;
      const line = pieces.length === 1 ? bytes : Buffer.concat(pieces);
      this.#held.clear();
      for (const piece of this.options.transform(line)) emit(piece);
    } else if (wasShort && this.#held.length > HEAD_BYTES && !this.options.isRelevant(this.#head())) {
      this.#passOn(emit);
    } else if (this.#held.length > this.options.maxLineBytes) {
      this.options.onTooLong();
      this.#passOn(emit);
    }
  }

  #head(): Buffer {
    return Buffer.concat(this.#held.pieces).subarray(0, HEAD_BYTES);
  }

  #passOn(emit: (bytes: Buffer) => void): void {
    this.#held.flush(emit);
    this.#passing = true;
  }
}
