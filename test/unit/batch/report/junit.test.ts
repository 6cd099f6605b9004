import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJunitReport } from '../../../../src/batch/report/index.js';
import { xmlAttribute, xmlText } from '../../../../src/batch/report/junit-report.js';
import { ReportBench } from './report-bench.js';
import {
  abortedEarly,
  invalidTask,
  mismatch,
  notJson,
  OPTIONS,
  ok,
  sampleResults,
  summaryOf,
  timedOut,
  turnFailed,
} from './sample-results.js';

let bench: ReportBench;
beforeEach(() => {
  bench = new ReportBench();
});
afterEach(() => bench.dispose());

// test/browser/junit.test.ts reads such files with a real parser.
describe('JUnit', () => {
  it('escapes what is markup, and replaces what XML has no place for', () => {
    expect(xmlText('a<b>&]]>\r\u0000\u0008\ud800x\ufffe🎉')).toBe('a&#60;b&#62;&#38;]]&#62;&#13;���x�🎉');
    expect(xmlAttribute('"\n\t\'<')).toBe('"&#34;&#10;&#9;\'&#60;"');
  });

  it('counts failures, errors and what was not run apart', () => {
    const results = [
      ok('a', 0),
      mismatch('b', 1),
      notJson('c', 2),
      turnFailed('d', 3),
      invalidTask('e', 4),
      timedOut('f', 5),
      abortedEarly('g', 6),
    ];
    const text = bench.made(openJunitReport, results);
    expect(text).toMatch(
      /<testsuites name="ticket\.schema\.json" tests="7" failures="2" errors="3" time="133\.000">/,
    );
    expect(text).toContain('<testcase classname="ticket.schema.json" name="a" time="1.234"/>');
    expect(text).toContain(
      '<failure type="schema_mismatch" message="The answer is not valid: 2 violations.">',
    );
    expect(text).toContain('/name: must be a string');
    expect(text).toContain('<failure type="invalid_json"');
    expect(text).toContain('Sure! Here is the JSON you asked for.');
    expect(text).toContain('<error type="turn_failed"');
    expect(text).toContain('ERROR stream disconnected');
    expect(text).toContain('<error type="invalid_task"');
    expect(text).toContain('<error type="timeout"');
    expect(text.match(/<skipped /g)).toHaveLength(1);
    expect(text.match(/<testcase /g)).toHaveLength(7);
  });

  it('says how many were not run when the batch stopped early', () => {
    const report = openJunitReport(bench.path('r'), OPTIONS);
    report.add(ok('a', 0));
    report.finish(summaryOf([ok('a', 0)], { stopped: 'max_failures', notRun: 12 }));
    expect(bench.read('r')).toContain('tests="2" failures="0" errors="0" skipped="1"');
    expect(bench.read('r')).toContain(
      '<skipped message="12 tasks that had been read were not run. The batch stopped early, because too many tasks had failed."/>',
    );
  });

  it('a title may be of any letters and length', () => {
    const text = bench.made(openJunitReport, [ok('a', 0)], {
      title: `Grüße "<&>" 世界 🎉 ${'é'.repeat(500)}`,
    });
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="Gr&#252;&#223;e &#34;&#60;&#38;&#62;&#34; [^"]*" tests="1"/,
    );
    expect(text).toContain('&#127881;');
    expect(text.trimEnd().endsWith('</testsuites>')).toBe(true);
  });

  it('stays readable for GitLab: from some size on, failures are told in a sentence', () => {
    const report = openJunitReport(bench.path('r'), OPTIONS);
    const long = notJson('x', 0, 'long '.repeat(1700));
    for (let at = 0; at < 3000; at++) report.add({ ...long, id: `task ${at}`, index: at });
    report.finish(summaryOf([long]));
    const text = bench.read('r');
    expect(text.length).toBeGreaterThan(20_000_000);
    expect(text.length).toBeLessThan(25_000_000);
    expect(text.includes('name="task 2999"')).toBe(true);
  });

  it('shows no secret', () => {
    const text = bench.made(openJunitReport, [notJson('a', 0, 'my key is s3cret-"quoted"')], {
      env: { API_TOKEN: 's3cret-"quoted"' },
    });
    expect(text).not.toContain('s3cret');
    expect(text).toContain('my key is [hidden]');
  });

  it('one of each reads well', () => {
    expect(bench.made(openJunitReport, sampleResults())).toContain('name="src/lib/a very long path');
  });
});
