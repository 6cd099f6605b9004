import { appendFileSync, statSync } from 'node:fs';
import { fileTrouble } from './report-file.js';

/** GitHub refuses the summary of a step that is larger: 1 MiB, with what other commands of the step wrote. */
const LIMIT = 1024 * 1024;

/**
 * Appends to the summary of a GitHub Actions step, where there is one (`$GITHUB_STEP_SUMMARY`).
 *
 * @param texts - the first of them that there is still room for is taken
 * @returns what is to be told to people where it could not be done, as one sentence; null otherwise
 */
export function appendStepSummary(
  env: Readonly<Record<string, string | undefined>>,
  texts: readonly string[],
): string | null {
  const path = env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return null;
  try {
    const taken = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const text = texts.map((text) => `\n${text}`).find((text) => taken + Buffer.byteLength(text) <= LIMIT);
    if (text === undefined) return 'The step summary is full (1 MiB), so the batch is not in it.';
    appendFileSync(path, text);
    return null;
  } catch (error) {
    return `The step summary could not be written: ${fileTrouble(error)}.`;
  }
}
