import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/registry.js';
import { type Flag, spellingOf } from '../../src/cli/flags/flag.js';
import { FLAGS } from '../../src/cli/flags/table.js';
import { exitCodeTable } from '../../src/outcome/exit-codes.js';
import { CliBench } from '../support/cli.js';

let bench: CliBench;
beforeAll(() => {
  bench = new CliBench();
});
afterAll(() => bench.dispose());

function escaped(text: string): string {
  return text.replaceAll(/[[\].|%]/g, '\\$&');
}

async function helpOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await bench.run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('%s names every command', async (word) => {
    const text = await helpOf(word);
    for (const command of COMMANDS.keys()) expect(text).toContain(`\n  ${command} `);
  });

  it.each([...COMMANDS.keys()])('of %s is the same by flag and by topic', async (command) => {
    const words = command.split(' ');
    const text = await helpOf(...words, '--help');
    expect(text).toContain(`Usage: codex-structured ${command} `);
    expect(text).toContain('Examples:\n');
    expect(await helpOf('help', ...words)).toBe(text);
  });

  it('shows every flag of the table with its letter and its value', async () => {
    const texts = await Promise.all(
      [...COMMANDS.keys()].map((command) => helpOf(...command.split(' '), '-h')),
    );
    const all = texts.join('\n');
    for (const flag of FLAGS as readonly Flag[]) {
      const letter = flag.alias === undefined ? '    ' : '';
      expect(`${all}\n`).toMatch(new RegExp(`\n {2}${letter}${escaped(spellingOf(flag))}(  |\n)`));
    }
  });

  it('says how a variable sets a flag, and which flags have no variable', async () => {
    const text = (await helpOf('resume', '-h')).replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'CODEX_STRUCTURED_<FLAG> sets a flag that is not given (except --last, --all, --context, --context-untrusted)',
    );
    expect(text).toContain('CODEX_STRUCTURED_PROMPT_FILE sets --prompt-file');
  });

  it('wins over other mistakes', async () => {
    expect(await helpOf('run', '--help', '--quiet=5', '--timeout', 'soon')).toContain('Usage:');
  });

  it('has the table of exit codes as a topic, and with each command', async () => {
    const text = await helpOf('help', 'exit-codes');
    for (const { exit, kind, meaning } of exitCodeTable()) {
      expect(text).toMatch(new RegExp(`^ {2}${exit.replace('+', '\\+')} +${kind} +`, 'm'));
      expect(text.replaceAll(/\s+/g, ' ')).toContain(meaning);
    }
    expect(await helpOf('run', '--help')).toContain(text.trim());
  });

  it('prints the version', async () => {
    expect(await helpOf('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
