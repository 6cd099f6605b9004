import { Buffer } from 'node:buffer';

/** Keeps the end of a stream of UTF-8 bytes in bounded memory. */
export class TextTail {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #cut = false;
  #total = 0;

  constructor(private readonly maxBytes: number) {}

  /** The number of bytes that were pushed. */
  get totalBytes(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    this.#total += chunk.length;
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#size - first.length < this.maxBytes) break;
      this.#chunks.shift();
      this.#size -= first.length;
      this.#cut = true;
    }
  }

  /** Whether the beginning was dropped. */
  get isCut(): boolean {
    return this.#cut || this.#size > this.maxBytes;
  }

  /** Returns at most the last `maxBytes`, from the start of a character. */
  toString(): string {
    return this.bytes().toString('utf8');
  }

  /** The same, not decoded. */
  bytes(): Buffer {
    const bytes = Buffer.concat(this.#chunks);
    if (!this.#cut && bytes.length <= this.maxBytes) return bytes;
    let start = Math.max(bytes.length - this.maxBytes, 0);
    while (((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1;
    return bytes.subarray(start);
  }
}

/** Kept before the tail, so that a secret at its start is recognized by the text before it. */
const CONTEXT_BYTES = 4096;

const LINE_FEED = 0x0a;

/** Keeps the end of a stream of UTF-8 bytes, without secrets and without parts of secrets at the cut. */
export class RedactedTail {
  readonly #tail: TextTail;
  #lineStart = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly redact: (text: string) => string,
  ) {
    this.#tail = new TextTail(maxBytes + CONTEXT_BYTES);
  }

  push(chunk: Uint8Array): void {
    const lineFeed = chunk.lastIndexOf(LINE_FEED);
    if (lineFeed !== -1) this.#lineStart = this.#tail.totalBytes + lineFeed + 1;
    this.#tail.push(chunk);
  }

  /** The byte at which the current line starts, for {@link since}. */
  get lineStart(): number {
    return this.#lineStart;
  }

  /** Returns at most the last `maxBytes`. */
  toString(): string {
    return this.#clipped(this.#redacted(this.#tail.toString()));
  }

  /** Returns the text from this byte on, at most the last `maxBytes`. */
  since(start: number): string {
    const bytes = this.#tail.bytes();
    const before = bytes.subarray(0, Math.max(bytes.length - (this.#tail.totalBytes - start), 0));
    const all = this.#redacted(bytes.toString());
    const head = this.#redacted(before.toString());
    // A secret that reaches over the start would be recognized only as a whole.
    return this.#clipped(all.startsWith(head) ? all.slice(head.length) : all);
  }

  #redacted(kept: string): string {
    return this.redact(this.#tail.isCut ? fromWholeLine(kept) : kept);
  }

  #clipped(text: string): string {
    const shown = new TextTail(this.maxBytes);
    shown.push(Buffer.from(text));
    return shown.toString();
  }
}

/** Removes the rest of a cut line, whose secrets may no longer be recognized without their names. */
function fromWholeLine(text: string): string {
  const lineFeed = text.indexOf('\n');
  if (lineFeed !== -1 && lineFeed < CONTEXT_BYTES) return text.slice(lineFeed + 1);
  const gap = /\s/.exec(text.slice(0, CONTEXT_BYTES));
  return gap === null ? text : text.slice(gap.index);
}
