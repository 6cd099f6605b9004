// What releases of codex can do of what codex-structured needs, found out by doing it with each of them:
//   node scripts/codex-matrix.mjs 0.77.0 0.100.0 0.171.0
// Prints a Markdown table. Each release is installed into a temporary folder, which is removed again; it is run
// against a provider on loopback, with a proxy that lets nothing else out and counts who tried.
//   latest    stands for the newest release
//   --json    prints all that was found, with codex's own words
//   --write   puts the table into docs/limits.md
//   --compare exits with 3 if a release differs from the last column in docs/limits.md, and prints how
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { APP_SERVER_PROBES } from './codex-matrix/app-server-probes.mjs';
import { EXEC_PROBES } from './codex-matrix/exec-probes.mjs';
import { newestRelease, Releases } from './codex-matrix/install.mjs';
import { Stage } from './codex-matrix/stage.mjs';
import { changesFrom, lastColumnIn, tableOf, withTable } from './codex-matrix/table.mjs';
import { no } from './codex-matrix/verdict.mjs';

const DOCUMENT = new URL('../docs/limits.md', import.meta.url);
/** Not 1, which Node itself exits with. */
const EXIT_CHANGED = 3;
const PROBES = { ...EXEC_PROBES, ...APP_SERVER_PROBES };

const { flags, positionals } = argumentsOrUsage();
const versions = positionals.map((name) => (name === 'latest' ? newestRelease() : name));
const columns = await measured(versions);
if (flags.write) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), tableOf(columns)));
if (flags.compare) {
  const before = lastColumnIn(readFileSync(DOCUMENT, 'utf8'));
  const changes = columns.flatMap((column) => changesFrom(before, column));
  console.log(changes.length === 0 ? `No row differs from that of ${before.version}.` : changes.join('\n'));
  if (changes.length > 0) process.exitCode = EXIT_CHANGED;
} else console.log(flags.json ? JSON.stringify(columns) : tableOf(columns));

function argumentsOrUsage() {
  const options = { json: { type: 'boolean' }, write: { type: 'boolean' }, compare: { type: 'boolean' } };
  try {
    const { values, positionals: names } = parseArgs({ allowPositionals: true, options });
    const areReleases = names.every((name) => /^(latest|\d+\.\d+\.\d+)$/.test(name));
    if (names.length > 0 && areReleases) return { flags: values, positionals: names };
  } catch (error) {
    console.error(error.message);
  }
  console.error('Usage: node scripts/codex-matrix.mjs [--json] [--write] [--compare] VERSION...');
  console.error('A VERSION is a release of @openai/codex, such as 0.163.0, or latest.');
  process.exit(2);
}

async function measured(releases) {
  const installed = new Releases();
  const found = [];
  // Ctrl-C must leave neither a codex nor some hundred megabytes behind.
  const interrupted = async () => {
    await Stage.closeAll();
    installed.removeAll();
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  try {
    for (const version of releases) {
      const launcher = installed.install(version);
      found.push({ version, verdicts: await verdictsOf(launcher, version) });
      installed.remove(version);
    }
  } finally {
    process.off('SIGINT', interrupted);
    installed.removeAll();
  }
  return found;
}

async function verdictsOf(launcher, version) {
  const verdicts = {};
  for (const [feature, probe] of Object.entries(PROBES)) {
    const isRehearsal = feature.startsWith('rehearsal_');
    const stage = await Stage.open(launcher, { configured: !isRehearsal });
    try {
      verdicts[feature] = await probe(stage);
    } catch (error) {
      // The other features are still to be asked for; the table shows that this one was not.
      verdicts[feature] = no('not asked', error instanceof Error ? error.message : String(error));
    } finally {
      await stage.close();
    }
    console.error(`${version} ${feature}: ${verdicts[feature].detail ?? verdicts[feature].note}`);
  }
  return verdicts;
}
