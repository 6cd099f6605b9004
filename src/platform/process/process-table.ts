import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { readProcStat } from './proc-file.js';

/** A running process. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The process that created its session; null if unknown. */
  readonly session: number | null;
  /** The start time, in the system's own format; distinguishes processes with the same pid. */
  readonly started: string;
}

/**
 * Lists all running processes, without zombies: in a container, zombies may stay forever. Empty on Windows, and if the
 * system cannot list them.
 */
export function runningProcesses(): readonly ProcessEntry[] {
  if (process.platform === 'win32') return [];
  try {
    return process.platform === 'linux' ? fromProc() : fromPs();
  } catch {
    // Without a list, only the process group can be stopped.
    return [];
  }
}

/** Lists the children of a process and their children, except those whose parent has exited. */
export function descendantsOf(pid: number): readonly ProcessEntry[] {
  return treeBelow([pid], runningProcesses());
}

/**
 * Lists the processes in the session that a process created, even after it has exited: while the session exists, the
 * kernel does not reuse its pid.
 */
export function sessionOf(leader: number, running: readonly ProcessEntry[]): readonly ProcessEntry[] {
  return running.filter(({ session }) => session === leader);
}

/** Returns whether one of these processes is still running. */
export function isAnyRunning(known: readonly ProcessEntry[]): boolean {
  if (known.length === 0) return false;
  if (process.platform !== 'linux') return withDescendants(known, runningProcesses()).length > 0;
  // Examining a few is much cheaper than listing all.
  return (
    isProcOfOurNamespace() &&
    known.some((entry) => entryOf(String(entry.pid)).some((now) => identityOf(now) === identityOf(entry)))
  );
}

/** Lists those of these processes that are in `running`, and their descendants. */
export function withDescendants(
  known: readonly ProcessEntry[],
  running: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const identities = new Set(running.map(identityOf));
  const left = known.filter((entry) => identities.has(identityOf(entry)));
  const ids = new Set(left.map(({ pid }) => pid));
  return [...left, ...treeBelow([...ids], running).filter(({ pid }) => !ids.has(pid))];
}

/** Distinguishes a process from a later one with the same pid. */
function identityOf({ pid, started }: ProcessEntry): string {
  return `${pid} ${started}`;
}

function treeBelow(roots: readonly number[], processes: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const found: ProcessEntry[] = [];
  for (let parents = new Set(roots); parents.size > 0; ) {
    const children = processes.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}

function fromProc(): readonly ProcessEntry[] {
  if (!isProcOfOurNamespace()) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(entryOf);
}

/**
 * Whether `/proc` shows our own pid namespace. In a sandbox or container with the `/proc` of its host, our pids are those
 * of other processes.
 */
export function isProcOfOurNamespace(): boolean {
  return readlinkSync('/proc/self') === String(process.pid);
}

function entryOf(pid: string): readonly ProcessEntry[] {
  const fields = readProcStat(pid);
  // It has ended in the meantime.
  if (fields === null) return [];
  const [state, parent, group, session] = fields;
  if (state === 'Z' || state === 'X') return [];
  return [
    {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      started: fields[19] ?? '',
    },
  ];
}

function fromPs(): readonly ProcessEntry[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) return [];
    const [parentId, groupId] = [Number(parent), Number(group)];
    return [
      { pid: Number(pid), parent: parentId, group: groupId, session: null, started: started.join(' ') },
    ];
  });
}
