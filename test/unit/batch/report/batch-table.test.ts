import { describe, expect, it } from 'vitest';
import { batchTable } from '../../../../src/cli/output/batch-table.js';
import { invalidTask, mismatch, ok, summaryOf } from './sample-results.js';

const RESULTS = [
  ...Array.from({ length: 1200 }, (_, at) => ok(`t${at}`, at)),
  mismatch('m', 1200),
  invalidTask('i', 1201),
];

describe('the table at the end', () => {
  it('is aligned, and says what to do next', () => {
    expect(batchTable(summaryOf(RESULTS), { resultsFile: "it's here.jsonl" })).toBe(
      `outcome          tasks    p50    p95
ok               1,200  1.2 s  4.8 s
schema_mismatch      1  1.2 s  4.8 s
invalid_task         1      -      -
all              1,202

tokens   1,234,567 in (1,000,000 cached), 45,678 out
retries  3
repairs  2
elapsed  2m 13s, 9.04 tasks a second

See what failed: jq -c 'select(.ok | not) | {id, kind, message}' 'it'\\''s here.jsonl'
Run what failed again: the same command with --resume --rerun-failed.
`,
    );
  });

  it('has nothing to advise where all is well', () => {
    const table = batchTable(summaryOf([ok('a', 0)]), { resultsFile: 'r.jsonl' });
    expect(table).toMatch(/^outcome {2}tasks[^\n]*\nok {11}1 /);
    expect(table).toMatch(/elapsed [^\n]*\n$/);
  });

  it('says why it stopped, and how to go on', () => {
    const summary = summaryOf([mismatch('a', 0)], { stopped: 'usage_limit', notRun: 1, resumed: 1 });
    const table = batchTable(summary, { resultsFile: 'r.jsonl', reportFile: 'r.html' });
    expect(table).toContain('resumed  1 result of an earlier run\n');
    expect(table).toContain(
      '\nThe batch stopped early, because the account has reached its usage limit. 1 task that had been read did not run.\nSee what failed: r.html\nGo on with the rest: the same command with --resume.\nRun what failed again: the same command with --resume --rerun-failed.\n',
    );
    // Without a journal there is nothing to resume.
    expect(batchTable(summary, { resultsFile: null })).not.toContain('--resume');
  });

  it('of an empty batch is no nonsense', () => {
    expect(batchTable(summaryOf([], { elapsedMs: 0 }), { resultsFile: null })).toBe('There were no tasks.\n');
    // One that was stopped before it had any says why.
    expect(batchTable(summaryOf([], { elapsedMs: 0, stopped: 'signal' }), { resultsFile: null })).toMatch(
      /elapsed {2}0 ms, 0.00 tasks a second\n\nThe batch stopped early, because it was interrupted./,
    );
  });
});
