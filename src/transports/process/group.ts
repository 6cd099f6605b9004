import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

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
  try {
    process.kill(-leader, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EPERM: its members are no longer ours to signal (macOS also says so of zombies).
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Whether a process of the group is still running. */
export function isGroupAlive(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
  } catch {
    return false;
  }
  return !isKnownToBeZombies(leader);
}

/**
 * A zombie can be signalled until its parent has asked after it, and in a container nobody may ever do so:
 * Linux tells the dead from the living.
 */
function isKnownToBeZombies(leader: number): boolean {
  try {
    return !readdirSync('/proc').some((name) => isLivingMember(name, leader));
  } catch {
    // No /proc here: whoever can be signalled counts as alive.
    return false;
  }
}

function isLivingMember(pid: string, leader: number): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    // pid (name) state ppid pgrp …, where the name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(group) === leader && state !== 'Z' && state !== 'X';
  } catch {
    // It ended while it was looked at.
    return false;
  }
}

/** Ends what is left of a group whose leader has exited: SIGTERM, at most `graceMs`, SIGKILL. */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  if (!isGroupAlive(leader)) return;
  signalGroup(leader, 'SIGTERM');
  if (await isGoneWithin(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  await isGoneWithin(leader, KILLED_WITHIN_MS);
}

/** Nobody tells of the end of processes that are not our children: it has to be asked for. */
async function isGoneWithin(leader: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  for (let pause = 2; isGroupAlive(leader); pause = Math.min(pause * 2, 50)) {
    const left = deadline - performance.now();
    if (left <= 0) return false;
    await sleep(Math.min(pause, left));
  }
  return true;
}
