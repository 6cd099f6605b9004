import { spawnSync } from 'node:child_process';
import { mkdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type OpenReport,
  openHtmlReport,
  openJunitReport,
  openMarkdownReport,
  ReportError,
} from '../../../../src/batch/report/index.js';
import { directoryPrefix } from '../../../../src/platform/process/owner-tag.js';
import { ReportBench } from './report-bench.js';
import { OPTIONS, ok, sampleResults, summaryOf } from './sample-results.js';

let bench: ReportBench;
beforeEach(() => {
  bench = new ReportBench();
});
afterEach(() => bench.dispose());

const KINDS: readonly (readonly [string, OpenReport])[] = [
  ['HTML', openHtmlReport],
  ['JUnit', openJunitReport],
  ['Markdown', openMarkdownReport],
];

describe.each(KINDS)('the file of a %s report', (_, open) => {
  it('is private, and there only when it is whole', () => {
    const report = open(bench.path('r'), OPTIONS);
    for (const result of sampleResults()) report.add(result);
    expect(bench.files()).not.toContain('r');
    report.finish(summaryOf(sampleResults()));
    expect(bench.files()).toEqual(['r']);
    expect(statSync(bench.path('r')).mode & 0o777).toBe(0o600);
  });

  it('leaves the old one alone until then, and when it is abandoned', () => {
    writeFileSync(bench.path('r'), 'old');
    const report = open(bench.path('r'), OPTIONS);
    report.add(ok('a', 0));
    expect(bench.read('r')).toBe('old');
    report.abandon();
    report.abandon();
    expect(bench.files()).toEqual(['r']);
    expect(bench.read('r')).toBe('old');
  });

  it('is not taken away by abandoning after the end', () => {
    const report = open(bench.path('r'), OPTIONS);
    report.finish(summaryOf([]));
    report.abandon();
    expect(bench.files()).toEqual(['r']);
  });

  it('replaces a symbolic link instead of following it', () => {
    writeFileSync(bench.path('precious'), 'precious');
    symlinkSync('precious', bench.path('r'));
    open(bench.path('r'), OPTIONS).finish(summaryOf([]));
    expect(bench.read('precious')).toBe('precious');
    expect(() => readlinkSync(bench.path('r'))).toThrow();
  });

  it('leaves nothing where it cannot be put in its place', () => {
    mkdirSync(bench.path('r'));
    const report = open(bench.path('r'), OPTIONS);
    expect(() => report.finish(summaryOf([]))).toThrow(ReportError);
    expect(bench.files()).toEqual(['r']);
  });

  it('cannot be opened where there is no folder', () => {
    const path = bench.path('none/r');
    expect(() => open(path, OPTIONS)).toThrow(
      new ReportError(`The report cannot be written to ${path}: there is no such file.`),
    );
  });

  it('leaves nothing when the process ends without ado; what was killed is cleared away by the next', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const prefix = directoryPrefix();
    writeFileSync(bench.path(`.r.${prefix}-${dead}-abc123`), 'orphan');
    writeFileSync(bench.path(`.r.${prefix}-${process.pid}-abc123`), 'of a living one');
    writeFileSync(bench.path(`.other.${prefix}-${dead}-abc123`), "another report's");
    const report = open(bench.path('r'), OPTIONS);
    const expected = [`.other.${prefix}-${dead}-abc123`, `.r.${prefix}-${process.pid}-abc123`];
    expect(bench.files().filter((name) => name.endsWith('abc123'))).toEqual(expected);
    // What `process.exit` calls; ours is the last that was added.
    const onExit = process.listeners('exit').at(-1);
    onExit?.call(process, 0);
    expect(bench.files()).toEqual(expected);
    report.abandon();
  });
});
