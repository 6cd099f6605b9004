/**
 * Decoding a long stream, side by side: `codex-structured decode` against jq and against the loop of
 * readline and JSON.parse that one would write by hand. Whole processes, start-up included, taking turns;
 * then the peak memory of ours for a short and for a long stream. Prints medians and ratios.
 *
 *   npm run build && node bench/decode.mjs [megabytes] [rounds] [short megabytes] [long megabytes]
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ANSWER, writeStream } from './lib/event-stream.mjs';

const TARGETS = { jq: 2, 'readline + JSON.parse': 1.5, memory: 1.2 };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [megabytes = 200, rounds = 5, short = 100, long = 1000] = process.argv.slice(2).map(Number);
const directory = mkdtempSync(join(tmpdir(), 'codex-structured-bench-'));
const cli = `"${process.execPath}" "${join(root, 'bin', 'codex-structured.js')}"`;
try {
  writeFileSync(join(directory, 'loop.mjs'), LOOP());
  writeFileSync(join(directory, 'peak.cjs'), PEAK());
  await compareSpeed();
  await compareMemory();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function compareSpeed() {
  writeStream(join(directory, 'events.jsonl'), megabytes * 1e6);
  const contestants = {
    'codex-structured decode': `${cli} decode events.jsonl`,
    jq: `jq -r 'select(.type == "item.completed" and .item.type == "agent_message") | .item.text' events.jsonl | tail -n 1`,
    'readline + JSON.parse': `"${process.execPath}" loop.mjs events.jsonl`,
  };
  const names = Object.keys(contestants);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    // Taking turns at going first, since the first may find the machine in another state.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await measure(contestants[name]);
      if (round >= 0) samples[name].push(sample);
    }
  }
  console.log(`${megabytes} MB, ${rounds} rounds, medians`);
  for (const name of names) {
    const { wall, cpu } = medians(samples[name]);
    console.log(`${name.padEnd(24)} wall ${ms(wall)}  cpu ${ms(cpu)}  ${(megabytes / wall).toFixed(0)} MB/s`);
  }
  const ours = medians(samples['codex-structured decode']).wall;
  for (const name of names.slice(1)) {
    const ratio = medians(samples[name]).wall / ours;
    const verdict = ratio >= TARGETS[name] ? 'met' : 'NOT met';
    console.log(`${ratio.toFixed(2)} times as fast as ${name} (at least ${TARGETS[name]}: ${verdict})`);
  }
}

async function compareMemory() {
  const peaks = [];
  for (const size of [short, long]) {
    writeStream(join(directory, 'events.jsonl'), size * 1e6);
    const runs = [];
    for (let run = 0; run < 3; run++) runs.push(await peakMegabytes());
    peaks.push(median(runs));
    console.log(`${size} MB: peak memory ${peaks.at(-1).toFixed(0)} MB`);
  }
  const ratio = peaks[1] / peaks[0];
  const verdict = ratio <= TARGETS.memory ? 'met' : 'NOT met';
  console.log(`memory ratio ${ratio.toFixed(2)} (at most ${TARGETS.memory}: ${verdict})`);
}

/** Wall and CPU seconds of a shell line: of its whole process tree, as far as it is waited for. */
async function measure(line) {
  const script = `TIMEFORMAT='%3R %3U %3S'; time { ${line} ; }`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { cwd: directory });
  if (stdout.trim() !== ANSWER) throw new Error(`'${line}' printed '${stdout}'\n${stderr}`);
  const [wall, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { wall, cpu: user + system };
}

/** The most memory that our process had at once, as the system counted it. */
async function peakMegabytes() {
  const file = join(directory, 'peak.txt');
  await promisify(execFile)('bash', ['-c', `${cli} decode events.jsonl`], {
    cwd: directory,
    env: { ...process.env, PEAK_FILE: file, NODE_OPTIONS: `--require "${join(directory, 'peak.cjs')}"` },
  });
  return Number(readFileSync(file, 'utf8')) / 1000;
}

function medians(samples) {
  return { wall: median(samples.map(({ wall }) => wall)), cpu: median(samples.map(({ cpu }) => cpu)) };
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function ms(seconds) {
  return `${(seconds * 1000).toFixed(0)} ms`;
}

/** What one would write by hand. */
function LOOP() {
  return `
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
let answer;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const event = JSON.parse(line);
  if (event.type === 'item.completed' && event.item.type === 'agent_message') answer = event.item.text;
}
console.log(answer);
`;
}

function PEAK() {
  return `
process.on('exit', () =>
  require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));
`;
}
