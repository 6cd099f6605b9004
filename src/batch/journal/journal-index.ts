import { createHash } from 'node:crypto';

/** The newest line of a task in a journal: its place, and what is needed without reading it again. */
export interface IndexEntry {
  /** The offset of the line, in bytes. */
  readonly offset: number;
  /** The length of the line in bytes, including its line feed. */
  readonly length: number;
  /** The current index of the task in the input, as far as it is known. */
  readonly index: number;
  /** A fingerprint of the input hash. */
  readonly inputFingerprint: number;
  /** A number that the caller chooses. */
  readonly status: number;
  /** The number of the file that has the line. */
  readonly file: number;
}

/** An entry as it is stored. */
export interface StoredEntry extends IndexEntry {
  /** The index that the line itself has. */
  readonly writtenIndex: number;
  readonly inputState: InputState;
}

/** How an entry relates to the current input. */
export type InputState = typeof IN_INPUT | typeof NOT_SEEN | typeof LEFT_OUT;

/** Its index is that of the current input. */
export const IN_INPUT = 0;
/** The current input has not named its task so far: its index is that of an earlier input. */
export const NOT_SEEN = 1;
/** It is not copied. */
export const LEFT_OUT = 2;

/**
 * `offset`: by position in the journal. `index`: by index in the input; for the same index, by file and
 * offset. `input`: the same, but tasks that the input does not have come last.
 */
export type EntryOrder = 'offset' | 'index' | 'input';

/** Stores a hash of each id and a few numbers, so that a million results take about 150 MB. */
export class JournalIndex {
  readonly #numberOf = new Map<string, number>();
  #columns: Float64Array[] = Array.from({ length: COLUMNS }, () => new Float64Array(1024));

  get size(): number {
    return this.#numberOf.size;
  }

  /** @returns the row that was there before, which this one replaces */
  set(id: string, row: IndexEntry, inputState: InputState = IN_INPUT): StoredEntry | null {
    const key = keyOf(id);
    const number = this.#numberOf.get(key) ?? this.#numberOf.size;
    const before = number < this.#numberOf.size ? this.at(number) : null;
    if (before === null) this.#numberOf.set(key, number);
    this.#put(number, { ...row, writtenIndex: row.index, inputState });
    return before;
  }

  get(id: string): StoredEntry | null {
    const number = this.#numberOf.get(keyOf(id));
    return number === undefined ? null : this.at(number);
  }

  /** Sets the current index of a task, whatever its line says. */
  setPosition(id: string, index: number): void {
    const number = this.#numberOf.get(keyOf(id));
    if (number !== undefined) this.#put(number, { ...this.at(number), index, inputState: IN_INPUT });
  }

  /** Excludes an entry from copying. */
  exclude(id: string): void {
    const number = this.#numberOf.get(keyOf(id));
    if (number !== undefined) this.#put(number, { ...this.at(number), inputState: LEFT_OUT });
  }

  /** All rows stand like this, until they are placed. */
  setAllInputStates(inputState: InputState): void {
    this.#columns[INPUT_STATE]?.fill(inputState);
  }

  at(number: number): StoredEntry {
    const value = (column: number): number => this.#columns[column]?.[number] ?? 0;
    return {
      offset: value(OFFSET),
      length: value(LENGTH),
      index: value(INDEX),
      inputFingerprint: value(FINGERPRINT),
      status: value(STATUS),
      file: value(FILE),
      writtenIndex: value(WRITTEN_INDEX),
      inputState: value(INPUT_STATE) as InputState,
    };
  }

  /** Returns the indexes of all entries but these. */
  positionsOfOthers(ids: ReadonlyMap<string, unknown>): ReadonlySet<number> {
    const own = new Set([...ids.keys()].map((id) => this.#numberOf.get(keyOf(id))));
    const places = new Set<number>();
    for (let number = 0; number < this.size; number++) {
      if (!own.has(number)) places.add(this.#columns[INDEX]?.[number] ?? -1);
    }
    return places;
  }

  /** Returns the numbers of the entries in this order, without excluded ones. */
  sortedBy(order: EntryOrder): Uint32Array {
    const by = ORDERS[order].map((column) => this.#columns[column] ?? new Float64Array());
    const inputState = this.#columns[INPUT_STATE];
    const numbers = new Uint32Array(this.size).map((_, number) => number);
    return numbers
      .filter((number) => inputState?.[number] !== LEFT_OUT)
      .sort((a, b) => {
        for (const column of by) {
          const difference = (column[a] ?? 0) - (column[b] ?? 0);
          if (difference !== 0) return difference;
        }
        return 0;
      });
  }

  /** Whether the lines of a journal are in this order. */
  isSorted(order: EntryOrder): boolean {
    let end = -1;
    for (const number of this.sortedBy(order)) {
      const { offset } = this.at(number);
      if (offset < end) return false;
      end = offset;
    }
    return true;
  }

  /** Whether the index in a line differs from the current index of its task. */
  hasMoved(): boolean {
    const [index, written] = [this.#columns[INDEX], this.#columns[WRITTEN_INDEX]];
    for (let number = 0; number < this.size; number++) if (index?.[number] !== written?.[number]) return true;
    return false;
  }

  #put(number: number, row: StoredEntry): void {
    const capacity = this.#columns[OFFSET]?.length ?? 0;
    if (number >= capacity) {
      this.#columns = this.#columns.map((column) => {
        const grown = new Float64Array(capacity * 2);
        grown.set(column);
        return grown;
      });
    }
    const set = (column: number, value: number): void => {
      const values = this.#columns[column];
      if (values !== undefined) values[number] = value;
    };
    set(OFFSET, row.offset);
    set(LENGTH, row.length);
    set(INDEX, row.index);
    set(FINGERPRINT, row.inputFingerprint);
    set(STATUS, row.status);
    set(FILE, row.file);
    set(WRITTEN_INDEX, row.writtenIndex);
    set(INPUT_STATE, row.inputState);
  }
}

const COLUMNS = 8;
const OFFSET = 0;
const LENGTH = 1;
const INDEX = 2;
const FINGERPRINT = 3;
const STATUS = 4;
const FILE = 5;
const WRITTEN_INDEX = 6;
const INPUT_STATE = 7;

const ORDERS: Readonly<Record<EntryOrder, readonly number[]>> = {
  offset: [OFFSET],
  index: [INDEX, INPUT_STATE, FILE, OFFSET],
  input: [INPUT_STATE, INDEX, FILE, OFFSET],
};

/** 48 bits, since only fingerprints of the same task are compared. */
export function fingerprint(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

/** 96 bits, so that no two ids of a journal have the same. */
function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('base64').slice(0, 16);
}
