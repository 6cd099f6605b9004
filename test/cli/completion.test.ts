import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS, loadCommands } from '../../src/cli/commands/registry.js';
import { bashScript } from '../../src/cli/completion/bash.js';
import { fishScript } from '../../src/cli/completion/fish.js';
import { type CommandSpec, commandSpecs } from '../../src/cli/completion/spec.js';
import { zshScript } from '../../src/cli/completion/zsh.js';
import { CliBench } from '../support/cli.js';
import { isInstalled, offeredBy, SHELLS, type Shell } from '../support/shells/complete.js';

const specs = commandSpecs(await loadCommands());
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: bashScript(specs),
  zsh: zshScript(specs),
  fish: fishScript(specs),
};
const HERE = ['a dir', 's.json'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codex-structured-completion-'));
  await mkdir(join(folder, 'a dir'));
  await writeFile(join(folder, 's.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

for (const shell of SHELLS) {
  if (!isInstalled(shell))
    console.warn(`completion.test.ts: ${shell} is not tried, it is not installed here.`);
}

describe.each(SHELLS)('completion of %s', (shell) => {
  const it_ = it.runIf(isInstalled(shell));
  const offered = async (...lines: string[]) =>
    offeredBy(
      shell,
      SCRIPTS[shell],
      lines.map((line) => `codex-structured ${line}`),
      folder,
    );
  const expectOffered = async (expected: Readonly<Record<string, readonly string[]>>) => {
    const answers = await offered(...Object.keys(expected));
    const got = Object.fromEntries(Object.keys(expected).map((line, index) => [line, answers[index]]));
    const sorted = Object.entries(expected).map(([line, words]) => [line, [...words].sort()] as const);
    expect(got).toEqual(Object.fromEntries(sorted));
  };

  it_('offers the commands of a group after help', async () => {
    await expectOffered({ 'help schema ch': ['check'], 'help batch m': ['merge'] });
  });

  it_('offers every command', async () => {
    const [first = [], ru = [], schema = [], help = []] = await offered('', 'ru', 'schema ', 'help ');
    const firstWords = [...COMMANDS.keys()].map((name) => name.split(' ')[0]);
    expect(first).toEqual(expect.arrayContaining([...new Set(firstWords), 'help']));
    expect(ru).toEqual(['run']);
    expect(schema).toEqual(['adapt', 'check', 'sample', 'types']);
    expect(help).toEqual(expect.arrayContaining(['run', 'schema', 'exit-codes']));
  });

  it_('offers every flag of every command, and no other', async () => {
    const expected = specs.map(({ name, flags }) => [`${name} --`, flags.map((flag) => `--${flag.name}`)]);
    const answers = await offered(...specs.map(({ name }) => `${name} --`));
    const got = specs.map(({ name }, index) => [
      `${name} --`,
      (answers[index] ?? []).filter((word) => word.startsWith('--')).map((word) => word.replace(/=$/, '')),
    ]);
    expect(sortedEach(got)).toEqual(sortedEach(expected));
  });

  it_('offers the values of a flag that has a choice', async () => {
    const modes = ['read-only', 'workspace-write', 'danger-full-access'];
    await expectOffered({
      'run --sandbox ': modes,
      'run s.json --schema-mode a': ['adapt'],
      'run -s w': ['workspace-write'],
      'completion ': ['bash', 'zsh', 'fish'],
    });
    const [equals = []] = await offered('run --envelope=f');
    // fish puts the flag before it.
    expect(equals.map((word) => word.replace(/^--envelope=/, ''))).toEqual(['full']);
  });

  it_('offers files and directories where they are meant', async () => {
    await expectOffered({
      'run s': ['s.json'],
      'run --output ': HERE,
      'run --prompt-file ': HERE,
      'run --cd ': ['a dir'],
      'decode ': HERE,
      'schema check ': HERE,
    });
  });

  it_('knows which argument comes next, whatever flags stand before it', async () => {
    await expectOffered({
      'run --model gpt s': ['s.json'],
      'run -m gpt --quiet s': ['s.json'],
      'run --timeout=5s s': ['s.json'],
      'run --envelope s': ['s.json'],
      'run s.json s': [],
      'run --model s': [],
      'fork s.json s': [],
      'schema check s.json s': [],
    });
  });

  it_('tells a command from the group of the same name', async () => {
    await expectOffered({
      'batch m': ['merge'],
      'batch ': [...HERE, 'merge'],
      'batch s': ['s.json'],
      'batch s.json m': [],
      'batch merge s': ['s.json'],
      'batch merge one.jsonl two.jsonl s': ['s.json'],
      'schema s.json ': [],
    });
  });

  it_('offers nothing after --, which goes to codex', async () => {
    await expectOffered({ 'run s.json hi -- --': [], 'run -- s': [] });
  });

  it('holds each flag of each command', () => {
    for (const spec of specs) {
      const part = partOf(shell, spec);
      for (const { name, alias } of spec.flags) {
        expect(part).toMatch(shell === 'fish' ? new RegExp(` -l ${name} `) : new RegExp(`--${name}\\b`));
        if (alias !== undefined)
          expect(part).toMatch(new RegExp(shell === 'fish' ? ` -s ${alias} ` : `-${alias}\\b`));
      }
    }
  });
});

function sortedEach(rows: readonly (readonly unknown[])[]): unknown[] {
  // fish offers --envelope and --envelope= where the value may be left out.
  return rows.map(([line, words]) => [line, [...new Set(words as string[])].sort()]);
}

/** The lines of a script that are about one command. */
function partOf(shell: Shell, { name }: CommandSpec): string {
  const lines = SCRIPTS[shell].split('\n');
  if (shell === 'fish')
    return lines.filter((line) => line.includes(`__codex_structured_at "${name}"`)).join('\n');
  const start = lines.indexOf(`    '${name}')`);
  return lines.slice(start, lines.indexOf('      ;;', start)).join('\n');
}

describe('codex-structured completion', () => {
  let bench: CliBench;
  beforeAll(() => {
    bench = new CliBench();
  });
  afterAll(() => bench.dispose());

  it.each(SHELLS)('prints the script for %s, named or by $SHELL', async (shell) => {
    const named = await bench.run(['completion', shell]);
    expect({ code: named.code, stderr: named.stderr }).toEqual({ code: 0, stderr: '' });
    expect(named.stdout).toContain(`# ${shell} completion of codex-structured.`);
    const bySetting = await bench.run(['completion'], { env: { SHELL: `/usr/bin/${shell}` } });
    expect(bySetting.stdout).toBe(named.stdout);
  });

  it('says which shells there are, where it cannot tell', async () => {
    const unknown = await bench.run(['completion'], { env: { SHELL: '/bin/dash' } });
    expect({ code: unknown.code, stdout: unknown.stdout }).toEqual({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('codex-structured completion bash, zsh or fish');
    const wrong = await bench.run(['completion', 'tcsh']);
    expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain("Unknown shell 'tcsh'");
  });
});
