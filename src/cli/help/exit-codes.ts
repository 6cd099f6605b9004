import { exitCodeTable } from '../../outcome/exit-codes.js';

/** The exit-code table as text, from the one table of outcomes. */
export function exitCodesText(): string {
  const rows = exitCodeTable();
  const width = Math.max(...rows.map(({ kind }) => kind.length));
  const lines = rows.map(
    ({ exit, kind, meaning }) => `  ${exit.padEnd(5)}  ${kind.padEnd(width)}  ${meaning}`,
  );
  return ['Exit codes: one a kind of outcome. 10-19: nothing ran. 20-29: codex ran.', ...lines].join('\n');
}
