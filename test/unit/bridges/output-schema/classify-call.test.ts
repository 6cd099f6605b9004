import { describe, expect, it } from 'vitest';
import { classifyCall } from '../../../../src/bridges/output-schema/classify-call.js';
import { nestedEnvironment } from '../../../../src/bridges/output-schema/recursion-guard.js';

describe('a call of codex', () => {
  it.each([
    ['app-server'],
    ['app-server', '-c', 'a=b'],
    ['app-server', '--listen', 'stdio://'],
    ['app-server', '--listen=stdio://', '--stdio'],
    ['app-server', '-c', 'help'],
    ['app-server', 'proxy'],
    ['-c', 'a=b', 'app-server'],
    ['--config=a', '--enable', 'x', '--strict-config', 'app-server'],
    ['-m', 'exec', 'app-server'],
    // An option that is not known here may have a value.
    ['--brand-new', 'value', 'app-server'],
  ])('is bridged: %j', (...argv) => {
    expect(classifyCall(argv)).toEqual({ kind: 'bridge' });
  });

  it.each([
    [],
    ['--version'],
    ['login', '--api-key'],
    ['exec', '--json', 'app-server'],
    ['-c', 'app-server', 'exec'],
    ['--', 'app-server'],
    ['--search', 'what is app-server'],
    ['app-server', '--help'],
    ['app-server', 'generate-ts', '--out', 'x'],
    ['app-server', '-c', 'a=b', 'generate-json-schema'],
    ['app-server', 'daemon', 'start'],
  ])('is passed through: %j', (...argv) => {
    expect(classifyCall(argv)).toEqual({ kind: 'pass' });
  });

  it.each([
    ['app-server', '--listen', 'ws://127.0.0.1:1'],
    ['app-server', '--listen=unix://'],
    ['-c', 'a=b', 'app-server', '-c', 'x=y', '--listen', 'off'],
  ])('is rejected if it does not use stdin and stdout: %j', (...argv) => {
    expect(classifyCall(argv)).toMatchObject({
      kind: 'refuse',
      message: expect.stringContaining('--listen'),
    });
  });
});

it('recursive bridges end', () => {
  let env: ReturnType<typeof nestedEnvironment> = { A: '1' };
  for (let depth = 0; depth < 4; depth += 1) {
    env = nestedEnvironment(env ?? {});
    expect(env).toMatchObject({ A: '1' });
  }
  expect(nestedEnvironment(env ?? {})).toBeNull();
  expect(nestedEnvironment({ CODEX_STRUCTURED_BRIDGE_DEPTH: 'nonsense' })).not.toBeNull();
  expect(nestedEnvironment({}, 3)).toEqual({ CODEX_STRUCTURED_BRIDGE_DEPTH: '4' });
  expect(nestedEnvironment({}, 4)).toBeNull();
});
