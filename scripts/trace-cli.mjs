/**
 * Runs commands on the built command line in this process, with a fake codex. Then, by its second argument:
 *
 * - `loaded`: prints as JSON which chunks `--version` loaded (`start`), which more a run loaded before it started codex
 *   (`run`) and after that (`answer`), and which more the other commands loaded (`others`).
 * - `caches`: writes the V8 code cache of each file that was loaded. It holds the functions that these commands
 *   compile on their way too, not only the outermost ones.
 */
import { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';

const require = createRequire(import.meta.url);
const { loadUncached } = require(process.argv[2]);
const what = process.argv[3];

const EVENTS = [
  { type: 'thread.started', thread_id: '0' },
  { type: 'turn.started' },
  {
    type: 'item.started',
    item: { id: '0', type: 'command_execution', command: 'ls', status: 'in_progress' },
  },
  { type: 'item.completed', item: { id: '1', type: 'agent_message', text: '{"name": "Ada"}' } },
  { type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } },
];
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { name: { type: 'string', description: 'Given name' } },
  required: ['name'],
  additionalProperties: false,
};

let watchesForCodex = true;
let codexIsRunning = false;
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  codexIsRunning = watchesForCodex && options.args.includes('exec');
  return spawn.call(this, options);
};

const directory = mkdtempSync(join(tmpdir(), 'codex-structured-build-'));
try {
  const packs = [];
  const chunks = [];
  const answer = [];
  const { main, processIo } = loadUncached(
    (cacheFile, content) => packs.push({ cacheFile, content }),
    (name) => (codexIsRunning ? answer : chunks).push(name),
  );
  const lines = EVENTS.map((event) => JSON.stringify(event)).join('\n');
  const codex = join(directory, 'codex');
  writeFileSync(
    codex,
    `#!/bin/sh\n[ "$1" = --version ] && exec echo codex-cli 0.171.0\ncat >/dev/null\ncat <<'EOF'\n${lines}\nEOF\n`,
  );
  chmodSync(codex, 0o755);
  writeFileSync(join(directory, 's.json'), JSON.stringify(SCHEMA));
  writeFileSync(join(directory, 'tasks.jsonl'), '{"prompt": "Hello"}\n');
  writeFileSync(join(directory, 'events.jsonl'), `${lines}\n`);

  processIo();
  await exercise(main, ['--version']);
  const start = chunks.splice(0);
  await exercise(main, ['run', 's.json', 'Hello', '--codex-path', codex, '--skip-git-repo-check', '-m', 'x']);
  await exercise(main, ['run', 's.json', '-', '--codex-path', codex, '--envelope', '-c', 'a=1'], 'Hello');
  const run = chunks.splice(0);
  watchesForCodex = false;
  await exercise(main, ['decode', 'events.jsonl', '--schema', 's.json']);
  await exercise(main, ['run', 's.json', 'Hello', '--codex-path', codex, '--schema-mode', 'adapt']);
  await exercise(main, ['batch', 's.json', 'tasks.jsonl', '--codex-path', codex, '--transport', 'exec']);
  await exercise(main, ['run', '--help']);
  if (what === 'loaded') process.stdout.write(JSON.stringify({ start, run, answer, others: chunks }));
  else for (const { cacheFile, content } of packs) writeFileSync(cacheFile, content());
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** One run in this process, which must succeed: a failing one would warm the wrong functions. */
async function exercise(main, argv, input = '') {
  const stdout = new PassThrough().resume();
  const stderr = new PassThrough();
  const said = stderr.toArray();
  const code = await main(argv, {
    stdinIsTerminal: () => false,
    stderrIsTerminal: () => false,
    stdinFile: () => null,
    stdinAtOnce: () => null,
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout,
    stderr,
    env: process.env,
    cwd: directory,
    onSignal: () => () => undefined,
    exitNow: () => undefined,
  });
  codexIsRunning = false;
  stderr.end();
  if (code !== 0) throw new Error(`warming '${argv[0]}' exited ${code}: ${(await said).join('')}`);
}
