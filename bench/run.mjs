/**
 * A whole run, side by side: `codex-structured run` against what a user would write by hand with the
 * npm-installed codex and jq. Same provider, same CODEX_HOME, interleaved; prints medians and ratios.
 *
 *   npm run build && node bench/run.mjs [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printRatio, sideBySide } from './lib/measure.mjs';
import { startProvider } from './lib/provider.mjs';
import { prepareWorkplace, wholeRuns } from './lib/workplace.mjs';

const rounds = Number(process.argv[2] ?? 20);
const TARGETS = { wall: 1.0, cpu: 1.05 };

const directory = mkdtempSync(join(tmpdir(), 'codex-structured-bench-'));
const provider = await startProvider(0);
try {
  prepareWorkplace(directory, provider.port);
  const [ours, theirs] = wholeRuns(directory);
  printRatio(await sideBySide([ours, theirs], rounds), ours.name, theirs.name, TARGETS);
  console.log(`${rounds} rounds, medians`);
} finally {
  provider.close();
  rmSync(directory, { recursive: true, force: true });
}
