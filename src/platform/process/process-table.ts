import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { readProcStat } from './proc-file.js';

/** A process of this system that is still running. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The process that began its session; null if the system does not tell. */
  readonly session: number | null;
  /** When it started, in whatever the system counts: tells a reused pid from the process it had. */
  readonly started: string;
}

/**
 * Every running process; zombies are not running. (A zombie stays until its parent has asked after it, and
 * in a container nobody may ever do so.) Empty on Windows, and where the system does not tell.
 */
export function runningProcesses(): readonly ProcessEntry[] {
  if (process.platform === 'win32') return [];
  try {
    return process.platform === 'linux' ? fromProc() : fromPs();
  } catch {
    // Nothing can be told then: the process group is all there is to go by.
    return [];
  }
}

/** The processes that a process started, and those that they started, as far as they are still tied to it. */
export function descendantsOf(pid: number): readonly ProcessEntry[] {
  return treeBelow([pid], runningProcesses());
}

/**
 * The processes in the session that a process began. The kernel gives its pid to no other process while there are any,
 * so they are found also after it has exited.
 */
export function sessionOf(leader: number, running: readonly ProcessEntry[]): readonly ProcessEntry[] {
  return running.filter(({ session }) => session === leader);
}

/** Returns whether one of these processes is still running. */
export function isAnyRunning(known: readonly ProcessEntry[]): boolean {
  if (known.length === 0) return false;
  if (process.platform !== 'linux') return withDescendants(known, runningProcesses()).length > 0;
  // To ask about a few is much cheaper than to look at all.
  return (
    procCountsAsWeDo() &&
    known.some((entry) => entryOf(String(entry.pid)).some((now) => identityOf(now) === identityOf(entry)))
  );
}

/** Those of these processes that are in `running`, with what they have started since. */
export function withDescendants(
  known: readonly ProcessEntry[],
  running: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const identities = new Set(running.map(identityOf));
  const left = known.filter((entry) => identities.has(identityOf(entry)));
  const ids = new Set(left.map(({ pid }) => pid));
  return [...left, ...treeBelow([...ids], running).filter(({ pid }) => !ids.has(pid))];
}

/** Tells a process from a later one that got its pid. */
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
  if (!procCountsAsWeDo()) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(entryOf);
}

/**
 * Whether `/proc` shows our own pid namespace. A sandbox or container may have kept the `/proc` of its host: there our
 * pids are those of other processes.
 */
export function procCountsAsWeDo(): boolean {
  return readlinkSync('/proc/self') === String(process.pid);
}

function entryOf(pid: string): readonly ProcessEntry[] {
  const fields = readProcStat(pid);
  // It ended while it was looked at.
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
