import { describe, expect, test } from 'vitest';
import { type Capability, missingCapability } from '../../../src/codex/capabilities.js';
import type { CodexOptions, Command } from '../../../src/codex/command.js';
import { needsOfAppServer, needsOfExec, type TurnDemand } from '../../../src/codex/needs.js';
import { usageErrorFailure } from '../../../src/codex/usage-error.js';
import { isAtLeast, parseVersion } from '../../../src/codex/version.js';

const EXEC: Command = { subcommand: 'exec', prompt: 'p', options: {} };
const RESUME: Command = { subcommand: 'resume', session: 's-1', prompt: 'p', options: {} };
const LAST: Command = { subcommand: 'resume', session: { last: true }, prompt: 'p', options: {} };
const FORK: Command = { subcommand: 'fork', session: 's-1', prompt: 'p', options: {} };
const REVIEW: Command = { subcommand: 'review', target: { kind: 'uncommitted' }, prompt: '', options: {} };

function withOptions(command: Command, options: CodexOptions): Command {
  return { ...command, options };
}

function demand(command: Command, more: Partial<TurnDemand> = {}): TurnDemand {
  const nothing = { hasContext: false, schemaTurnFollows: false, mayKeepThread: false, isRehearsal: false };
  return { command, hasSchema: true, ...nothing, ...more };
}

describe('versions', () => {
  test.each([
    ['codex-cli 0.171.0\n', '0.171.0'],
    ['WARNING: something\ncodex-cli 0.172.0-alpha.3\n', '0.172.0-alpha.3'],
    ['codex 1.0.0', '1.0.0'],
    ['Welcome to our wrapper!\n\ncodex-cli 0.171.0\nHave a nice day.\n', '0.171.0'],
    ['banner\r\ncodex-cli 0.171.0\r\n', '0.171.0'],
    ['codex-cli 0.171.0+build.7\n', '0.171.0'],
    ['codex-cli 0.171.0-alpha.3 (1a2b3c)\n', '0.171.0-alpha.3'],
    ['\u001b[1mcodex-cli 0.171.0\u001b[0m\n', '0.171.0'],
    // Built from its sources.
    ['codex-cli 0.0.0\n', null],
    ['', null],
    ['0.171.0', null],
    ['node 20.1.0', null],
    ['codex-cli unknown', null],
    [`codex-cli ${'9'.repeat(100_000)}`, null],
  ])('%j', (output, version) => expect(parseVersion(output)).toBe(version));

  test.each([
    ['0.132.0', '0.132.0', true],
    ['0.131.9', '0.132.0', false],
    ['0.99.0', '0.132.0', false],
    ['1.0.0', '0.132.0', true],
    ['0.132.0-alpha.1', '0.132.0', true],
  ])('%s is at least %s: %s', (have, want, verdict) => expect(isAtLeast(have, want)).toBe(verdict));
});

describe('what a version does not support over exec', () => {
  test.each<readonly [Command, Partial<TurnDemand>, string | null, Capability | null]>([
    [EXEC, {}, '0.43.0', 'exec_output_schema'],
    [EXEC, {}, '0.44.0', null],
    [EXEC, {}, null, null],
    [EXEC, { isRehearsal: true }, '0.98.0', 'rehearsal_exec'],
    [EXEC, { isRehearsal: true }, '0.99.0', null],
    [EXEC, { isRehearsal: true }, null, 'rehearsal_exec'],
    [withOptions(EXEC, { ephemeral: true }), {}, '0.98.0', '--ephemeral'],
    [withOptions(EXEC, { ephemeral: true }), {}, '0.99.0', null],
    [withOptions(EXEC, { ignoreRules: true }), {}, '0.121.0', '--ignore-rules'],
    [withOptions(EXEC, { ephemeral: true, ignoreRules: true }), {}, null, null],
    [RESUME, {}, '0.131.0', 'resume_output_schema'],
    [RESUME, {}, '0.132.0', null],
    [RESUME, {}, null, null],
    [RESUME, { hasSchema: false }, '0.100.0', null],
    [REVIEW, { hasSchema: false }, '0.131.0', 'resume_output_schema'],
    [REVIEW, { hasSchema: false }, '0.132.0', null],
    [REVIEW, { hasSchema: false }, null, 'resume_output_schema'],
    [EXEC, { hasSchema: false, schemaTurnFollows: true }, null, 'resume_output_schema'],
    [FORK, {}, '0.147.0', 'exec_fork'],
    [FORK, { hasSchema: false }, '0.147.0', 'exec_fork'],
    [FORK, {}, '0.148.0', null],
    [FORK, {}, null, null],
  ])('%o %o, codex %s: %s', (command, more, version, capability) => {
    const missing = missingCapability(needsOfExec(demand(command, more)), version);
    expect(missing?.capability ?? null).toBe(capability);
  });
});

