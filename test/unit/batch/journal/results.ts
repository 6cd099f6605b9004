import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import type { ResultKey } from '../../../../src/batch/batch-result.js';
import { Journal, type JournalMode } from '../../../../src/batch/journal/journal.js';
import type { ResultStatus } from '../../../../src/batch/journal/resume-policy.js';

export type SmallResult = ResultKey & ResultStatus & { readonly ok?: boolean; readonly text?: string };

export function result(id: string, index: number, more: Partial<SmallResult> = {}): SmallResult {
  return { id, index, inputHash: `hash of ${id}`, ok: true, kind: 'ok', ...more };
}

export function lineOf(of: SmallResult): string {
  return JSON.stringify(of);
}

/** A journal's path in a folder of its own. */
export function journalPath({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'codex-structured-journal-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'results.jsonl');
}

export function open(path: string, mode: JournalMode = 'new', rerunFailed = false): Promise<Journal> {
  return Journal.open(path, { mode, name: 'results.jsonl', rerunFailed });
}

export function append(journal: Journal, ...results: readonly SmallResult[]): void {
  for (const each of results) journal.append(each, lineOf(each));
}

export function idsIn(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as SmallResult).id);
}
