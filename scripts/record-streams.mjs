/**
 * Records what the real, pinned codex writes for every scenario of stream-scenarios.mjs:
 *
 *     node scripts/record-streams.mjs [name …]
 *
 * Each becomes test/fixtures/streams/<name>.jsonl (stdout) and an entry of manifest.json (exit code, signal,
 * stderr). What belongs to this machine or this moment (paths, ports) is replaced by something plausible.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { importSource } from './import-source.mjs';
import { SCENARIOS } from './stream-scenarios.mjs';

const { findCodex, scripts, startRehearsal } = await importSource(
  'src/codex/find.ts',
  'src/rehearsal/rehearsal.ts',
  'src/rehearsal/scripts.ts',
);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'test', 'fixtures', 'streams');
const mcpServer = join(root, 'test', 'support', 'mcp-server.mjs');
const launcher = join(root, 'node_modules', '@openai', 'codex', 'bin', 'codex.js');
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

const codex = findCodex({ codexPath: launcher, env: process.env, cwd: root });
if (!('path' in codex)) throw new Error(codex.message);

async function record(scenario) {
  const folder = await mkdtemp(join(tmpdir(), 'codex-structured-record-'));
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  const schemaFile = join(folder, 'schema.json');
  await Promise.all([mkdir(home), mkdir(project)]);
  if (scenario.schemaText !== null)
    await writeFile(schemaFile, scenario.schemaText ?? JSON.stringify(SCHEMA));
  const rehearsal = await startRehearsal({
    wireSchema: SCHEMA,
    validate: () => true,
    script: scenario.script,
  });
  const place = { home, project, schemaFile, folder };
  try {
    let args = scenario.args ?? [];
    if (scenario.first) {
      const before = await runCodex({ script: scripts.prose() }, [], rehearsal, place);
      args = scenario.args(JSON.parse(before.stdout.split('\n')[0]).thread_id);
    }
    return normalise(await runCodex(scenario, args, rehearsal, place), rehearsal, place);
  } finally {
    await rehearsal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runCodex(scenario, args, rehearsal, { home, project, schemaFile }) {
  const mcp = `mcp_servers.demo={command=${JSON.stringify(process.execPath)},args=[${JSON.stringify(mcpServer)}]}`;
  const overrides = [...rehearsal.config, ...(scenario.mcp ? [mcp] : [])].flatMap((line) => ['-c', line]);
  const trust = scenario.trusted === false ? [] : ['--skip-git-repo-check'];
  const child = spawn(
    codex.path,
    [
      ...codex.prefixArgs,
      'exec',
      ...args,
      '--json',
      '--output-schema',
      schemaFile,
      ...trust,
      ...overrides,
      '-',
    ],
    {
      cwd: project,
      // The shell start-up files of whoever records are not for the record.
      env: {
        ...process.env,
        ...codex.env,
        ...rehearsal.env,
        HOME: home,
        PATH: '/usr/local/bin:/usr/bin:/bin',
      },
      stdio: 'pipe',
    },
  );
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  child.stdin.on('error', () => {}); // It may end before it reads.
  child.stdin.end(scenario.prompt ?? "Extract the name: Hi, I'm Ada Lovelace.");
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  if (scenario.signal) {
    await rehearsal.whenRequested(1);
    child.kill(scenario.signal);
  }
  const [end, [stdout, stderr]] = await Promise.all([ended, output]);
  return { ...end, stdout, stderr };
}

/** Nothing of this machine, and stack traces of a stripped binary say nothing. */
function normalise({ exitCode, signal, stdout, stderr }, rehearsal, { project, home, folder }) {
  const clean = (output) =>
    output
      .replaceAll(rehearsal.codexHome, '/home/ada/.codex')
      .replaceAll(project, '/home/ada/project')
      .replaceAll(home, '/home/ada')
      .replaceAll(folder, '/home/ada/files')
      .replaceAll(tmpdir(), '/tmp')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
      .replaceAll(/\n\nStack backtrace:\n(?: +\d+: .*\n)*/g, '\n');
  return { exitCode, signal, stdout: clean(stdout), stderr: clean(stderr) };
}

async function readManifest() {
  try {
    return JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return { streams: {} };
    throw error;
  }
}

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? SCENARIOS : SCENARIOS.filter(({ name }) => wanted.includes(name));
if (chosen.length < wanted.length)
  throw new Error(`No scenario of that name; there are: ${SCENARIOS.map((s) => s.name).join(', ')}`);

await mkdir(target, { recursive: true });
const { streams } = wanted.length === 0 ? { streams: {} } : await readManifest();
for (const scenario of chosen) {
  const { stdout, ...rest } = await record(scenario);
  await writeFile(join(target, `${scenario.name}.jsonl`), stdout);
  streams[scenario.name] = { script: scenario.script.name, ...rest };
  process.stderr.write(`${scenario.name}: ${rest.signal ?? rest.exitCode}\n`);
}
const manifest = {
  codexVersion: codex.version,
  recordedOn: new Date().toISOString().slice(0, 10),
  platform: `${process.platform}-${process.arch}`,
  streams: Object.fromEntries(Object.entries(streams).sort(([a], [b]) => (a < b ? -1 : 1))),
};
await writeFile(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
