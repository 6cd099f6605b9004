import { readlinkSync } from 'node:fs';
import { readProcStat } from './proc-file.js';
import { isProcOfOurNamespace } from './process-table.js';

/**
 * The owner of a temporary folder. It is part of the folder's name, so that a later run can tell whether the owner is
 * dead. The pid alone is not enough: pids are reused, and containers that share a folder have their own pids.
 */
export interface Owner {
  readonly pid: number;
  /** The start time of that process in the kernel's clock ticks; 0 if unknown (not Linux). */
  readonly started: number;
  /** The pid namespace of the pid; 0 if the system has none. */
  readonly namespace: number;
}

const NAME = /^codex-structured-(\d+)\.(\d+)-(\d+)-\w+$/;

let ownPrefix: string | null = null;

/** Returns the prefix of names with this process as their owner; `-<pid>-<random>` must follow. */
export function directoryPrefix(): string {
  ownPrefix ??= `codex-structured-${startOf(process.pid) ?? 0}.${ownNamespace()}`;
  return ownPrefix;
}

/** Returns the owner in a name made from {@link directoryPrefix}; null for any other name. */
export function ownerOf(name: string): Owner | null {
  const [, started, namespace, pid] = NAME.exec(name) ?? [];
  if (started === undefined || namespace === undefined || pid === undefined) return null;
  return { pid: Number(pid), started: Number(started), namespace: Number(namespace) };
}

/** Whether the owner is in another pid namespace, such as another container, so that it cannot be checked from here. */
export function isElsewhere(owner: Owner): boolean {
  return owner.namespace !== ownNamespace();
}

/** Whether the owner is certainly dead; false also if that cannot be known from here. */
export function isDead(owner: Owner): boolean {
  if (isElsewhere(owner)) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const started = startOf(owner.pid);
  return owner.started !== 0 && started !== null && started !== owner.started;
}

function startOf(pid: number): number | null {
  try {
    if (!isProcOfOurNamespace()) return null;
    const started = Number(readProcStat(pid)?.[19]);
    return Number.isSafeInteger(started) ? started : null;
  } catch {
    return null;
  }
}

function ownNamespace(): number {
  try {
    return Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}
