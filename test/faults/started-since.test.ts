import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { signalProcesses } from '../../src/platform/process/group.js';
import { runningProcesses } from '../../src/platform/process/process-table.js';

/** A shell that ignores SIGTERM and starts a command once it is told to. */
const SCRIPT = 'trap "" TERM; echo ready; read go; sleep 600 & echo "$!"; wait';

test('what a process has started since it was looked at is signalled with it', async () => {
  const shell = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = shell.stdout.setEncoding('utf8');
  await once(lines, 'data');
  const known = runningProcesses().filter(({ pid }) => pid === shell.pid);
  expect(known).toHaveLength(1);
  shell.stdin.write('go\n');
  const [started] = await once(lines, 'data');
  const signalled = signalProcesses(known, 'SIGKILL').map(({ pid }) => pid);
  expect(signalled).toEqual([known[0]?.pid, Number(started)]);
  await once(shell, 'exit');
  // A killed process is gone when the kernel has come to it, and it is no child of ours to wait for.
  await expect.poll(() => runningProcesses().filter(({ pid }) => signalled.includes(pid))).toEqual([]);
});
