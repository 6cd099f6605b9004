import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAnyRunning, type ProcessEntry, runningProcesses, withDescendants } from './process-table.js';

/** How long to wait for the end of processes after SIGKILL; the kernel needs much less. */
const KILLED_WITHIN_MS = 1_000;

/**
 * Signals every process of the group that `leader` leads (it was spawned `detached`). An empty group is not an error.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    // Windows has no groups and no signals, so the whole tree is killed.
    spawn('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  signalQuietly(-leader, signal);
}

/**
 * Signals those of these processes that are still running, and their new children. They are sent SIGSTOP first, so that
 * none, such as a shell, can start another process before the signal.
 *
 * @returns the signaled processes
 */
export function signalProcesses(
  processes: readonly ProcessEntry[],
  signal: NodeJS.Signals,
): readonly ProcessEntry[] {
  if (processes.length === 0) return [];
  let targets = withDescendants(processes, runningProcesses());
  for (let known = -1; known < targets.length; ) {
    known = targets.length;
    for (const { pid } of targets) signalQuietly(pid, 'SIGSTOP');
    if (known > 0) targets = withDescendants(targets, runningProcesses());
  }
  for (const { pid } of targets) signalQuietly(pid, signal);
  for (const { pid } of targets) signalQuietly(pid, 'SIGCONT');
  return targets;
}

function signalQuietly(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ESRCH: it has ended. EPERM: it has another user now (macOS also reports this for groups of zombies).
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * Stops the rest of the group of a leader that has exited, and its `descendants` in other groups: SIGTERM, then SIGKILL
 * after at most `graceMs`. Without a leader (null), stops only the descendants.
 */
export async function endLeftovers(
  leader: number | null,
  descendants: readonly ProcessEntry[],
  graceMs: number,
): Promise<void> {
  let left = descendants;
  for (const [signal, ms] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', KILLED_WITHIN_MS],
  ] as const) {
    if (isAllGone(leader, left)) return;
    left = signalProcesses(left, signal);
    if (leader !== null) signalGroup(leader, signal);
    await goneWithin(leader, left, ms);
  }
}

/** Polls, since Node reports only the end of child processes. */
async function goneWithin(
  leader: number | null,
  descendants: readonly ProcessEntry[],
  ms: number,
): Promise<void> {
  const deadline = performance.now() + ms;
  for (let pause = 2; !isAllGone(leader, descendants); pause = Math.min(pause * 2, 50)) {
    const left = deadline - performance.now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
  }
}

function isAllGone(leader: number | null, descendants: readonly ProcessEntry[]): boolean {
  return (leader === null || !isGroupAlive(leader)) && !isAnyRunning(descendants);
}

function isGroupAlive(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
  } catch {
    return false;
  }
  // Zombies can be signaled too, so the result of `kill` counts only if processes cannot be listed.
  const processes = runningProcesses();
  return processes.length === 0 || processes.some(({ group }) => group === leader);
}
