/**
 * `codex-structured batch` against what a shell user would write: `xargs -P N sh -c 'codex exec … | jq'` at the
 * best N; and against a bare client of the app server, which is what codex itself takes. The same provider in a
 * process of its own, taking turns; prints tasks per second, CPU a task (all children, not the provider) and the
 * ratios, then how near a batch comes to a model's latency, and its memory as it grows. Linux.
 *
 *   npm run build && node bench/batch.mjs [tasks, default 200] [rounds, default 3] [tasks for memory, default 5000]
 */
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, MemoryWatch } from './lib/process-cost.mjs';
import { startProvider } from './lib/provider.mjs';
import { configFor, writeSchema } from './lib/workplace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [tasks = 200, rounds = 3, manyTasks = 5000] = process.argv.slice(2).map(Number);
const WIDTHS = [2, 4, 8];
const AT_ONCE = 8;
const LATENCY_MS = 1000;
const LATENCY_AT_ONCE = 20;
const TARGETS = { speed: 10, cpu: 1 / 8, latency: 1.15, memory: 1.3 };

await bench();

async function bench() {
  const directory = mkdtempSync(join(tmpdir(), 'codex-structured-bench-'));
  const providers = [await startProvider(0), await startProvider(LATENCY_MS)];
  const [atOnce, late] = providers;
  try {
    prepare(directory);
    const env = { ...environment(directory), BENCH_KEY: 'none' };
    const run = (command, args, port) => measure(command, args, { directory, env, port, ignored: providers });
    const batchOf = (count, concurrency, { port }) => {
      writeFileSync(join(directory, 'tasks.jsonl'), prompts(count));
      const flags = ['--values', '--quiet', '--skip-git-repo-check', `--concurrency=${concurrency}`];
      return run('codex-structured', ['batch', 's.json', 'tasks.jsonl', ...flags], port);
    };
    const bareOf = (count, concurrency, { port }) =>
      run(
        process.execPath,
        [join(root, 'bench/lib/bare-client.mjs'), codexBinary(), count, concurrency],
        port,
      );
    const xargs = (width) => run('bash', ['-c', xargsLine(tasks, width)], atOnce.port);

    await batchOf(8, AT_ONCE, atOnce);
    const theirs = Object.fromEntries(WIDTHS.map((width) => [`xargs -P ${width}`, []]));
    const [ours, bare] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const width of WIDTHS) theirs[`xargs -P ${width}`].push(await xargs(width));
      ours.push(await batchOf(tasks, AT_ONCE, atOnce));
      bare.push(await bareOf(tasks, AT_ONCE, atOnce));
    }
    for (const [name, samples] of Object.entries(theirs)) print(name, samples, tasks);
    print(`bare client, ${AT_ONCE} at once`, bare, tasks);
    print(`batch, ${AT_ONCE} at once`, ours, tasks);
    const best = Object.values(theirs).reduce((a, b) => (median(a, 'wall') <= median(b, 'wall') ? a : b));
    verdict(
      'tasks/s against the best xargs',
      median(best, 'wall') / median(ours, 'wall'),
      TARGETS.speed,
      'least',
    );
    const leastCpu = Math.min(...Object.values(theirs).map((samples) => median(samples, 'cpu')));
    verdict('CPU a task against the least of xargs', median(ours, 'cpu') / leastCpu, TARGETS.cpu, 'most');
    console.log(
      `  of the bare client: ${(median(bare, 'cpu') / leastCpu).toFixed(3)}; batch against it: ` +
        `${(median(bare, 'wall') / median(ours, 'wall')).toFixed(2)} of its tasks/s`,
    );

    const [waiting, bareWaiting] = [[], []];
    for (let round = 0; round < rounds; round++) {
      waiting.push(await batchOf(tasks, LATENCY_AT_ONCE, late));
      bareWaiting.push(await bareOf(tasks, LATENCY_AT_ONCE, late));
    }
    const bound = (Math.ceil(tasks / LATENCY_AT_ONCE) * LATENCY_MS) / 1000;
    print(`${LATENCY_MS} ms model, ${LATENCY_AT_ONCE} at once`, waiting, tasks);
    verdict('time against the latency bound', median(waiting, 'wall') / bound, TARGETS.latency, 'most');
    console.log(`  of the bare client: ${(median(bareWaiting, 'wall') / bound).toFixed(3)}`);

    if (manyTasks > 0) {
      const many = [await batchOf(manyTasks, AT_ONCE, atOnce)];
      print(`batch of ${manyTasks}`, many, manyTasks);
      const ratio = median(many, 'memory') / median(ours, 'memory');
      verdict(`peak memory of ${manyTasks} tasks against ${tasks}`, ratio, TARGETS.memory, 'most');
    }
    console.log(`${tasks} tasks, ${rounds} rounds, medians`);
  } finally {
    for (const provider of providers) provider.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function prompts(count) {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(`Extract the name: Hi, I'm Ada ${index}.`),
  );
  return `${lines.join('\n')}\n`;
}

