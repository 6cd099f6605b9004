import type { Buffer } from 'node:buffer';

/** So many different names are remembered; a stream with more of them only costs more time. */
const MAX_NAMES = 256;
const MAX_NAME_BYTES = 64;

interface Entry<T> {
  readonly bytes: Uint8Array;
  readonly meaning: T;
}

/** What the few names mean that a stream repeats on every line, without making strings of them each time. */
export class NameTable<T> {
  readonly #meaningOf: (name: string) => T;
  readonly #byLength: Entry<T>[][] = Array.from({ length: MAX_NAME_BYTES }, () => []);
  #size = 0;

  constructor(meaningOf: (name: string) => T) {
    this.#meaningOf = meaningOf;
  }

  /** The meaning of the ASCII bytes `[start, end)`. */
  at(bytes: Buffer, start: number, end: number): T {
    const known = this.#byLength[end - start];
    if (known !== undefined) {
      for (const entry of known) if (isWordAt(bytes, start, entry.bytes)) return entry.meaning;
    }
    const meaning = this.#meaningOf(bytes.toString('latin1', start, end));
    if (known !== undefined && this.#size < MAX_NAMES) {
      this.#size += 1;
      known.push({ bytes: Uint8Array.prototype.slice.call(bytes, start, end), meaning });
    }
    return meaning;
  }
}

/** Whether these bytes stand at `start`. */
export function isWordAt(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  // From the end, where names of one length differ.
  for (let at = word.length - 1; at >= 0; at -= 1) if (word[at] !== bytes[start + at]) return false;
  return true;
}
