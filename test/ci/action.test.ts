import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodeTable } from '../../src/outcome/exit-codes.js';
import { startProvider } from '../../src/rehearsal/provider.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { CiMachine, ROOT } from '../support/ci/machine.js';
import { type Action, readYaml, runAction } from '../support/ci/runner.js';
import { SCHEMA } from '../support/cli.js';

const action = await readYaml<Action>(join(ROOT, 'action.yml'));
const INLINE = JSON.stringify(SCHEMA);

let machine: CiMachine;
beforeEach(async () => {
  machine = (await CiMachine.open()).onGitHub;
});
afterEach(() => machine.close());

const use = (inputs: Readonly<Record<string, string>>, on = machine) =>
  runAction(action, { ...machine.programs, ...inputs }, on);

async function outcomeOf(file: string | undefined) {
  return JSON.parse(await readFile(file ?? '', 'utf8'));
}

describe('the action', () => {
  it('runs a prompt and gives the path of the outcome and its kind', async () => {
    const { code, outputs, stderr } = await use({
      schema: 'schemas/examples/person.json',
      prompt: 'Who is it?',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(outputs).toMatchObject({ kind: 'ok', 'exit-code': '0' });
    expect(await outcomeOf(outputs['outcome'])).toMatchObject({ ok: true, kind: 'ok', value: {} });
  });

  it('takes a prompt from a file, and writes where it is told', async () => {
    await machine.write('task.md', 'Who is it?');
    const { outputs } = await use({
      schema: INLINE,
      'prompt-file': 'task.md',
      'output-file': 'out.json',
      model: 'gpt-5',
      'schema-mode': 'adapt',
      repair: '1',
      retry: '1',
      args: '["--skip-git-repo-check", "-c", "model_reasoning_effort=\\"low\\""]',
    });
    expect(outputs).toMatchObject({ kind: 'ok', outcome: join(machine.workspace, 'out.json') });
  });

  const evil = [
    `'; id #`,
    '$(touch pwned)',
    '`touch pwned`',
    '"; touch pwned; "',
    'a\nkind=ok\nEOF\nkind<<EOF\nok\nEOF\n',
    `\${{ github.token }}`,
    '--dangerously-bypass-approvals-and-sandbox',
    '%0A::error::x',
    '@schemas',
  ];
  it.each(evil)('takes a prompt and a schema that read %j for text', async (text) => {
    const schema = JSON.stringify({ ...SCHEMA, description: text });
    const failing = machine.with({ CODEX_STRUCTURED_REHEARSE_ANSWER: 'answer.json' });
    await machine.write('answer.json', JSON.stringify({ name: text, more: text }));
    const { code, outputs } = await use({ schema, prompt: text }, failing);
    expect({ code, kind: outputs['kind'] }).toEqual({ code: 26, kind: 'schema_mismatch' });
    expect(Object.keys(outputs).sort()).toEqual(['exit-code', 'kind', 'outcome']);
    expect(await outcomeOf(outputs['outcome'])).toMatchObject({
      kind: 'schema_mismatch',
      value: { name: text },
    });
    expect(existsSync(join(machine.workspace, 'pwned'))).toBe(false);
  });

  it('takes a prompt that would fit into no argument', async () => {
    await machine.write('long.md', 'ж'.repeat(200_000));
    expect((await use({ schema: INLINE, 'prompt-file': 'long.md' })).outputs['kind']).toBe('ok');
  });

  it('fails with the exit code of the outcome, says why, and leaves the outcome', async () => {
    const { code, outputs, stdout, summary } = await use({ schema: '{"type":"object"}', prompt: 'x' });
    expect({ code, kind: outputs['kind'] }).toEqual({ code: 11, kind: 'schema_unsupported' });
    expect(stdout).toContain('::error title=codex-structured%3A schema_unsupported::');
    expect(summary).toMatch(/^### codex-structured: schema_unsupported\n\n```text\n/);
    expect((await outcomeOf(outputs['outcome'])).message.length).toBeGreaterThan(10);
  });

  it('succeeds all the same where it is told to, but not with wrong flags', async () => {
    const refused = await use({ schema: '{"type":"object"}', prompt: 'x', 'fail-on-error': 'false' });
    expect({ code: refused.code, kind: refused.outputs['kind'] }).toEqual({
      code: 0,
      kind: 'schema_unsupported',
    });
    expect(refused.stdout).not.toContain('::error');
    expect(refused.stdout).toContain('::notice title=codex-structured%3A schema_unsupported::');
    await machine.write('stale.json', '{"kind":"ok"}');
    const wrong = await use({
      schema: INLINE,
      prompt: 'x',
      sandbox: 'none',
      'output-file': 'stale.json',
      'fail-on-error': 'false',
    });
    expect(wrong.code).toBe(2);
    expect(wrong.outputs).toEqual({ kind: 'usage', outcome: '', 'exit-code': '2' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['no prompt', { schema: INLINE }, 'Give one of prompt, prompt-file and tasks; none of them is given.'],
    ['two', { schema: INLINE, prompt: 'x', tasks: 't' }, 'prompt and tasks are given'],
    [
      'a directory that is not there',
      { schema: INLINE, prompt: 'x', 'working-directory': 'nowhere' },
      'The input working-directory is not a directory: nowhere.',
    ],
    ['no schema', { schema: ' ', prompt: 'x' }, 'The input schema is missing.'],
    [
      'args as a shell would',
      { schema: INLINE, prompt: 'x', args: '--json; id' },
      'no JSON array of strings',
    ],
    [
      'a word for a boolean',
      { schema: INLINE, prompt: 'x', 'fail-on-error': 'no' },
      'it takes true or false',
    ],
  ])('refuses %s in one sentence', async (_, inputs, sentence) => {
    const { code, stdout, outputs } = await use(inputs);
    expect({ code, kind: outputs['kind'] }).toEqual({ code: 2, kind: 'usage' });
    expect(stdout).toContain(sentence);
  });

  it('runs a batch of tasks', async () => {
    await machine.write('tasks.jsonl', '"one"\n{"prompt":"two","id":"second"}\n');
    const { code, outputs, summary } = await use({
      schema: INLINE,
      tasks: 'tasks.jsonl',
      args: '["--ordered"]',
    });
    expect({ code, kind: outputs['kind'] }).toEqual({ code: 0, kind: 'ok' });
    const results = (await readFile(outputs['outcome'] ?? '', 'utf8')).trim().split('\n');
    expect(results.map((line) => JSON.parse(line).id)).toEqual(['0', 'second']);
    expect(summary).not.toBe('');
  });

  it('says that tasks of a batch failed', async () => {
    await machine.write('tasks.jsonl', '"one"\n{"promt":"two"}\n');
    const { code, outputs, stdout, summary } = await use({ schema: INLINE, tasks: 'tasks.jsonl' });
    expect({ code, kind: outputs['kind'] }).toEqual({ code: 3, kind: 'tasks_failed' });
    expect(outputs['outcome']).not.toBe('');
    expect(stdout).toContain(
      '::error title=codex-structured%3A tasks_failed::1 of 2 tasks failed; the last, 1: Line 2 of tasks.jsonl: its field "promt" is unknown',
    );
    expect(summary).toContain('1 of 2 tasks failed');
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a batch that no task can run in',
      { schema: '{"type":"object"}', tasks: 'tasks.jsonl' },
      '::error title=codex-structured%3A schema_unsupported::',
    ],
    [
      'wrong flags',
      { schema: INLINE, prompt: 'x', sandbox: 'none' },
      "::error title=codex-structured%3A usage::--sandbox got 'none'; it must be one of: ",
    ],
  ])('annotates what it says of %s', async (_, inputs, annotation) => {
    await machine.write('tasks.jsonl', '"one"\n');
    const { stdout } = await use(inputs);
    expect(stdout).toContain(annotation);
    expect(stdout).not.toContain('The log of this step says why.');
  });
});

describe('what the model prints', () => {
  it('is no command to the runner', async () => {
    const failing = machine.with({
      CODEX_STRUCTURED_REHEARSE_ANSWER: 'answer.json',
      CODEX_STRUCTURED_VERBOSE: '1',
    });
    await machine.write('answer.json', '{"more":"::error::x"}');
    const { stdout, stderr } = await use({ schema: INLINE, prompt: '##[add-matcher]x' }, failing);
    const [, token] = /^::stop-commands::([\w-]{36})$/m.exec(stdout) ?? [];
    expect(stdout).toContain(`\n::${token}::\n`);
    expect(stdout.indexOf(`::${token}::`)).toBeLessThan(stdout.indexOf('::error title='));
    expect(stderr).toContain('schema_mismatch');
  });
});

describe('an API key', () => {
  const KEY = 'sk-test-0123456789abcdefghij';

  it.each([
    ['a run', { prompt: 'Who?' }, 'ok'],
    ['a batch', { tasks: 'tasks.jsonl' }, 'ok'],
  ])('of %s reaches the provider, and nothing else', async (_, work, kind) => {
    const provider = await startProvider({ script: scripts.answer('{"name":"Ada"}') });
    await machine.write('tasks.jsonl', '"one"\n');
    try {
      // Its own word for a key; the bridge sends what the input holds.
      const real = machine.with({
        CODEX_STRUCTURED_REHEARSE: '',
        CODEX_STRUCTURED_UPSTREAM: provider.baseUrl,
        CODEX_STRUCTURED_CONFIG: 'analytics.enabled=false\nfeatures.plugins=false\nfeatures.apps=false',
        CODEX_STRUCTURED_SKIP_GIT_REPO_CHECK: '1',
      });
      const key = provider.apiKey;
      const { code, outputs, stdout, stderr, summary } = await use(
        { schema: INLINE, ...work, 'openai-api-key': key },
        real,
      );
      expect({ code, kind: outputs['kind'], stderr }).toMatchObject({ code: 0, kind });
      expect(provider.requests()).toHaveLength(1);
      expect(stdout.replace(`::add-mask::${key}\n`, '') + stderr + summary).not.toContain(key);
      expect(JSON.stringify(await outcomeOf(outputs['outcome']))).not.toContain(key);
    } finally {
      await provider.close();
    }
  });

  it('is in no argument, and the runner is out of reach of what is run', async () => {
    const fake = join(machine.folder, 'fake-cli.mjs');
    const seen = join(machine.folder, 'seen.json');
    await writeFile(
      fake,
      `import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ argv: process.argv.slice(2), env: process.env }));`,
    );
    await machine.write('tasks.jsonl', '"one"\n');
    const real = machine.with({
      CODEX_STRUCTURED_REHEARSE: '',
      GITHUB_ENV: 'x',
      GITHUB_PATH: 'x',
      ACTIONS_RUNTIME_TOKEN: 'x',
    });
    await use({ schema: INLINE, tasks: 'tasks.jsonl', 'openai-api-key': KEY, 'cli-path': fake }, real);
    const { argv, env } = JSON.parse(await readFile(seen, 'utf8'));
    expect(argv).toContain('--credential-bridge');
    expect(argv.join(' ')).not.toContain(KEY);
    expect(env.OPENAI_API_KEY).toBe(KEY);
    for (const name of ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'ACTIONS_RUNTIME_TOKEN']) {
      expect(env).not.toHaveProperty(name);
    }
    expect(Object.keys(env).filter((name) => name.startsWith('INPUT_'))).toEqual([]);
  });
});

describe('installing', () => {
  /** An npm that notes what it was asked for, and where. */
  async function withNpm() {
    const npm = join(machine.folder, 'bin/npm');
    await writeFile(
      npm,
      `#!/bin/sh\npwd > '${machine.folder}/npm-cwd'\nprintf '%s\\n' "$@" > '${machine.folder}/npm-argv'\n`,
    );
    await chmod(npm, 0o755);
    return async () => (await readFile(join(machine.folder, 'npm-argv'), 'utf8')).trim().split('\n');
  }

  it('takes the versions of the action itself, outside of the checkout and without scripts', async () => {
    const npmArgv = await withNpm();
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    await runAction(action, { schema: INLINE, prompt: 'x' }, machine);
    const argv = await npmArgv();
    expect(argv.slice(argv.indexOf('--') + 1)).toEqual([
      `codex-structured@${manifest.version}`,
      `@openai/codex@${manifest.devDependencies['@openai/codex']}`,
    ]);
    expect(argv).toContain('--ignore-scripts');
    const cwd = await readFile(join(machine.folder, 'npm-cwd'), 'utf8');
    expect(cwd.trim()).toBe(join(machine.folder, 'temp/codex-structured-action'));
  });

  it('takes versions that are given, and nothing that npm would take for an address', async () => {
    const npmArgv = await withNpm();
    await runAction(
      action,
      { schema: INLINE, prompt: 'x', 'codex-version': '^0.171.0', version: 'latest' },
      machine,
    );
    expect((await npmArgv()).slice(-2)).toEqual(['codex-structured@latest', '@openai/codex@^0.171.0']);
    for (const version of [
      '../evil',
      'npm:evil',
      'https://example.com/x.tgz',
      '1.0.0 evil',
      '$(id)',
      'file:x',
    ]) {
      const { code, stdout } = await runAction(action, { schema: INLINE, prompt: 'x', version }, machine);
      expect({ version, code }).toEqual({ version, code: 2 });
      expect(stdout).toContain('The input version is no version');
    }
  });
});

it('no shell line of the action holds an expression', () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
});

it('every input is documented, and handed to a step', async () => {
  const page = await readFile(join(ROOT, 'docs/ci.md'), 'utf8');
  const env = action.runs.steps.flatMap((step) => Object.values(step.env ?? {}));
  for (const name of Object.keys(action.inputs)) {
    expect(env).toContain(`\${{ inputs.${name} }}`);
    expect(page).toContain(`\`${name}\``);
  }
});

it('the kinds by exit code are those of the one table', async () => {
  // A script of the action, not of the program: it has no types.
  const { kindOfExitCode } = await import(new URL('../../action/kinds.mjs', import.meta.url).href);
  for (const { exit, kind } of exitCodeTable()) {
    expect(kindOfExitCode(exit === '128+n' ? 130 : Number(exit))).toBe(kind);
  }
});

it('the scripts of the action need nothing that is installed', async () => {
  for (const name of (await readdir(join(ROOT, 'action'))).filter((file) => file.endsWith('.mjs'))) {
    const text = await readFile(join(ROOT, 'action', name), 'utf8');
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) expect(from).toMatch(/^(node:|\.\/)/);
  }
});
