import { describe, expect, it } from 'vitest';
import { entryOf, type Query, select } from '../../../../src/batch/report/page/query.js';
import type { TaskRow } from '../../../../src/batch/report/page-data.js';

const row = (id: string, index: number, over: Partial<TaskRow> = {}): TaskRow => ({
  id,
  index,
  kind: 'ok',
  tone: 'ok',
  ms: 100 * index,
  preview: '',
  words: '',
  ...over,
});
const ROWS = [
  row('c', 2, { preview: 'Straße in BERLIN' }),
  row('a', 0, { kind: 'timeout', tone: 'stopped', ms: 9000 }),
  row('b', 1, { kind: 'invalid_task', tone: 'input', ms: null, words: 'needle in the words' }),
  row('d', 3),
];
const ids = (query: Partial<Query>) =>
  select(ROWS.map(entryOf), { search: '', kinds: new Set(), sorting: 'input', ...query }).map(({ id }) => id);

describe('what the page shows', () => {
  it.each([
    ['', ['a', 'b', 'c', 'd']],
    ['berlin', ['c']],
    ['  NEEDLE   words ', ['b']],
    ['needle berlin', []],
    ['timeout', ['a']],
  ])('searches for %j', (search, expected) => {
    expect(ids({ search })).toEqual(expected);
  });

  it('filters by any of the kinds', () => {
    expect(ids({ kinds: new Set(['timeout', 'invalid_task']) })).toEqual(['a', 'b']);
    expect(ids({ kinds: new Set(['timeout']), search: 'needle' })).toEqual([]);
  });

  it('sorts; what took no time comes last', () => {
    expect(ids({ sorting: 'failures' })).toEqual(['a', 'b', 'c', 'd']);
    expect(ids({ sorting: 'slowest' })).toEqual(['a', 'd', 'c', 'b']);
    expect(ids({ sorting: 'fastest' })).toEqual(['c', 'd', 'a', 'b']);
  });
});
