import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Command, Subcommand } from '../../src/codex/command.js';
import { CODEX_FLAGS } from '../../src/codex/flags.js';
import { commandProblems } from '../../src/codex/options/command-problems.js';
import { OTHER_FLAGS } from '../../src/codex/other-flags.js';
import { realCodex } from '../support/real-installation.js';

const SUBCOMMANDS: readonly Subcommand[] = ['exec', 'resume', 'fork', 'review'];

/** The long flags that `codex exec … --help` lists. */
function listedFlags(subcommand: Subcommand): readonly string[] {
  const args = ['exec', ...(subcommand === 'exec' ? [] : [subcommand]), '--help'];
  const help = execFileSync(realCodex().path, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return [...help.matchAll(/^ {2,6}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag ?? '');
}

describe.each(SUBCOMMANDS)('codex exec, for %s', (subcommand) => {
  test('lists no flag that is in no table', () => {
    const known = [...CODEX_FLAGS, ...OTHER_FLAGS].map(({ flag }) => flag);
    expect(listedFlags(subcommand).filter((flag) => !known.includes(flag))).toEqual([]);
  });

  test('lists the flags that the tables say it lists', () => {
    const listed = listedFlags(subcommand);
    const others = OTHER_FLAGS.filter(({ listedBy }) => listedBy.includes(subcommand));
    const options = CODEX_FLAGS.filter(
      ({ place, option }) =>
        subcommand === 'exec' ||
        (place === 'subcommand' && !(subcommand === 'review' && option === 'images')),
    );
    const expected = [...others, ...options].map(({ flag }) => flag);
    expect([...listed].sort()).toEqual(expected.sort());
  });
});

describe('what goes after --', () => {
  const withArgs = (subcommand: Subcommand, extraArgs: string[]) =>
    commandProblems({
      subcommand,
      session: 's',
      target: { kind: 'custom' },
      prompt: 'p',
      options: { extraArgs },
    } as Command);

  test.each([
    [
      'exec',
      ['--remote', 'ws://127.0.0.1:1'],
      /--remote cannot be passed in 'extraArgs'\. .*on the machine of that server/,
    ],
    ['resume', ['--remote=ws://127.0.0.1:1'], /--remote cannot be passed in 'extraArgs'/],
    ['exec', ['--remote-auth-token-env', 'X'], /--remote-auth-token-env cannot be passed in 'extraArgs'/],
    ['resume', ['--color=never'], /'resume' does not accept --color/],
    ['exec', ['--json'], /--json cannot be passed in 'extraArgs'\. It is always set/],
  ] as const)('%s -- %j is a usage error', (subcommand, extraArgs, message) => {
    expect(withArgs(subcommand, [...extraArgs])[0]?.message).toMatch(message);
  });

  test.each([
    ['exec', ['--color=never']],
    ['exec', ['--trust']],
    ['fork', ['--trust']],
    ['review', ['-o', 'last.txt']],
  ] as const)('%s -- %j goes to codex', (subcommand, extraArgs) => {
    expect(withArgs(subcommand, [...extraArgs])).toEqual([]);
  });
});
