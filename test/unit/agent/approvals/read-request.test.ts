import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../../../src/agent/approvals/pending-calls.js';
import { type RequestContext, readApprovalRequest } from '../../../../src/agent/approvals/read-request.js';
import type { ModelCall } from '../../../../src/agent/commands/model-calls.js';
import type { SandboxExit } from '../../../../src/agent/sandbox/sandbox-exit.js';

const COMMAND = 'item/commandExecution/requestApproval';
const FILES = 'item/fileChange/requestApproval';
const SAID: ModelCall = { command: 'date', choosesShell: false, sandboxExit: 'no' };

function context(
  said: ModelCall | null,
  changes: readonly FileChange[] = [],
  exits: SandboxExit[] = [],
): RequestContext {
  return {
    changesOf: () => changes,
    modelCallOf: () => said,
    sandbox: { cwd: '/w', roots: ['/w'], policy: undefined, exits, start: {} },
  };
}

function read(method: string, params: Record<string, unknown>, of: RequestContext) {
  const call = readApprovalRequest(
    { method, params: { itemId: 'i', threadId: 't', turnId: 'u', ...params } },
    of,
  );
  if (call === null) throw new Error('no call');
  return call;
}

const command = (said: ModelCall | null, params: Record<string, unknown> = {}, exits: SandboxExit[] = []) =>
  read(COMMAND, { command: '/bin/bash -lc date', cwd: '/w', ...params }, context(said, [], exits));

describe('a command', () => {
  it('stays in the sandbox if everything about it is known', () => {
    const call = command(SAID);
    expect(call).toMatchObject({ leavesSandbox: false, sandboxExits: [], shell: null });
    expect(call.describe()).toBe('Run `date` in /w.');
  });

  it.each<[string, ModelCall | null, Record<string, unknown>, string]>([
    ['that asks to', { ...SAID, sandboxExit: 'escalated' }, {}, 'Run `date` in /w, outside the sandbox.'],
    [
      'that the sandbox has stopped',
      SAID,
      { approvalId: 'x', reason: 'command failed; retry without sandbox?' },
      'Run `date` in /w, again, outside the sandbox (the reason given: `command failed; retry without sandbox?`).',
    ],
    [
      'with permissions that codex names',
      { ...SAID, sandboxExit: 'morePermissions' },
      { additionalPermissions: { network: { enabled: true } } },
      'Run `date` in /w, with more permissions than the sandbox has: {"network":{"enabled":true}}.',
    ],
    [
      'with permissions that codex does not name',
      { ...SAID, sandboxExit: 'morePermissions' },
      {},
      'Run `date` in /w, maybe outside the sandbox.',
    ],
    [
      'of which nothing is known',
      null,
      {},
      'Run `date` with the shell `/bin/bash -lc` in /w, maybe outside the sandbox.',
    ],
    [
      'that is no longer the one that the model wrote',
      { ...SAID, command: 'true' },
      {},
      'Run `date` with the shell `/bin/bash -lc` in /w, maybe outside the sandbox.',
    ],
  ])('%s leaves the sandbox, or may', (_, said, params, described) => {
    const call = command(said, params);
    expect(call.leavesSandbox).toBe(true);
    expect(call.describe()).toBe(described);
  });

  it('leaves the sandbox in each way that applies to its turn', () => {
    const call = command({ ...SAID, sandboxExit: 'escalated' }, {}, [{ kind: 'noSandbox' }]);
    expect(call.describe()).toBe('Run `date` in /w, outside the sandbox, without a sandbox.');
  });

  it('has the shell if the model chose one', () => {
    const call = command({ ...SAID, choosesShell: true }, { command: '/usr/bin/sh -c date' });
    expect(call).toMatchObject({ shell: '/usr/bin/sh -c', command: 'date', leavesSandbox: false });
    expect(call.describe()).toBe('Run `date` with the shell `/usr/bin/sh -c` in /w.');
  });

  it('is the one that the model wrote if codex has no command line for it', () => {
    const said = { ...SAID, command: 'echo a\0b' };
    const call = command(said, { command: '<command included NUL byte>' });
    expect(call.describe()).toBe('Run `echo a\\u{0}b` in /w.');
  });
});

describe('a change of files', () => {
  const change: FileChange = { path: '/w/a', kind: 'add', diff: '', movedTo: null };

  it('says if it also grants a folder', () => {
    const call = read(FILES, { grantRoot: '/home/ada' }, context(SAID, [change]));
    expect(call).toMatchObject({
      leavesSandbox: true,
      sandboxExits: [{ kind: 'grantedRoot', root: '/home/ada' }],
    });
    expect(call.describe()).toBe('Change add /w/a, and let the model write to /home/ada.');
  });

  it('may leave the sandbox if codex has not sent its files', () => {
    const call = read(FILES, {}, context(SAID));
    expect(call.leavesSandbox).toBe(true);
    expect(call.describe()).toBe('Change files, maybe outside the sandbox.');
  });
});

it('a function tool has no sandbox to leave', () => {
  const call = read(
    'item/tool/call',
    { tool: 'f', arguments: {} },
    context(null, [], [{ kind: 'noSandbox' }]),
  );
  expect(call).toMatchObject({ leavesSandbox: false, sandboxExits: [] });
});
