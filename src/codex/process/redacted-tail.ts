import { Buffer } from 'node:buffer';
import { TextTail } from './text-tail.js';

/** Kept before the tail, so that a secret at its beginning is recognized by what stands before it. */
const CONTEXT_BYTES = 4096;

/** The end of a stream of UTF-8 bytes, without secrets and without halves of secrets where it was cut. */
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

  /** The last `maxBytes` at most. */
  toString(): string {
    const kept = this.#tail.toString();
    const shown = new TextTail(this.maxBytes);
    shown.push(Buffer.from(this.redact(this.#tail.isCut ? fromWholeLine(kept) : kept)));
    return shown.toString();
  }
}

/** What a line begins with is cut off; what a secret was called may be lost with it. */
function fromWholeLine(text: string): string {
  const lineFeed = text.indexOf('\n');
  if (lineFeed !== -1 && lineFeed < CONTEXT_BYTES) return text.slice(lineFeed + 1);
  const gap = /\s/.exec(text.slice(0, CONTEXT_BYTES));
  return gap === null ? text : text.slice(gap.index);
}
