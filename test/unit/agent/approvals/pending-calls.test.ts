import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequestContext, readApprovalRequest } from '../../../../src/agent/approvals/read-request.js';
import { shellWords } from '../../../../src/agent/commands/shell-words.js';
import { readChanges } from '../../../../src/agent/workspace/changed-files.js';
import { clipMiddle } from '../../../../src/text/clip.js';

const COMMAND = 'item/commandExecution/requestApproval';

const SANDBOX = { cwd: '/w', roots: ['/w'], policy: undefined, exits: [], start: {} };

/** What the model wrote is known, and nothing of it leaves the sandbox. */
function inSandbox(command: string): RequestContext {
  const said = { command, choosesShell: false, sandboxExit: 'no' } as const;
  return { changesOf: () => [], modelCallOf: () => said, sandbox: SANDBOX };
}

function commandOf(params: { command: string; [name: string]: unknown }) {
  const written = shellWords(params.command)?.[2] ?? params.command;
  const context = inSandbox(written);
  const call = readApprovalRequest(
    { method: COMMAND, params: { itemId: 'i', cwd: '/w', ...params } },
    context,
  );
  if (call?.kind !== 'commandExecution') throw new Error('no command');
  return call;
}

describe('the command of a call', () => {
  it.each([
    ["/bin/bash -lc 'cat a.txt | tee b.txt'", 'cat a.txt | tee b.txt'],
    ['/bin/zsh -c date', 'date'],
    [`/bin/bash -lc "echo 'it'\\"'\\"'s' "'$HOME'`, `echo 'it'"'"'s' $HOME`],
    ['/bin/bash -lc \'echo "a\nb"\ndate\'', 'echo "a\nb"\ndate'],
    ['git status', 'git status'],
    ["sh -x 'date'", "sh -x 'date'"],
    ["/bin/bash -lc 'date", "/bin/bash -lc 'date"],
  ])('of %j is the whole command, whatever the summary of codex says', (command, written) => {
    const commandActions = [{ type: 'read', command: 'cat a.txt', name: 'a.txt', path: 'a.txt' }];
    expect(commandOf({ command, commandActions })).toMatchObject({ command: written, commandLine: command });
  });

  it('is not read if codex asks about something else', () => {
    const asked = { itemId: 'i', command: '/bin/bash -lc date' };
    const network = { networkApprovalContext: { host: 'example.com', protocol: 'https' } };
    for (const params of [
      { ...asked, kind: 'writeStdin' },
      { ...asked, ...network },
    ]) {
      expect(readApprovalRequest({ method: COMMAND, params }, inSandbox('date'))).toBeNull();
    }
  });
});

it('shell words are the words that were quoted', () => {
  const quoted = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`;
  const doubly = (word: string) => `"${word.replace(/[$`"\\]/g, '\\$&')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.boolean())), (words) => {
      const line = words.map(([word, single]) => (single ? quoted(word) : doubly(word))).join(' ');
      expect(shellWords(line)).toEqual(words.map(([word]) => word));
    }),
  );
  for (const line of ["'a", '"a', 'a\\']) expect(shellWords(line)).toBeNull();
});

describe('a description', () => {
  it('hides nothing: controls, line breaks, reversed text and zero-width characters are escaped', () => {
    const call = commandOf({ command: 'rm -rf .\r\u001b[2K\ntrue \u202egpj\u200b\u{e0041}', reason: 'a\nb' });
    expect(call.describe()).toBe(
      'Run `rm -rf .\\r\\u{1b}[2K\\ntrue \\u{202e}gpj\\u{200b}\\u{e0041}` in /w (the reason given: `a\\nb`).',
    );
    const plain = commandOf({ command: 'écho 你好 👍' });
    expect(plain.describe()).toBe('Run `écho 你好 👍` in /w.');
  });

  it('names additional permissions of a command, and the new path of a moved file', () => {
    const more = commandOf({ command: 'date', additionalPermissions: { network: { enabled: true } } });
    expect(more.describe()).toBe(
      'Run `date` in /w, with more permissions than the sandbox has: {"network":{"enabled":true}}.',
    );
    const change = { path: '/w/a', kind: { type: 'update', move_path: '/tmp/b' }, diff: '' };
    const changes = readChanges({ type: 'fileChange', changes: [change] }) ?? [];
    const call = readApprovalRequest(
      { method: 'item/fileChange/requestApproval', params: { itemId: 'i' } },
      { ...inSandbox(''), changesOf: () => changes },
    );
    expect(call?.describe()).toBe(
      'Change update /w/a and move it to /tmp/b (outside the workspace: /tmp/b).',
    );
  });
});

it('clipping never cuts within a character', () => {
  for (const limit of [4, 5, 6, 7]) {
    expect(clipMiddle('👍'.repeat(9), limit)).not.toMatch(/\p{Cs}/u);
  }
  expect(clipMiddle('👍'.repeat(9), 9)).toBe('👍👍…👍👍');
});
