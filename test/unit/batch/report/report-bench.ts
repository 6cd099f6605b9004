import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BatchResult } from '../../../../src/batch/batch-result.js';
import type { OpenReport, ReportOptions } from '../../../../src/batch/report/batch-report.js';
import { OPTIONS, summaryOf } from './sample-results.js';

/** A folder of its own for reports. */
export class ReportBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'codex-structured-report-test-'));

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  files(): string[] {
    return readdirSync(this.folder);
  }

  /** The text of a report of these results. */
  made(open: OpenReport, results: readonly BatchResult[], options: Partial<ReportOptions> = {}): string {
    const report = open(this.path('made'), { ...OPTIONS, ...options });
    for (const result of results) report.add(result);
    report.finish(summaryOf(results));
    return this.read('made');
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
