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
