import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const INPUTS: readonly (readonly [what: string, args: readonly string[]])[] = [
  ['events', ['decode']],
  ['tasks', ['batch', 's.json']],
];

/** Runs the command line with a file as its stdin. */
async function withStdin(path: string, args: readonly string[]): Promise<{ code: unknown; stderr: string }> {
  const stdin = await open(path);
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: bench.folder,
    env: bench.environment({}),
    stdio: [stdin.fd, 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  await stdin.close();
  return { code, stderr };
}

describe.runIf(existsSync('/dev/zero'))('a device that never ends', () => {
  it.each(INPUTS)('is refused as %s', async (what, args) => {
    for (const device of ['/dev/zero', '/dev/urandom']) {
      const { code, stdout, stderr } = await bench.run([...args, device]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`The ${what} of ${device} cannot be read: it is a device, not a file.`);
    }
  });

  it.each(INPUTS)('is refused as %s on stdin', async (what, args) => {
    const { code, stderr } = await withStdin('/dev/zero', args);
    expect(code).toBe(2);
    expect(stderr).toContain(`The ${what} of stdin cannot be read: it is a device, not a file.`);
  });

  it('is not what /dev/null is: no tasks', async () => {
    for (const result of [
      await withStdin('/dev/null', ['batch', 's.json']),
      await bench.run(['batch', 's.json', '/dev/null']),
    ]) {
      expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('There were no tasks.') });
    }
  });
});
