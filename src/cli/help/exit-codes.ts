import { exitCodeTable } from '../../outcome/exit-codes.js';
import { fill, helpWidth, table } from './columns.js';

/** The exit-code table as text, from the one table of outcomes. */
export function exitCodesText(columns: number | undefined): string {
  const width = helpWidth(columns);
  const rows = exitCodeTable().map(({ exit, kind, meaning }) => [exit.padEnd(5), kind, meaning]);
  const head = fill('Exit codes: one a kind of outcome. 10-19: nothing ran. 20-29: codex ran.', width);
  return [head, ...table(rows, width)].join('\n');
}
