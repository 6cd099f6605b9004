import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

/** Signals a whole pipeline, as Ctrl-C does, once its first program runs. @returns the status of the command line */
async function signaled(args: string, signal: NodeJS.Signals): Promise<number> {
  // The shell stays to tell the status; the two programs take the signal as the system does.
  const producer = `(trap - INT TERM HUP; echo ready >&2; exec sleep 600)`;
  const command = `(trap - INT TERM HUP; exec "$NODE" "$CLI" ${args} >/dev/null)`;
  const script = `trap : INT TERM HUP; ${producer} | ${command}; echo "\${PIPESTATUS[1]}"`;
  const shell = spawn('bash', ['-c', script], {
    cwd: bench.folder,
    env: bench.environment({ NODE: process.execPath, CLI }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  const closed = new Promise((resolve) => shell.on('close', resolve));
  await new Promise<void>((resolve) => {
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    shell.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (stderr.includes('ready') && stderr.includes('waiting for')) resolve();
    });
  });
  process.kill(-(shell.pid ?? 0), signal);
  await closed;
  return Number(stdout);
}

const NUMBERS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

describe('a signal to a whole pipeline', () => {
  const commands = [
    'run s.json -',
    'run s.json Look',
    'resume s.json --last -',
    'batch s.json -',
    'decode -',
    'schema check -',
  ];
  it.each(
    commands.flatMap((args) =>
      (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => [signal, args] as const),
    ),
  )('%s ends `%s` with the status of the signal, though stdin ends first', async (signal, args) => {
    expect(await signaled(args, signal)).toBe(NUMBERS[signal]);
    expect(bench.codexRan()).toBe(false);
  });
});
