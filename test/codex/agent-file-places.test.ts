import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/agent/approvals/decision.js';
import type { PendingFileChange } from '../../src/agent/approvals/pending-calls.js';
import { ApplyPatch } from '../../src/agent/tools/builtin-tools.js';
import type { OutputItem } from '../../src/rehearsal/responses-script.js';
import { callsThenAnswer, patchCall, sessionFor } from '../support/agent-stage.js';
import { saidIn } from '../support/app-server-stage.js';
import { ADA } from '../support/run-on-stage.js';

const OK = { kind: 'ok', value: ADA };
const patch = (...lines: string[]) => patchCall(['*** Begin Patch', ...lines, '*** End Patch'].join('\n'));
const adding = (path: string, callId = 'call_patch'): OutputItem => {
  const added = patch(`*** Add File: ${path}`, '+hello');
  return added.kind === 'raw' ? { ...added, item: { ...added.item, call_id: callId } } : added;
};

/** What the workspace holds before the model asks: links that lead to the folder beside it. */
function furnish(cwd: string): { outside: string } {
  const outside = join(dirname(cwd), 'outside');
  mkdirSync(outside);
  mkdirSync(join(cwd, '.git'));
  symlinkSync('../outside', join(cwd, 'link'));
  writeFileSync(join(outside, 'target'), 'old\n');
  writeFileSync(join(cwd, 'inside'), 'old\n');
  symlinkSync(join(outside, 'target'), join(cwd, 'file-link'));
  linkSync(join(outside, 'target'), join(cwd, 'hard-link'));
  return { outside };
}

describe.concurrent('a change of a file outside the workspace', () => {
  const updating = (path: string) => patch(`*** Update File: ${path}`, '@@', '-old', '+new');
  const cases: [string, ReturnType<typeof patch>, string, RegExp][] = [
    ['beside it', adding('../outside/new'), 'new', /add \S+ \(outside the workspace: \S+\/outside\/new\)/],
    [
      'through a link',
      adding('link/new'),
      'new',
      /project\/link\/new \(outside the workspace: \S+outside\/new\)/,
    ],
    [
      'that a link names',
      updating('file-link'),
      'target',
      /file-link \(outside the workspace: \S+\/target\)/,
    ],
    [
      'with two names',
      updating('hard-link'),
      'target',
      /\(a file with other names, maybe outside the workspace/,
    ],
    [
      'to which one is moved',
      patch('*** Update File: inside', '*** Move to: link/moved', '@@', '-old', '+new'),
      'moved',
      /update \S+\/inside and move it to \S+\/link\/moved \(outside the workspace: \S+\/outside\/moved\)/,
    ],
  ];
  it.for(cases)(
    '%s is marked; a policy that approves it is a reject',
    async ([, call, name, marked], context) => {
      const seen: PendingFileChange[] = [];
      const tool = new ApplyPatch().withApprovalPolicy((pending) => {
        seen.push(pending);
        return decide.approve('session');
      });
      const { stage, session } = await sessionFor(context, callsThenAnswer(call), {
        sandbox: 'read-only',
        tools: [tool],
      });
      const { outside } = furnish(stage.cwd);
      expect(await session.runTurn('hi')).toMatchObject(OK);
      expect(seen).toMatchObject([{ leavesSandbox: true, changes: [{ outsideWorkspace: true }] }]);
      expect(seen[0]?.describe()).toMatch(marked);
      const file = join(outside, name);
      expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(name === 'target' ? 'old\n' : false);
      expect(saidIn(stage.requests()[1]).at(-1)).toContain('It leaves the sandbox');
    },
  );

  it('is made if the policy may approve it, or if the host approves it', async (context) => {
    const policy = (call: PendingFileChange) =>
      call.describe().includes('by-policy') ? decide.approve() : undefined;
    const tool = new ApplyPatch().withApprovalPolicy(policy, { allowOutsideSandbox: true });
    const both = ['by-policy', 'by-hand'].map((name) => adding(`link/${name}`, name));
    const { stage, session } = await sessionFor(context, callsThenAnswer(...both), {
      sandbox: 'read-only',
      tools: [tool],
    });
    const { outside } = furnish(stage.cwd);
    const outcome = session.runTurn('hi');
    for await (const call of session.toolCalls()) await session.approve(call);
    expect(await outcome).toMatchObject(OK);
    expect(['by-policy', 'by-hand'].map((name) => existsSync(join(outside, name)))).toEqual([true, true]);
  });
});

describe.concurrent('a change of a file inside the workspace', () => {
  const tool = new ApplyPatch().withApprovalPolicy(() => decide.approve());

  it.for(['read-only', 'workspace-write'] as const)('is made by a policy (%s)', async (sandbox, context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(adding('new')), {
      sandbox,
      tools: [tool],
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(readFileSync(join(stage.cwd, 'new'), 'utf8')).toBe('hello\n');
  });

  it('cannot be approved by a policy if the sandbox protects the file', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(adding('.git/hooks/pre-commit')), {
      sandbox: 'workspace-write',
      tools: [tool],
    });
    furnish(stage.cwd);
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(existsSync(join(stage.cwd, '.git/hooks'))).toBe(false);
    expect(saidIn(stage.requests()[1]).at(-1)).toContain('(protected by the sandbox: ');
  });

  it('cannot be approved by a policy after a folder of its path has come to lead elsewhere', async (context) => {
    const swap = new ApplyPatch().withApprovalPolicy((call) => {
      const folder = dirname(call.changes[0]?.path ?? '');
      rmSync(folder, { recursive: true });
      symlinkSync(join(dirname(folder), '../outside'), folder);
      return decide.approve();
    });
    const { stage, session } = await sessionFor(context, callsThenAnswer(adding('folder/new')), {
      tools: [swap],
    });
    const { outside } = furnish(stage.cwd);
    mkdirSync(join(stage.cwd, 'folder'));
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(existsSync(join(outside, 'new'))).toBe(false);
    expect(saidIn(stage.requests()[1]).at(-1)).toContain('no longer lead to the same files');
  });

  it('cannot be approved after a folder of its path has come to lead elsewhere', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(adding('folder/new')), {
      sandbox: 'read-only',
      tools: [new ApplyPatch()],
    });
    const { outside } = furnish(stage.cwd);
    mkdirSync(join(stage.cwd, 'folder'));
    const outcome = session.runTurn('hi');
    for await (const call of session.toolCalls()) {
      expect(call.leavesSandbox).toBe(false);
      rmSync(join(stage.cwd, 'folder'), { recursive: true });
      symlinkSync(outside, join(stage.cwd, 'folder'));
      await expect(session.approve(call)).rejects.toThrow(
        'The paths of this change no longer lead to the same files as when codex asked.',
      );
      await session.reject(call);
    }
    expect(await outcome).toMatchObject(OK);
    expect(existsSync(join(outside, 'new'))).toBe(false);
  });
});
