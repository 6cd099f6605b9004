import type { Buffer } from 'node:buffer';

/** So many different names are remembered; a stream with more of them only costs more time. */
const MAX_NAMES = 256;

/** Makes strings of the few names that a stream repeats on every line, without making them anew each time. */
export class NameTable {
  readonly #byLength = new Map<number, { readonly bytes: Uint8Array; readonly name: string }[]>();
  #size = 0;

  /** The ASCII bytes `[start, end)` as a string. */
  nameAt(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    const known = this.#byLength.get(length);
    if (known !== undefined) {
      for (const entry of known) if (isAt(entry.bytes, bytes, start)) return entry.name;
    }
    const name = bytes.toString('latin1', start, end);
    if (this.#size < MAX_NAMES && length < 64) {
      this.#size += 1;
      const entry = { bytes: Uint8Array.prototype.slice.call(bytes, start, end), name };
      if (known === undefined) this.#byLength.set(length, [entry]);
      else known.push(entry);
    }
    return name;
  }
}

function isAt(name: Uint8Array, bytes: Uint8Array, start: number): boolean {
  // From the end, where names of one length differ.
  for (let at = name.length - 1; at >= 0; at -= 1) if (name[at] !== bytes[start + at]) return false;
  return true;
}
