import { statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarkdownReport, openStepSummary } from '../../../../src/batch/report/index.js';
import { markdownSummary, markdownText } from '../../../../src/batch/report/markdown-report.js';
import { ReportBench } from './report-bench.js';
import { invalidTask, mismatch, OPTIONS, ok, sampleResults, summaryOf } from './sample-results.js';

let bench: ReportBench;
beforeEach(() => {
  bench = new ReportBench();
});
afterEach(() => bench.dispose());

const HOSTILE =
  'a | b\n| c | `code` <img src=x onerror=alert(1)> [link](https://evil.example) **bold** www.evil.example $x$ ~~s~~ \\| end';

describe('Markdown', () => {
  it('text from outside is text, on one line, in one cell', () => {
    const text = markdownText(HOSTILE, 1000);
    expect(text).not.toMatch(/[\n<>]/);
    expect(text).not.toMatch(/(?<!\\)[|`*_[\]~$]/);
    // A backslash of its own must not take the one before a bar away.
    expect(markdownText('\\|', 10)).toBe('\\\\\\|');
    expect(text).toContain('https\\://evil.example');
    expect(text).toContain('www\\.evil.example');
    expect(text).toContain('&lt;img');
  });

  it('is cut before it is escaped', () => {
    expect(markdownText('|'.repeat(100), 5)).toBe('\\|\\|\\|\\|…');
  });

  it('says at once what became of it', () => {
    const results = [ok('a', 0), ok('b', 1)];
    const fine = markdownSummary(summaryOf(results), { title: 'T', failures: [] });
    expect(fine).toContain('✅ **2 tasks ok.**');
    expect(fine).not.toContain('mermaid');
    expect(fine).not.toContain('Failed tasks');
    const early = markdownSummary(
      summaryOf([mismatch('a', 0)], { stopped: 'budget_tokens', notRun: 1, resumed: 1 }),
      {
        title: 'T',
        failures: [],
      },
    );
    expect(early).toContain(
      '❌ **1 of 1 task failed.** ⚠️ The batch stopped early, because its budget of tokens was used up; 1 task that had been read was not run. 1 result is of an earlier run.',
    );
  });

  it('has a chart where there is something to compare, in the syntax of Mermaid', () => {
    const text = markdownSummary(summaryOf([ok('a', 0), ok('b', 1), mismatch('c', 2)]), {
      title: 'T',
      failures: [],
    });
    expect(text).toContain('```mermaid\npie showData\n    "ok" : 2\n    "schema_mismatch" : 1\n```\n');
  });

  it('tables have as many cells in each row as in their head', () => {
    const hostile = [mismatch(HOSTILE, 0, HOSTILE), ok('b', 1)];
    const text = bench.made(openMarkdownReport, hostile);
    for (const table of text.match(/(^\|.*\n)+/gm) ?? []) {
      const cells = table
        .trim()
        .split('\n')
        .map((row) => row.match(/(?<!\\)(\\\\)*\|/g)?.length);
      expect(new Set(cells).size).toBe(1);
    }
    expect(text.match(/(^\|.*\n)+/gm)).toHaveLength(3);
  });

  it('names the first fifty that failed, and says how many more there are', () => {
    const results = Array.from({ length: 60 }, (_, at) => invalidTask(`task ${at}`, at));
    const text = bench.made(openMarkdownReport, results);
    expect(text).toContain('| task 49 |');
    expect(text).not.toContain('| task 50 |');
    expect(text).toContain('… and 10 more.');
  });

  it('shows no secret, also not half of one', () => {
    const secret = `s3cret-${'x'.repeat(2000)}`;
    const text = bench.made(openMarkdownReport, [invalidTask(secret, 0, `The key is ${secret}.`)], {
      env: { MY_API_KEY: secret },
      title: `About ${secret}`,
    });
    expect(text).not.toContain('s3cret');
    expect(text.match(/\\\[hidden\\\]/g)).toHaveLength(3);
  });

  it('is bounded, whatever the tasks say', () => {
    const results = Array.from({ length: 60 }, (_, at) =>
      invalidTask('|'.repeat(100_000), at, '&'.repeat(100_000)),
    );
    expect(bench.made(openMarkdownReport, results).length).toBeLessThan(256 * 1024);
  });
});

describe('the summary of a GitHub step', () => {
  const results = sampleResults();
  const finished = (env: Record<string, string>) => {
    const report = openStepSummary({ ...OPTIONS, env });
    for (const result of results) report?.add(result);
    report?.finish(summaryOf(results));
  };

  it('is there only where GitHub names a file', () => {
    expect(openStepSummary(OPTIONS)).toBeNull();
    expect(openStepSummary({ ...OPTIONS, env: { GITHUB_STEP_SUMMARY: '' } })).toBeNull();
  });

  it('is appended', () => {
    writeFileSync(bench.path('step'), '# Before\n');
    finished({ GITHUB_STEP_SUMMARY: bench.path('step') });
    expect(bench.read('step')).toMatch(/^# Before\n\n## ticket\.schema\.json\n[\s\S]*\| ticket-3 \|/);
  });

  it('names no tasks where only so much room is left, and says so where there is none', () => {
    const limit = 1024 * 1024;
    // One byte short of what all of it would take.
    const room = Buffer.byteLength(bench.made(openMarkdownReport, results));
    writeFileSync(bench.path('step'), '#'.repeat(limit - room));
    finished({ GITHUB_STEP_SUMMARY: bench.path('step') });
    const text = bench.read('step').slice(limit - room);
    expect(text).toContain('| `ok` |');
    expect(text).not.toContain('ticket-3');
    expect(statSync(bench.path('step')).size).toBeLessThanOrEqual(limit);
    writeFileSync(bench.path('step'), ' '.repeat(limit - 10));
    expect(() => finished({ GITHUB_STEP_SUMMARY: bench.path('step') })).toThrow(
      'The step summary is full (1 MiB), so the batch is not in it.',
    );
    expect(statSync(bench.path('step')).size).toBe(limit - 10);
  });

  it('says what is wrong with the file', () => {
    expect(() => finished({ GITHUB_STEP_SUMMARY: bench.path('none/step') })).toThrow(
      'The step summary could not be written: there is no such file.',
    );
  });
});
