import { Buffer } from 'node:buffer';
import { ByteBuffer } from './byte-buffer.js';
import { LINE_FEED } from './bytes.js';

/** A line is looked at whole up to here; a longer one only where its beginning says that it is of interest. */
const GLANCE_BYTES = 64 * 1024;

export interface LineTransformerOptions {
  /** Whether a line that begins like this has to be looked at whole, however long it is. */
  readonly isRelevant: (head: Buffer) => boolean;
  /** Gets a line with its line feed; what it gives is passed on in its place. */
  readonly transform: (line: Buffer) => readonly Buffer[];
  readonly maxLineBytes: number;
  /** A line of interest is too long to be looked at, and passed on as it is. */
  readonly onTooLong: () => void;
}

/** Bytes in any pieces → bytes, with some lines changed. Holds at most one line, and a long one only if it must. */
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

  /** The stream is over; what is there of a line is none that can be changed. */
  end(emit: (bytes: Buffer) => void): void {
    this.#held.flush(emit);
  }

  #take(bytes: Buffer, isEnd: boolean, emit: (bytes: Buffer) => void): void {
    if (this.#passing) {
      emit(bytes);
      this.#passing = !isEnd;
      return;
    }
    const wasGlance = this.#held.length <= GLANCE_BYTES;
    this.#held.push(bytes);
    if (isEnd) {
      const { pieces } = this.#held;
      const line = pieces.length === 1 ? bytes : Buffer.concat(pieces);
      this.#held.clear();
      for (const piece of this.options.transform(line)) emit(piece);
    } else if (wasGlance && this.#held.length > GLANCE_BYTES && !this.options.isRelevant(this.#head())) {
      this.#passOn(emit);
    } else if (this.#held.length > this.options.maxLineBytes) {
      this.options.onTooLong();
      this.#passOn(emit);
    }
  }

  #head(): Buffer {
    return Buffer.concat(this.#held.pieces).subarray(0, GLANCE_BYTES);
  }

  #passOn(emit: (bytes: Buffer) => void): void {
    this.#held.flush(emit);
    this.#passing = true;
  }
}
