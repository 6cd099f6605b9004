import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAnyRunning, type ProcessEntry, runningProcesses, withDescendants } from './process-table.js';

/** How long processes that were sent SIGKILL are waited for: the kernel needs no more than moments. */
const KILLED_WITHIN_MS = 1_000;

/**
 * Signals every process of the group that `leader` leads (it was spawned `detached`). A group without
 * members is nothing to complain about.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    // No groups and no signals there: the whole tree is ended.
    spawn('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  signalQuietly(-leader, signal);
}

/**
 * Signals those of these processes that are still running, and what they have started since: a shell may be
 * about to start its next command. They are stopped first, so that none can start another one between the
 * look and the signal. Gives what was signalled.
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
    // ESRCH: gone. EPERM: no longer ours to signal (macOS also says so of groups of zombies).
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * Ends what a leader that has exited left behind: the rest of its group, and the `descendants` that it had
 * outside of it. SIGTERM, at most `graceMs`, SIGKILL. Without a leader (null) only the latter.
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

/** Nobody tells of the end of processes that are not our children: it has to be asked for. */
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

/** Whether a process of the group is still running. */
function isGroupAlive(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
  } catch {
    return false;
  }
  // Zombies can be signalled, too: they count only where the living cannot be listed.
  const processes = runningProcesses();
  return processes.length === 0 || processes.some(({ group }) => group === leader);
}
