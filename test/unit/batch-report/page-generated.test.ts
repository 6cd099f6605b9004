import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReportBench } from '../batch/report/report-bench.js';

const ROOT = join(import.meta.dirname, '../../..');

let bench: ReportBench;
beforeEach(() => {
  bench = new ReportBench();
});
afterEach(() => bench.dispose());

describe('the page of the HTML report', () => {
  it('is what its sources make: node scripts/generate-report-page.mjs', () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/generate-report-page.mjs'), bench.path('page.ts')]);
    expect(readFileSync(join(ROOT, 'src/batch/report/generated/page.ts'), 'utf8')).toBe(
      bench.read('page.ts'),
    );
  });

  it.each(['src/batch/report/page', 'test/browser'])(
    '%s has sound types, with those of a browser',
    (folder) => {
      const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
      const project = join(ROOT, folder, 'tsconfig.json');
      const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
      expect(stdout).toBe('');
      expect(status).toBe(0);
    },
  );
});
