import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessEntry, runningProcesses } from './process-table.js';

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

/** Signals those of these processes that are still running. */
export function signalProcesses(processes: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const { pid } of stillRunning(processes)) signalQuietly(pid, signal);
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
 * outside of it. SIGTERM, at most `graceMs`, SIGKILL.
 */
export async function endLeftovers(
  leader: number,
  descendants: readonly ProcessEntry[],
  graceMs: number,
): Promise<void> {
  for (const [signal, ms] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', KILLED_WITHIN_MS],
  ] as const) {
    if (isAllGone(leader, descendants)) return;
    signalGroup(leader, signal);
    signalProcesses(descendants, signal);
    await goneWithin(leader, descendants, ms);
  }
}

/** Nobody tells of the end of processes that are not our children: it has to be asked for. */
async function goneWithin(leader: number, descendants: readonly ProcessEntry[], ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  for (let pause = 2; !isAllGone(leader, descendants); pause = Math.min(pause * 2, 50)) {
    const left = deadline - performance.now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
  }
}

function isAllGone(leader: number, descendants: readonly ProcessEntry[]): boolean {
  return !isGroupAlive(leader) && stillRunning(descendants).length === 0;
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

function stillRunning(processes: readonly ProcessEntry[]): readonly ProcessEntry[] {
  if (processes.length === 0) return [];
  const running = new Set(runningProcesses().map(identityOf));
  return processes.filter((entry) => running.has(identityOf(entry)));
}

function identityOf({ pid, started }: ProcessEntry): string {
  return `${pid} ${started}`;
}
