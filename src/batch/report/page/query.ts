import type { TaskRow } from '../page-data.js';

export type Sorting = 'failures' | 'input' | 'slowest' | 'fastest';

export interface Query {
  /** Words that all have to be found, in any order and case. */
  readonly search: string;
  /** Empty: all kinds. */
  readonly kinds: ReadonlySet<string>;
  readonly sorting: Sorting;
}

/** A row, with what is searched. */
export interface Entry {
  readonly row: TaskRow;
  readonly haystack: string;
}

export function entryOf(row: TaskRow): Entry {
  return { row, haystack: `${row.id}\n${row.kind}\n${row.preview}\n${row.words}`.toLowerCase() };
}

/** The rows that the query asks for, in its order. */
export function select(entries: readonly Entry[], { search, kinds, sorting }: Query): TaskRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .filter(({ row }) => kinds.size === 0 || kinds.has(row.kind))
    .filter(({ haystack }) => words.every((word) => haystack.includes(word)))
    .map(({ row }) => row)
    .sort(COMPARE[sorting]);
}

const byIndex = (a: TaskRow, b: TaskRow) => a.index - b.index;

/** Those that took no time come last: nothing ran, so nothing was fast. */
function byTime(direction: 1 | -1) {
  return (a: TaskRow, b: TaskRow) => {
    if (a.ms === null || b.ms === null) return Number(a.ms === null) - Number(b.ms === null) || byIndex(a, b);
    return direction * (a.ms - b.ms) || byIndex(a, b);
  };
}

const COMPARE: Readonly<Record<Sorting, (a: TaskRow, b: TaskRow) => number>> = {
  failures: (a, b) => Number(a.tone === 'ok') - Number(b.tone === 'ok') || byIndex(a, b),
  input: byIndex,
  slowest: byTime(-1),
  fastest: byTime(1),
};
