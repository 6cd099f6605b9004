import type { Buffer } from 'node:buffer';

/** The pieces of a line that have not been passed on yet. */
export class ByteBuffer {
  #pieces: Buffer[] = [];
  #length = 0;

  get pieces(): readonly Buffer[] {
    return this.#pieces;
  }

  /** The number of bytes in all pieces. */
  get length(): number {
    return this.#length;
  }

  push(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
  }

  /** Passes the pieces on unchanged. */
  flush(emit: (bytes: Buffer) => void): void {
    for (const bytes of this.#pieces) emit(bytes);
    this.clear();
  }

  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}