describe('what a version does not support over the app server', () => {
  test.each<readonly [Command, Partial<TurnDemand>, string | null, Capability | null]>([
    [EXEC, { hasSchema: false }, '0.58.0', 'app_server'],
    [EXEC, { hasSchema: false }, '0.59.0', null],
    [EXEC, {}, '0.58.0', 'app_server_output_schema'],
    [EXEC, {}, '0.77.0', 'app_server_output_schema'],
    [EXEC, {}, '0.79.0', null],
    [EXEC, {}, null, 'app_server_output_schema'],
    [EXEC, { hasSchema: false, schemaTurnFollows: true }, '0.77.0', 'app_server_output_schema'],
    [EXEC, { hasContext: true }, '0.134.0', 'additional_context'],
    [EXEC, { hasContext: true }, '0.135.0', null],
    [EXEC, { hasContext: true }, null, 'additional_context'],
    [EXEC, { isRehearsal: true }, '0.77.0', 'rehearsal_app_server'],
    [EXEC, { isRehearsal: true }, '0.99.0', null],
    [withOptions(EXEC, { ephemeral: true }), {}, '0.106.0', 'app_server_ephemeral'],
    [withOptions(EXEC, { ephemeral: true }), { mayKeepThread: true }, '0.79.0', null],
    [withOptions(EXEC, { addDirs: ['a'] }), {}, '0.120.0', 'app_server_add_dir'],
    [RESUME, {}, '0.79.0', null],
    [LAST, {}, '0.101.0', 'app_server_resume_last'],
    [LAST, {}, '0.104.0', null],
    [FORK, {}, '0.79.0', 'thread/fork'],
    [FORK, {}, '0.80.0', null],
  ])('%o %o, codex %s: %s', (command, more, version, capability) => {
    const missing = missingCapability(needsOfAppServer(demand(command, more)), version);
    expect(missing?.capability ?? null).toBe(capability);
  });
});

describe('the failure', () => {
  test('names the capability, the version found and the version required', () => {
    expect(missingCapability([{ capability: 'app_server_output_schema' }], '0.77.0')).toEqual({
      ok: false,
      kind: 'unsupported',
      capability: 'app_server_output_schema',
      needs: '0.79.0',
      found: 'codex 0.77.0',
      workMayHaveRun: false,
      retryable: false,
      message:
        "codex 0.77.0 does not support output schemas over the app server (needs 0.79.0 or later). Update it with 'npm install -g @openai/codex', or use the exec transport.",
    });
  });

  test('says if the version is unknown', () => {
    expect(missingCapability([{ capability: 'additional_context' }], null)).toMatchObject({
      found: 'a codex of unknown version',
      message: expect.stringMatching(
        /^The version of this codex is unknown, .* additional context \(needs 0\.135\.0/,
      ),
    });
  });

  test('names the newest required release if several features are missing', () => {
    const needs = [
      { capability: 'app_server' },
      { capability: 'tool_allowlist' },
      { capability: '--trust' },
    ] as const;
    expect(missingCapability(needs, '0.40.0')?.needs).toBe('0.171.0');
  });
});

describe('usage errors of codex-cli 0.44 to 0.147', () => {
  const says = (argument: string) =>
    `WARNING: x\nerror: unexpected argument '${argument}' found\n\nUsage: codex exec\n`;

  test.each<readonly [Command, string, Capability | null]>([
    [EXEC, says('--output-schema'), 'exec_output_schema'],
    [RESUME, says('--output-schema'), 'resume_output_schema'],
    [RESUME, says('--json'), 'resume_output_schema'],
    [FORK, says('s-1'), 'exec_fork'],
    [withOptions(EXEC, { ephemeral: true }), says('--ephemeral'), '--ephemeral'],
    [withOptions(EXEC, { addDirs: ['a'] }), says('--add-dir=a'), '--add-dir'],
    [EXEC, says('--made-up'), null],
    [EXEC, says('--ephemeral'), null],
    [RESUME, says('s-1'), null],
    [EXEC, '', null],
  ])('%o: %j', (command, stderr, capability) => {
    const needs = needsOfExec(demand(command));
    expect(usageErrorFailure(command, needs, stderr, null)?.capability ?? null).toBe(capability);
  });

  test('a turn without a schema does not need schema support', () => {
    const needs = needsOfExec(demand(RESUME, { hasSchema: false }));
    expect(usageErrorFailure(RESUME, needs, says('--output-schema'), null)).toBeNull();
  });
});
