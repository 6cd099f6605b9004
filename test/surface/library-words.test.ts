import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN_FLAGS } from '../../src/cli/flags/own-flags.js';
import { inFlags } from '../../src/cli/output/in-flags.js';

const SRC = join(import.meta.dirname, '../../src');

/** The command line names flags, and `doctor` is about it. */
const OF_THE_COMMAND_LINE = /^(?:cli|run\/doctor)\//;

/** Flags that codex has as well, which its command lines in the sources name. */
const CODEX_TOO: ReadonlySet<string> = new Set([
  ...['last', 'all', 'uncommitted', 'base', 'commit', 'title', 'json'],
]);

function sources(): readonly string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !OF_THE_COMMAND_LINE.test(file));
}

/** Texts in quotes, but not in comments. */
function textsIn(file: string): string[] {
  const code = readFileSync(join(SRC, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  return code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
}

it('messages of the library name its options, never flags of the command line', () => {
  const own = OWN_FLAGS.map(({ name }) => name).filter((name) => !CODEX_TOO.has(name));
  expect(own).toContain('retry-unsafe');
  const flag = new RegExp(`(?:^|[ \`'"(])--(?:${own.join('|')})(?![\\w-])`);
  const named = sources().flatMap((file) =>
    textsIn(file)
      .filter((text) => flag.test(text.slice(1, -1)) && text.includes(' '))
      .map((text) => `${file}: ${text}`),
  );
  expect(named).toEqual([]);
});

describe('the command line', () => {
  it.each([
    ["'retryUnsafe' requires 'retry'.", '--retry-unsafe requires --retry.'],
    ["'review' does not accept 'ephemeral'.", "'review' does not accept --ephemeral."],
    ["'extraArgs' are for codex exec.", 'Arguments after -- are for codex exec.'],
    ['Update it, or use the exec transport.', 'Update it, or use --transport exec.'],
    ['Merge it, or let adapt mode do it.', 'Merge it, or let --schema-mode adapt do it.'],
    ["The path 'model.json' and 'a b' stay.", "The path 'model.json' and 'a b' stay."],
  ])('says %j with flags', (sentence, said) => {
    expect(inFlags(sentence)).toBe(said);
  });
});
