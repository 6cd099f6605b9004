import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BatchResult } from '../../../../src/batch/batch-result.js';
import { embeddedJson } from '../../../../src/batch/report/html-report.js';
import { openHtmlReport } from '../../../../src/batch/report/index.js';
import type { TaskDetail, TaskRow } from '../../../../src/batch/report/page-data.js';
import { ReportBench } from './report-bench.js';
import {
  invalidTask,
  key,
  mismatch,
  notJson,
  OPTIONS,
  ok,
  sampleResults,
  summaryOf,
} from './sample-results.js';

let bench: ReportBench;
beforeEach(() => {
  bench = new ReportBench();
});
afterEach(() => bench.dispose());

/** As the page reads it. */
function tasksOf(html: string): { row: TaskRow; detail: TaskDetail }[] {
  return [...html.matchAll(/<script type="application\/x-ndjson" class="task">(.*)\n(.*)<\/script>/g)].map(
    ([, row = '', detail = '']) => ({ row: JSON.parse(row), detail: JSON.parse(detail) }),
  );
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('</script>', '<!--<script>', ']]>', '\u2028', '\ud800', '\0', '-->', '<SCRIPT', '\ufeff'),
);

describe('JSON inside a page', () => {
  it('comes back as it was, and nothing in it ends the element', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.array(anyText), (value, texts) => {
        const embedded = embeddedJson({ value, texts });
        expect(embedded).not.toMatch(/[<\n\r\u2028\u2029\0]/);
        // As it is after being written to a file and read again.
        const read = Buffer.from(embedded, 'utf8').toString('utf8');
        expect(JSON.parse(read)).toEqual(JSON.parse(JSON.stringify({ value, texts })));
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});

describe('the HTML report', () => {
  it('holds every task, whatever its id and message are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, anyText), { maxLength: 5 }), (texts) => {
        const results = texts.map(([id, message], at) => notJson(id, at, message));
        const html = bench.made(openHtmlReport, results, { title: texts[0]?.[0] ?? 'T' });
        expect(tasksOf(html).map(({ row }) => row.index)).toEqual(results.map(({ index }) => index));
        expect(html.match(/<\/?script/gi)).toHaveLength(2 * results.length + 2);
        expect(html.match(/<!--/g)).toBeNull();
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it('loads nothing, and runs no script but its own', () => {
    const html = bench.made(openHtmlReport, sampleResults());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hash(script)}`,
      `style-src ${hash(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html.replace(/class="task">.*\n.*</g, '')).not.toMatch(
      /(src|href|url\()\s*=?\s*["']?(https?:)?\/\//i,
    );
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(1024);
  });

  it('has the summary also without its script', () => {
    const html = bench.made(openHtmlReport, sampleResults(), { title: '<b>"T"</b>' });
    const [, body = ''] = html.split('<header>');
    expect(body).toContain('<h1>&#60;b&#62;&#34;T&#34;&#60;/b&#62;</h1>');
    expect(body).toContain('5 of 7 tasks failed');
    expect(body).toContain('aria-label="Tasks by outcome: ok 2, schema_mismatch 1,');
    expect(body).toContain('<noscript>');
  });

  it("keeps the model's own numbers, and what the codec made where there is one", () => {
    const [verbatim] = tasksOf(bench.made(openHtmlReport, [ok('a', 0, '{"n": 9007199254740995}')]));
    expect(verbatim?.detail.value).toBe('{\n  "n": 9007199254740995\n}');
    const adapted = ok('a', 0, '{"value":"[1]"}', { schema: { sha256: 'a', adapted: true } });
    const [decoded] = tasksOf(bench.made(openHtmlReport, [{ ...adapted, value: [1] } as BatchResult]));
    expect(decoded?.detail.value).toBe('[\n  1\n]');
  });

  it('hides secrets in texts, in JSON and in events, before anything is cut', () => {
    const secret = `q"uote\\-${'z'.repeat(300)}`;
    const result = ok(secret, 0, JSON.stringify({ a: 'x'.repeat(150), secret }), {
      stderr: `WARNING: proceeding, even though we could not create PATH aliases\nBearer abcdefghijkl ${secret}`,
      events: [
        { type: 'item.completed', item: { id: '0', type: 'command_execution', command: `echo ${secret}` } },
        {
          type: 'item.completed',
          item: { id: '1', type: 'mcp_tool_call', tool: 't', arguments: { secret } },
        },
      ],
    });
    const html = bench.made(openHtmlReport, [result], { env: { DEPLOY_TOKEN: secret } });
    expect(html).not.toContain('zz');
    expect(html).not.toContain('abcdefghijkl');
    // What codex always says is told to nobody.
    expect(html).not.toContain('PATH aliases');
    expect(html.match(/\[hidden\]/g)?.length).toBeGreaterThanOrEqual(6);
  });

  it('is bounded for each task, and says what is missing', () => {
    const events = Array.from({ length: 5000 }, (_, at) => ({
      type: 'item.completed',
      item: {
        id: `item_${at}`,
        type: 'command_execution',
        command: 'c'.repeat(9999),
        aggregated_output: 'o'.repeat(99_999),
      },
    }));
    const html = bench.made(openHtmlReport, [
      ok('a', 0, JSON.stringify({ long: 'v'.repeat(3_000_000) }), { events, stderr: 's'.repeat(200_000) }),
    ]);
    expect(html.length).toBeLessThan(700_000);
    const [task] = tasksOf(html);
    expect(task?.detail.value).toMatch(/more characters were left out\]$/);
    expect(task?.detail.events.find(({ what }) => what === 'cut')?.title).toBe('4,800 events left out here');
  });

  it('takes results of a journal, which may have no events, and those without a detail', () => {
    const { events: _, ...detail } = ok('a', 0).ok
      ? (ok('a', 0) as Extract<BatchResult, { ok: true }>).detail
      : never();
    const journaled = { ...ok('a', 0), detail } as unknown as BatchResult;
    const tasks = tasksOf(bench.made(openHtmlReport, [journaled, invalidTask('b', 1)]));
    expect(tasks.map(({ detail }) => detail.events)).toEqual([[], []]);
    expect(tasks[1]?.row.ms).toBeNull();
  });

  it('shows what is known of each kind', () => {
    const unsupported: BatchResult = {
      ...key('u', 0),
      ok: false,
      kind: 'unsupported',
      message: 'm',
      workMayHaveRun: false,
      retryable: false,
      capability: 'fork',
      needs: '0.150',
      found: '0.100',
    };
    const [first, second] = tasksOf(bench.made(openHtmlReport, [unsupported, mismatch('m', 1)]));
    expect(first?.detail.facts[0]).toEqual({ name: 'Needs', text: 'fork: 0.150; found 0.100' });
    expect(first?.detail.advice).toEqual(['Nothing was changed by this task.']);
    expect(second?.detail.violations[1]).toEqual({ pointer: '(root)', message: "lacks 'age'" });
    expect(second?.detail.attempts.map(({ why }) => why)).toEqual(['', 'repair']);
  });

  it('is empty for an empty batch', () => {
    const report = openHtmlReport(bench.path('r'), OPTIONS);
    report.finish(summaryOf([]));
    expect(bench.read('r')).toContain('0 tasks ok');
  });
});

function never(): never {
  throw new Error('A success that is none.');
}
