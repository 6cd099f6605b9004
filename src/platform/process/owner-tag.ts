import { readlinkSync } from 'node:fs';
import { readProcStat } from './proc-file.js';
import { procCountsAsWeDo } from './process-table.js';

/**
 * Who a temporary folder belongs to, written into its name so that a later run can tell whether its owner
 * is dead. The pid alone would not do: pids come round again, and containers that share a folder count
 * them each for itself.
 */
export interface Owner {
  readonly pid: number;
  /** When that process started, in the kernel's clock ticks; 0 where the system does not say (not Linux). */
  readonly started: number;
  /** The pid namespace that the pid counts in; 0 where there are none. */
  readonly namespace: number;
}

const NAME = /^codex-structured-(\d+)\.(\d+)-(\d+)-\w+$/;

let ownPrefix: string | null = null;

/** What tmp puts `-<pid>-<random>` after. */
export function directoryPrefix(): string {
  ownPrefix ??= `codex-structured-${startOf(process.pid) ?? 0}.${ownNamespace()}`;
  return ownPrefix;
}

/** The owner in a name made from {@link directoryPrefix}; null for any other name. */
export function ownerOf(name: string): Owner | null {
  const [, started, namespace, pid] = NAME.exec(name) ?? [];
  if (started === undefined || namespace === undefined || pid === undefined) return null;
  return { pid: Number(pid), started: Number(started), namespace: Number(namespace) };
}

/** Whether the owner counts its pids apart from us, as in another container: nobody here can tell how it is. */
export function isElsewhere(owner: Owner): boolean {
  return owner.namespace !== ownNamespace();
}

/** Whether the owner is certainly dead; false also where it cannot be known from here. */
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
    if (!procCountsAsWeDo()) return null;
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
