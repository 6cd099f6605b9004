import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/registry.js';
import { envNameOf, type Flag } from '../../src/cli/flags/flag.js';
import { FLAGS } from '../../src/cli/flags/table.js';
import { commandHelp } from '../../src/cli/help/command-help.js';
import { manPage } from '../../src/cli/help/man-page.js';
import { overview } from '../../src/cli/help/overview.js';
import { exitCodeTable } from '../../src/outcome/exit-codes.js';

const ROOT = join(import.meta.dirname, '../..');
const hasMan = spawnSync('man', ['--version']).status === 0 && spawnSync('groff', ['--version']).status === 0;
if (!hasMan) console.warn('man-page.test.ts: the page is not rendered, there is no man or groff here.');

const SECTIONS = [
  'NAME',
  'SYNOPSIS',
  'DESCRIPTION',
  'COMMANDS',
  'OPTIONS',
  'ENVIRONMENT',
  'EXIT STATUS',
  'EXAMPLES',
  'FILES',
  'SEE ALSO',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codex-structured-man-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function rendered(): Promise<{ readonly text: string; readonly warnings: string }> {
  const file = join(folder, 'codex-structured.1');
  await writeFile(file, await manPage('9.8.7'));
  const { stdout, stderr } = spawnSync('man', ['--warnings=all', '-l', file], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      LC_ALL: 'C.UTF-8',
      MANWIDTH: '78',
      MAN_KEEP_FORMATTING: '',
      TERM: 'dumb',
    },
  });
  return { text: stdout.replaceAll(/.\x08/g, ''), warnings: stderr };
}

describe.runIf(hasMan)('the man page', () => {
  it('is rendered without a warning, its sections in the usual order', async () => {
    const { text, warnings } = await rendered();
    expect(warnings).toBe('');
    expect(text.split('\n').filter((line) => /^[A-Z][A-Z ]+$/.test(line))).toEqual(SECTIONS);
    expect(text).toContain('codex-structured 9.8.7');
  });

  it('has every command, option, variable, exit status and example of the tables', async () => {
    const { text } = await rendered();
    const words = text.replaceAll(/\s+/g, ' ');
    for (const load of COMMANDS.values()) {
      const { name, summary, examples } = await load();
      expect(words).toContain(` codex-structured ${name} `);
      expect(words).toContain(summary);
      for (const [example] of examples) expect(words).toContain(example.replaceAll(/\s+/g, ' '));
    }
    for (const flag of FLAGS as readonly Flag[]) {
      expect(words).toContain(
        flag.alias === undefined ? ` --${flag.name}` : ` -${flag.alias}, --${flag.name}`,
      );
      if (flag.env !== false) expect(words).toContain(` ${envNameOf(flag)} `);
    }
    for (const { kind, meaning } of exitCodeTable()) expect(words).toContain(`${kind}: ${meaning}`);
  });
});

describe('the package', () => {
  it('ships the page that the build has made', async () => {
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    // npm links only the pages of a list.
    expect(await readFile(join(ROOT, ...manifest.man), 'utf8')).toContain(
      `"codex-structured ${manifest.version}"`,
    );
  });
});

describe('help', () => {
  it.each([...COMMANDS.keys()])('of %s is grouped, and fits 80 columns', async (name) => {
    const command = await COMMANDS.get(name)?.();
    if (command === undefined) throw new Error(name);
    const text = commandHelp(command, 80);
    // The lines of an example are there to be copied, so they are not wrapped.
    const [options = '', examples] = text.split('\nExamples:\n');
    expect(examples).toBeDefined();
    expect(options.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(options).toMatch(/^(Output|Limits|General):$/m);
  });

  it('as an overview fits 80 columns', async () => {
    const text = await overview(80);
    // A command is there to be copied: it is not broken.
    const lines = text.split('\n').filter((line) => !line.startsWith('  codex-structured '));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});
