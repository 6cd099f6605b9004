import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const STARTED = `echo '{"type":"thread.started","thread_id":"t"}'; echo '{"type":"turn.started"}'`;

/** The failure of a run whose codex is this script. */
async function failureOf(script: string) {
  bench.write(
    'bin/codex',
    `#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.171.0 && exit\ncat >/dev/null\n${script}\n`,
    0o755,
  );
  const { stdout } = await bench.run(['run', 's.json', 'hi', '--envelope', '--quiet']);
  return JSON.parse(stdout) as { kind: string; message: string; error?: { native: unknown } };
}

describe('the message of a failed process', () => {
  it.each([
    [
      'a wrapper',
      'echo "npm notice new version" >&2; exit 1',
      'codex exited with code 1. What codex wrote is in',
    ],
    [
      'a command',
      `${STARTED}; echo "Error: tool" >&2; echo "Traceback (most recent call last):" >&2; exit 101`,
      'codex exited with code 101: Error: tool.',
    ],
    [
      'a command alone',
      `${STARTED}; echo "sh: 1: foo: not found" >&2; exit 101`,
      'codex exited with code 101. What codex wrote is in detail.stderr.',
    ],
    [
      'a warning after the error',
      'echo "Error: no such model" >&2; echo "2026-12-01T00:00:00Z  WARN x: later" >&2; exit 1',
      'codex exited with code 1: Error: no such model.',
    ],
    [
      'colors',
      `printf '\\033[31mERROR\\033[0m \\033[1mno\\033[0m such model\\007\\n' >&2; exit 1`,
      'codex exited with code 1: ERROR no such model\ufffd.',
    ],
    [
      'a panic',
      `printf "\\nthread 'main' (7) panicked at a/b.rs:1:2:\\nno room left\\nnote: run with RUST_BACKTRACE=1\\n" >&2; exit 101`,
      'codex exited with code 101: no room left.',
    ],
  ])('quotes only the line of codex that says why: %s', async (_, script, message) => {
    const failure = await failureOf(script);
    expect(failure.kind).toBe('process_failed');
    expect(failure.message).toContain(message);
  });
});

it('the message of a failed turn is one line without escapes; its error stays as codex gave it', async () => {
  const text = '\\u001b[31mno\\u001b[0m such\\u0007 \\u202emodel\\nat all';
  const failure = await failureOf(
    `${STARTED}; cat <<'END'\n{"type":"turn.failed","error":{"message":"${text}"}}\nEND\nexit 1`,
  );
  expect(failure.message).toMatch(/^The turn failed: no such\ufffd \ufffdmodel at all\. /);
  expect(failure.error?.native).toEqual({ message: '\u001b[31mno\u001b[0m such\u0007 \u202emodel\nat all' });
});

it('an app server that does not start is explained by the line of codex, without escapes', async () => {
  const failing = (line: string) =>
    `#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.171.0 && exit\nprintf '${line}' >&2\necho "npm notice new version" >&2\nexit 1\n`;
  const message = async (line: string) => {
    bench.write('bin/codex', failing(line), 0o755);
    const args = ['run', 's.json', 'hi', '--envelope', '--quiet', '--transport', 'app-server'];
    return (JSON.parse((await bench.run(args)).stdout) as { message: string }).message;
  };
  expect(await message('\\033[31mError:\\033[0m no room left\\n')).toBe(
    'codex cannot be started: its app server exited with status 1 before it answered (Error: no room left).',
  );
  expect(await message('nothing to see\\n')).toBe(
    'codex cannot be started: its app server exited with status 1 before it answered.',
  );
});
