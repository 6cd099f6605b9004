import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverArgs, unsupportedOption } from '../../../../src/app-server/server/server-options.js';
import { threadSettings, turnInput } from '../../../../src/app-server/thread/thread-settings.js';
import { exec, fork, resume } from '../../../../src/codex/builders.js';
import { CODEX_FLAGS } from '../../../../src/codex/flags.js';
import { EVERY_OPTION } from '../../../support/every-option.js';

const CWD = resolve('/work', 'project');

describe('options of codex over the app server', () => {
  it('are arguments of the process', () => {
    const options = {
      config: ['a.b="c d"', 'x=1'],
      enable: ['f'],
      disable: ['g'],
      strictConfig: true,
      model: 'm',
    };
    expect(serverArgs(options)).toEqual([
      'app-server',
      '--config=a.b="c d"',
      '--config=x=1',
      '--enable=f',
      '--disable=g',
      '--strict-config',
    ]);
  });

  it('are settings of the thread', () => {
    const options = { model: 'm', cd: 'sub', sandbox: 'workspace-write', addDirs: ['../other'] } as const;
    const cwd = resolve(CWD, 'sub');
    expect(threadSettings(options, CWD)).toEqual({
      cwd,
      model: 'm',
      sandbox: 'workspace-write',
      approvalPolicy: 'never',
      runtimeWorkspaceRoots: [cwd, resolve(CWD, 'other')],
    });
    expect(threadSettings({}, CWD)).toEqual({ cwd: CWD, approvalPolicy: 'never' });
  });

  it('set the approval policy', () => {
    expect(threadSettings({ config: ['approval_policy="on-request"'] }, CWD)).toEqual({ cwd: CWD });
    expect(threadSettings({ dangerouslyBypassApprovalsAndSandbox: true, sandbox: 'read-only' }, CWD)).toEqual(
      {
        cwd: CWD,
        sandbox: 'danger-full-access',
        approvalPolicy: 'never',
      },
    );
  });

  it('are inputs of the turn', () => {
    expect(turnInput('hi', ['a.png'], CWD)).toEqual([
      { type: 'localImage', path: resolve(CWD, 'a.png') },
      { type: 'text', text: 'hi', text_elements: [] },
    ]);
  });

  it('are all supported, rejected with a reason, or without effect', () => {
    const taken = new Set([
      'model',
      'cd',
      'sandbox',
      'addDirs',
      'config',
      'enable',
      'disable',
      'images',
      'ephemeral',
      'strictConfig',
      'dangerouslyBypassApprovalsAndSandbox',
    ]);
    // The app server has no such check.
    const meaningless = new Set(['skipGitRepoCheck']);
    for (const { option, flag } of CODEX_FLAGS) {
      const refused = unsupportedOption(exec('x', { [option]: EVERY_OPTION[option] }));
      if (taken.has(option) || meaningless.has(option)) expect(refused).toBeNull();
      else expect(refused).toMatchObject({ kind: 'unsupported', capability: flag });
    }
  });

  it('are rejected if the thread does not support them', () => {
    expect(unsupportedOption(resume('t', 'x', { ephemeral: true }))).toMatchObject({ kind: 'unsupported' });
    expect(unsupportedOption(fork('t', 'x', { ephemeral: true }))).toBeNull();
    expect(unsupportedOption(exec('x', { extraArgs: ['--foo'] }))).toMatchObject({ capability: '--foo' });
  });
});
