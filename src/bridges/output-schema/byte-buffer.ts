import type { Buffer } from 'node:buffer';

/** The pieces of a line that are not passed on yet. */
export class ByteBuffer {
  #pieces: Buffer[] = [];
  #length = 0;

  get pieces(): readonly Buffer[] {
    return this.#pieces;
  }

  /** In bytes, all pieces together. */
  get length(): number {
    return this.#length;
  }

  push(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
  }

  /** Passes them on as they are. */
  flush(emit: (bytes: Buffer) => void): void {
    for (const bytes of this.#pieces) emit(bytes);
    this.clear();
  }

  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}
