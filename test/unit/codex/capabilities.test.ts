import { describe, expect, test } from 'vitest';
import { missingCapability, refusedCapability } from '../../../src/codex/capabilities.js';
import type { Command } from '../../../src/codex/command.js';
import { isAtLeast, parseVersion } from '../../../src/codex/version.js';

const EXEC: Command = { subcommand: 'exec', prompt: 'p', options: {} };
const RESUME: Command = { subcommand: 'resume', session: 's-1', prompt: 'p', options: {} };
const FORK: Command = { subcommand: 'fork', session: 's-1', prompt: 'p', options: {} };

describe('versions', () => {
  test.each([
    ['codex-cli 0.171.0\n', '0.171.0'],
    ['WARNING: something\ncodex-cli 0.172.0-alpha.3\n', '0.172.0-alpha.3'],
    ['codex 1.0.0', '1.0.0'],
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

describe('what a version lacks', () => {
  test.each([
    [EXEC, true, '0.40.0', 'exec_output_schema'],
    [EXEC, true, '0.42.0', null],
    [RESUME, true, '0.131.0', 'resume_output_schema'],
    [RESUME, true, '0.132.0', null],
    [RESUME, false, '0.100.0', null],
    [FORK, true, '0.147.0', 'exec_fork'],
    [FORK, false, '0.147.0', 'exec_fork'],
    [FORK, true, '0.148.0', null],
    [FORK, true, null, null],
  ])('%o, schema: %s, codex %s', (command, hasSchema, version, capability) => {
    expect(missingCapability(command, hasSchema, version)?.capability ?? null).toBe(capability);
  });

  test('says what is needed and what was found', () => {
    expect(missingCapability(FORK, true, '0.147.0')).toEqual({
      ok: false,
      kind: 'unsupported',
      capability: 'exec_fork',
      needs: '0.148.0',
      found: 'codex 0.147.0',
      workMayHaveRun: false,
      retryable: false,
      message: expect.stringMatching(/0\.147\.0.*cannot fork a session.*0\.148\.0 or later.*npm install/),
    });
  });
});

describe('what a refusal tells (texts of codex-cli 0.100 to 0.147)', () => {
  const says = (argument: string) =>
    `WARNING: x\nerror: unexpected argument '${argument}' found\n\nUsage: codex exec\n`;

  test.each([
    [EXEC, says('--output-schema'), 'exec_output_schema'],
    [RESUME, says('--output-schema'), 'resume_output_schema'],
    [FORK, says('s-1'), 'exec_fork'],
    [EXEC, says('--made-up'), null],
    [RESUME, says('s-1'), null],
    [EXEC, '', null],
  ])('%o: %j', (command, stderr, capability) => {
    expect(refusedCapability(command, true, stderr, null)?.capability ?? null).toBe(capability);
  });

  test('a turn without a schema does not need one', () => {
    expect(refusedCapability(RESUME, false, says('--output-schema'), null)).toBeNull();
  });
});
