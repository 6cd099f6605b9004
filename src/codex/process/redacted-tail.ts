import { Buffer } from 'node:buffer';
import { TextTail } from './text-tail.js';

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
