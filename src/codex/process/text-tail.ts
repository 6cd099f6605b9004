import { Buffer } from 'node:buffer';

/** Keeps the end of a stream of UTF-8 bytes in bounded memory. */
export class TextTail {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #cut = false;

  constructor(private readonly maxBytes: number) {}

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
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
    const bytes = Buffer.concat(this.#chunks);
    if (!this.#cut && bytes.length <= this.maxBytes) return bytes.toString('utf8');
    let start = Math.max(bytes.length - this.maxBytes, 0);
    while (((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1;
    return bytes.toString('utf8', start);
  }
}

/** Kept before the tail, so that a secret at its start is recognized by the text before it. */
const CONTEXT_BYTES = 4096;

/** Keeps the end of a stream of UTF-8 bytes, without secrets and without parts of secrets at the cut. */
export class RedactedTail {
  readonly #tail: TextTail;

  constructor(
    private readonly maxBytes: number,
    private readonly redact: (text: string) => string,
  ) {
    this.#tail = new TextTail(maxBytes + CONTEXT_BYTES);
  }

  push(chunk: Uint8Array): void {
    this.#tail.push(chunk);
  }

  /** Returns at most the last `maxBytes`. */
  toString(): string {
    const kept = this.#tail.toString();
    const shown = new TextTail(this.maxBytes);
    shown.push(Buffer.from(this.redact(this.#tail.isCut ? fromWholeLine(kept) : kept)));
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
