import { exitCodeTable } from '../../outcome/exit-codes.js';
import { EXIT_OUTPUT } from '../output/write.js';

/** The exit-code table as text, from the one table of outcomes. */
export function exitCodesText(): string {
  const rows = exitCodeTable().map(({ kind, exit, meaning }) => [exit, kind, meaning] as const);
  const output = [
    String(EXIT_OUTPUT),
    'output',
    'the run is over, but its result could not be written',
  ] as const;
  const before = rows.findIndex(([exit]) => Number.parseInt(exit, 10) > EXIT_OUTPUT);
  const all = [...rows.slice(0, before), output, ...rows.slice(before)];
  const width = Math.max(...all.map(([, kind]) => kind.length));
  const lines = all.map(([exit, kind, meaning]) => `  ${exit.padEnd(5)}  ${kind.padEnd(width)}  ${meaning}`);
  return ['Exit codes: one a kind of outcome. 10-19: nothing ran. 20-29: codex ran.', ...lines].join('\n');
}
