/**
 * What a start costs, side by side: Node alone, the library's import, `--version`, a run with a fake codex that
 * answers at once; a whole run against `codex exec | jq`; and a program of five lines against the same program on
 * the official SDK, both with the real codex and a loopback provider that answers at once. Prints medians and ratios.
 *
 *   npm run build && node bench/start.mjs [rounds]
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printRatio, sideBySide } from './lib/measure.mjs';
import { startProvider } from './lib/provider.mjs';
import { ANSWER, optionsIn, PROMPT, prepareWorkplace, wholeRuns } from './lib/workplace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 20);

const directory = mkdtempSync(join(tmpdir(), 'codex-structured-bench-'));
const provider = await startProvider(0);
try {
  prepareWorkplace(directory, provider.port);
  const local = await sideBySide([nodeAlone(), importOfRoot(), version(), runWithFake()], rounds);
  printRatio(local, 'import codex-structured', 'node -e 0', { wall: 2.0 });
  printRatio(local, 'run with a fake codex', 'node -e 0', { wall: 1.6 });
  printRatio(local, '--version', 'node -e 0', { wall: 1.25 });
  const whole = await sideBySide(wholeRuns(directory), rounds);
  printRatio(whole, 'run', 'codex exec | jq', { wall: 1.03, cpu: 1.03 });
  const programs = await sideBySide([ourProgram(), sdkProgram()], rounds);
  printRatio(programs, 'five lines', 'five lines on the SDK', { wall: 1.0, cpu: 1.0 });
  console.log(`${rounds} rounds, medians`);
} finally {
  provider.close();
  rmSync(directory, { recursive: true, force: true });
}

function nodeAlone() {
  return { name: 'node -e 0', ...node('-e', '0') };
}

function importOfRoot() {
  writeFileSync(join(directory, 'import.mjs'), "import 'codex-structured';\n");
  return { name: 'import codex-structured', ...node('import.mjs') };
}

function version() {
  return { name: '--version', ...node(join(root, 'bin', 'codex-structured.js'), '--version') };
}

function runWithFake() {
  const fake = join(directory, 'fake-codex');
  const events = [
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'i', type: 'agent_message', text: ANSWER } },
    { type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } },
  ];
  writeFileSync(
    join(directory, 'events.jsonl'),
    `${events.map((event) => JSON.stringify(event)).join('\n')}\n`,
  );
  writeFileSync(
    fake,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo codex-cli 0.171.0; else cat >/dev/null; cat '${join(directory, 'events.jsonl')}'; fi\n`,
  );
  chmodSync(fake, 0o755);
  return {
    name: 'run with a fake codex',
    ...node(join(root, 'bin', 'codex-structured.js'), 'run', 's.json', '--codex-path', fake, PROMPT),
    expected: ANSWER,
  };
}

function ourProgram() {
  writeFileSync(
    join(directory, 'ours.mjs'),
    `import { readFileSync } from 'node:fs';
import { exec, run } from 'codex-structured';
const schema = JSON.parse(readFileSync('s.json', 'utf8'));
const outcome = await run(exec(${JSON.stringify(PROMPT)}, { skipGitRepoCheck: true }), schema);
console.log(JSON.stringify(outcome.value));
`,
  );
  return { name: 'five lines', ...node('ours.mjs'), expected: ANSWER };
}

function sdkProgram() {
  writeFileSync(
    join(directory, 'sdk.mjs'),
    `import { readFileSync } from 'node:fs';
import { Codex } from '@openai/codex-sdk';
const outputSchema = JSON.parse(readFileSync('s.json', 'utf8'));
const turn = await new Codex().startThread({ skipGitRepoCheck: true }).run(${JSON.stringify(PROMPT)}, { outputSchema });
console.log(JSON.stringify(JSON.parse(turn.finalResponse)));
`,
  );
  return { name: 'five lines on the SDK', ...node('sdk.mjs'), expected: ANSWER };
}

function node(...args) {
  return { command: process.execPath, args, options: optionsIn(directory) };
}
