import { createHash } from 'node:crypto';

/** Ids that were seen, at 16 to 32 bytes each however long they are: a batch may have millions. */
export class SeenIds {
  /** Pairs of 32 bits; 0, 0 is an empty place. Half of it at most is in use. */
  #table = new Uint32Array(2 * 1024);
  #count = 0;

  /**
   * False where it was there before. Ids are told apart by 64 bits of a hash: among a million, one in
   * 37 million batches has two that share them.
   */
  add(id: string): boolean {
    const digest = createHash('sha256').update(id).digest();
    // Never 0, 0.
    if (!insert(this.#table, digest.readUInt32LE(0) | 1, digest.readUInt32LE(4))) return false;
    this.#count += 1;
    if (4 * this.#count > this.#table.length) this.#grow();
    return true;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#table.length);
    for (let at = 0; at < this.#table.length; at += 2) {
      const low = this.#table[at] ?? 0;
      if (low !== 0) insert(larger, low, this.#table[at + 1] ?? 0);
    }
    this.#table = larger;
  }
}

function insert(table: Uint32Array, low: number, high: number): boolean {
  const places = table.length / 2;
  for (let place = high % places; ; place = (place + 1) % places) {
    const at = 2 * place;
    if (table[at] === 0) {
      table[at] = low >>> 0;
      table[at + 1] = high;
      return true;
    }
    if (table[at] === low >>> 0 && table[at + 1] === high) return false;
  }
}
