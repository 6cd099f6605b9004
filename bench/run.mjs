/**
 * A whole run, side by side: `codex-structured run` against what a user would write by hand with the
 * npm-installed codex and jq. Same provider, same CODEX_HOME, interleaved; prints medians and ratios.
 *
 *   npm run build && node bench/run.mjs [rounds]
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProvider } from './lib/provider.mjs';
import { configFor, writeSchema } from './lib/workplace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 20);
const TARGETS = { wall: 1.0, cpu: 1.05 };

const directory = mkdtempSync(join(tmpdir(), 'codex-structured-bench-'));
const provider = await startProvider(0);
try {
  prepareDirectory(provider.port);
  const contestants = {
    'codex exec | jq':
      `codex exec --json --output-schema s.json --skip-git-repo-check - < prompt.txt` +
      ` | jq -r 'select(.type == "item.completed" and .item.type == "agent_message") | .item.text'`,
    'codex-structured run': `codex-structured run s.json --skip-git-repo-check - < prompt.txt`,
  };
  const samples = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    // Taking turns at going first, since the first may find the machine in another state.
    const order = round % 2 === 0 ? Object.keys(contestants) : Object.keys(contestants).reverse();
    for (const name of order) {
      const sample = await measure(contestants[name]);
      if (round >= 0) samples[name].push(sample);
    }
  }
  print(samples);
} finally {
  provider.close();
  rmSync(directory, { recursive: true, force: true });
}

/** Wall and CPU seconds of a shell line: of its whole process tree, as far as it is waited for. */
async function measure(line) {
  const script = `TIMEFORMAT='%3R %3U %3S'; time { ${line} ; }`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    cwd: directory,
    env: {
      ...process.env,
      PATH: `${join(directory, 'bin')}${delimiter}${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      CODEX_HOME: join(directory, 'home'),
      BENCH_KEY: 'none',
    },
  });
  if (stdout.trim() !== '{"name":"Ada"}') throw new Error(`'${line}' printed '${stdout}'\n${stderr}`);
  const [wall, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { wall, cpu: user + system };
}

function print(samples) {
  const [[, theirs], [, ours]] = Object.entries(samples);
  const ms = (seconds) => `${(seconds * 1000).toFixed(0)} ms`;
  for (const [name, list] of Object.entries(samples)) {
    const shown = Object.keys(TARGETS).map(
      (measured) =>
        `${measured} ${ms(quantile(list, measured, 0.5))} (best ${ms(quantile(list, measured, 0))})`,
    );
    console.log(`${name.padEnd(22)} ${shown.join('  ')}`);
  }
  for (const [measured, target] of Object.entries(TARGETS)) {
    const ratio = (at) => quantile(ours, measured, at) / quantile(theirs, measured, at);
    const verdict = ratio(0.5) <= target ? 'met' : 'NOT met';
    // The best of each is what a machine does that is busy with nothing else.
    const best = ratio(0).toFixed(3);
    console.log(
      `${measured} ratio ${ratio(0.5).toFixed(3)} (target ${target.toFixed(2)}: ${verdict}; of the best ${best})`,
    );
  }
  console.log(`${rounds} rounds, medians`);
}

function quantile(list, measured, at) {
  const sorted = list.map((sample) => sample[measured]).sort((a, b) => a - b);
  return sorted[Math.floor(at * (sorted.length - 1))];
}

function prepareDirectory(port) {
  const write = (name, text) => writeFileSync(join(directory, name), text);
  for (const name of ['bin', 'home']) mkdirSync(join(directory, name));
  writeSchema(directory);
  write('prompt.txt', "Extract the name: Hi, I'm Ada.\n");
  // As npm links it.
  symlinkSync(join(root, 'bin', 'codex-structured.js'), join(directory, 'bin', 'codex-structured'));
  write('home/config.toml', configFor(port));
}