/** Each prompt is a line; what `jq` prints is the answer. */
function xargsLine(count, width) {
  const one =
    `printf '%s' "Extract the name: Hi, I am Ada $0." | codex exec --json --ephemeral --output-schema s.json --skip-git-repo-check - 2>/dev/null` +
    ` | jq -r 'select(.type == "item.completed" and .item.type == "agent_message") | .item.text'`;
  return `seq ${count} | xargs -P ${width} -n 1 sh -c ${quoted(one)}`;
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Wall and CPU seconds of a whole process tree, and its largest proportional set size in MB. */
async function measure(command, args, { directory, env, port, ignored }) {
  writeFileSync(join(directory, 'home', 'config.toml'), configFor(port));
  const memory = new MemoryWatch(ignored.map(({ pid }) => pid));
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds()];
  const child = spawn(command, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  const wall = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds() - cpuBefore;
  const answers = stdout.split('\n').filter((line) => line !== '');
  if (code !== 0 || answers.some((line) => line !== '{"name":"Ada"}')) {
    throw new Error(`'${command} ${args[0]}' ended with ${code}: ${stderr || stdout}`.slice(0, 2000));
  }
  return { wall, cpu, memory: memory.stop(), answers: answers.length };
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

function print(name, samples, count) {
  const wall = median(samples, 'wall');
  if (samples.some(({ answers }) => answers !== count)) throw new Error(`${name}: not all were answered`);
  const cpu = ((median(samples, 'cpu') / count) * 1000).toFixed(0);
  const memory = median(samples, 'memory').toFixed(0);
  console.log(
    `${name.padEnd(24)} ${(count / wall).toFixed(2).padStart(6)} tasks/s  ${cpu.padStart(5)} ms CPU a task  peak ${memory} MB`,
  );
}

function verdict(what, ratio, target, side) {
  const met = side === 'least' ? ratio >= target : ratio <= target;
  console.log(
    `${what}: ${ratio.toFixed(3)} (target ${side} ${target.toFixed(3)}: ${met ? 'met' : 'NOT met'})`,
  );
}

function median(samples, measured) {
  const sorted = samples.map((sample) => sample[measured]).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

function environment(directory) {
  // As most have it. Where the first two are set, codex reads the machine's certificates three times for each
  // request, not once; the third one costs every node a tenth of a second, and so xargs a launcher a task.
  const { SSL_CERT_FILE: _, SSL_CERT_DIR: _2, NODE_EXTRA_CA_CERTS: _3, ...variables } = process.env;
  return {
    ...variables,
    PATH: [join(directory, 'bin'), process.env.PATH].join(delimiter),
    CODEX_HOME: join(directory, 'home'),
    HOME: join(directory, 'home'),
  };
}

function prepare(directory) {
  for (const name of ['bin', 'home']) mkdirSync(join(directory, name));
  writeSchema(directory);
  // As npm installs them.
  symlinkSync(join(root, 'node_modules', '.bin', 'codex'), join(directory, 'bin', 'codex'));
  symlinkSync(join(root, 'bin', 'codex-structured.js'), join(directory, 'bin', 'codex-structured'));
  // What a new user of this machine gets: codex captures the user's shell for each thread.
  for (const name of ['.bashrc', '.profile'].filter((name) => existsSync(join('/etc/skel', name)))) {
    copyFileSync(join('/etc/skel', name), join(directory, 'home', name));
  }
}

/** What the launcher would start; the bare client has nobody to look for it. */
function codexBinary() {
  const launcher = createRequire(join(root, 'package.json')).resolve('@openai/codex/package.json');
  const name = `codex-linux-${process.arch}`;
  const folder = dirname(createRequire(launcher).resolve(`@openai/${name}/package.json`));
  const triple = `${process.arch === 'x64' ? 'x86_64' : 'aarch64'}-unknown-linux-musl`;
  return join(folder, 'vendor', triple, 'bin', 'codex');
}
