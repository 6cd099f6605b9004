import { createHash } from 'node:crypto';

/** Where a journal's newest line of a task is, and what has to be known of it without reading it again. */
export interface Row {
  /** Of the line, in bytes. */
  readonly offset: number;
  /** With its line feed. */
  readonly length: number;
  readonly index: number;
  /** A fingerprint of the input hash. */
  readonly input: number;
  /** A number of the caller's. */
  readonly note: number;
  /** Which of several files it is in. */
  readonly file: number;
}

/** A million results are some 130 MB: a hash of the id, and numbers beside each other. */
export class Rows {
  readonly #numberOf = new Map<string, number>();
  #columns: Float64Array[] = Array.from({ length: COLUMNS }, () => new Float64Array(1024));

  get size(): number {
    return this.#numberOf.size;
  }

  /** @returns the row that was there before, which this one replaces */
  set(id: string, row: Row): Row | null {
    const key = keyOf(id);
    const number = this.#numberOf.get(key) ?? this.#numberOf.size;
    const before = number < this.#numberOf.size ? this.at(number) : null;
    if (before === null) this.#numberOf.set(key, number);
    this.#put(number, row);
    return before;
  }

  get(id: string): Row | null {
    const number = this.#numberOf.get(keyOf(id));
    return number === undefined ? null : this.at(number);
  }

  at(number: number): Row {
    const [offset = 0, length = 0, index = 0, input = 0, note = 0, file = 0] = this.#columns.map(
      (column) => column[number],
    );
    return { offset, length, index, input, note, file };
  }

  /** Numbers of the rows, sorted: `index` is the place in the input, `offset` the place in the journal. */
  sortedBy(column: 'index' | 'offset'): Uint32Array {
    const by = this.#columns[column === 'index' ? INDEX : OFFSET] ?? new Float64Array();
    const numbers = new Uint32Array(this.size).map((_, number) => number);
    return numbers.sort((a, b) => (by[a] ?? 0) - (by[b] ?? 0));
  }

  #put(number: number, { offset, length, index, input, note, file }: Row): void {
    const capacity = this.#columns[OFFSET]?.length ?? 0;
    if (number >= capacity) {
      this.#columns = this.#columns.map((column) => {
        const grown = new Float64Array(capacity * 2);
        grown.set(column);
        return grown;
      });
    }
    for (const [at, value] of [offset, length, index, input, note, file].entries()) {
      const column = this.#columns[at];
      if (column !== undefined) column[number] = value;
    }
  }
}

const COLUMNS = 6;
const OFFSET = 0;
const INDEX = 2;

/** 48 bits: only ever compared for one and the same task. */
export function fingerprint(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

/** 96 bits: no two ids of any journal share them. */
function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('base64').slice(0, 16);
}
