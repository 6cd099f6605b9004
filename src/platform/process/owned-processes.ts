import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { directoryPrefix, isDead, ownerOf } from './owner-tag.js';
import { readProcFile } from './proc-file.js';
import { type ProcessEntry, runningProcesses } from './process-table.js';

/**
 * The variable by which what codex starts is found again, also what has detached itself from it: a child inherits its
 * environment. It names the process that started codex, and this one codex.
 */
export const OWNER_VARIABLE = 'CODEX_STRUCTURED_OWNER';

/** codex puts it into the environment of each command of the model, but not of the shell that it takes a snapshot of. */
const THREAD_VARIABLE = 'CODEX_THREAD_ID';

/** What of a codex is to end with it, even if it ends well. */
export type EndsWithCodex =
  /** Everything: an app server that is closed, or whose host died, leaves nothing. */
  | 'all'
  /** All but the commands of the model and what they detached: `codex exec` leaves these to the user. */
  | 'not-commands'
  /** Nothing: this codex does not say which processes are commands. */
  | 'nothing';

/** So many processes are looked at before other work gets its turn. */
const ORPHANS_AT_ONCE = 32;
const EXEC_TRIES = 5;
const EXEC_PAUSE_MS = 2;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** The first letter of what is random in a mark. */
const KINDS: Readonly<Record<EndsWithCodex, string>> = { all: 'a', 'not-commands': 'c', nothing: 'n' };

/** The mark of one codex. */
export class OwnerMark {
  /** Of {@link OWNER_VARIABLE}. */
  readonly value: string;
  readonly #inheritedThread: string | null;

  /** @param env - what codex gets: what it inherits as a command of another codex says nothing of its own commands */
  constructor(
    private readonly ends: EndsWithCodex,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.#inheritedThread = env[THREAD_VARIABLE] ?? null;
    const random = randomBytes(6).toString('hex');
    this.value = `${directoryPrefix()}-${process.pid}-${KINDS[ends]}${random}`;
  }

  /**
   * The processes with this mark that are to end now.
   *
   * @param isStopped - codex was stopped, instead of ending by itself: then all of them are
   * @param running - every running process, if the caller has just asked for them
   */
  processes(isStopped: boolean, running = runningProcesses()): readonly ProcessEntry[] {
    const ends = isStopped ? 'all' : this.ends;
    if (ends === 'nothing') return [];
    return markedProcesses(
      this.value,
      running,
      ends === 'all' ? () => true : (thread) => thread === null || thread === this.#inheritedThread,
    );
  }

  /** The commands of one thread, and what they detached. */
  commandsOf(threadId: string): readonly ProcessEntry[] {
    return markedProcesses(this.value, runningProcesses(), (thread) => thread === threadId);
  }
}

/**
 * What the codex of a host that died has left; never what a codex that ended well was allowed to leave. Looks at every
 * process of this user, a few at a time, since nobody waits for it.
 */
export async function orphans(): Promise<readonly ProcessEntry[]> {
  if (process.platform !== 'linux') return [];
  const found: ProcessEntry[] = [];
  for (const [index, entry] of runningProcesses().entries()) {
    if (index % ORPHANS_AT_ONCE === 0) await nextTurn();
    if (entry.pid === process.pid || !isOfThisUser(entry.pid)) continue;
    if (isOrphan(readProcFile(environmentFile(entry.pid)) ?? '')) found.push(entry);
  }
  return found;
}

/** The administrator may look into, and end, the processes of everybody. */
function isOfThisUser(pid: number): boolean {
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false });
  return owner?.uid === process.geteuid?.();
}

function isOrphan(environment: string): boolean {
  const mark = valueIn(environment, OWNER_VARIABLE) ?? '';
  const kind = mark.charAt(mark.lastIndexOf('-') + 1);
  const isToEnd =
    kind === KINDS.all || (kind === KINDS['not-commands'] && valueIn(environment, THREAD_VARIABLE) === null);
  const owner = isToEnd ? ownerOf(mark) : null;
  return owner !== null && isDead(owner);
}

/** @param isMeant - gets the thread of a command of the model; null for what is no such command */
function markedProcesses(
  mark: string,
  running: readonly ProcessEntry[],
  isMeant: (threadId: string | null) => boolean,
): readonly ProcessEntry[] {
  // Other systems do not show the environment of a process, or only that of some.
  if (process.platform !== 'linux') return [];
  // Whatever was started before this process has no mark of it.
  const since = Number(running.find(({ pid }) => pid === process.pid)?.started ?? 0);
  return running.filter(({ pid, started }) => {
    if (pid === process.pid || Number(started) < since) return false;
    const environment = environmentOf(pid);
    return valueIn(environment, OWNER_VARIABLE) === mark && isMeant(valueIn(environment, THREAD_VARIABLE));
  });
}

function environmentFile(pid: number): string {
  return `/proc/${pid}/environ`;
}

function environmentOf(pid: number): string {
  let environment = readProcFile(environmentFile(pid));
  // In the middle of an exec a process has none: a moment later it has.
  for (let tries = 0; environment === '' && tries < EXEC_TRIES; tries += 1) {
    Atomics.wait(PAUSE, 0, 0, EXEC_PAUSE_MS);
    environment = readProcFile(environmentFile(pid));
  }
  return environment ?? '';
}

/** Null if there is no such variable. */
function valueIn(environment: string, name: string): string | null {
  const at = `\0${environment}`.indexOf(`\0${name}=`);
  if (at === -1) return null;
  const from = at + name.length + 1;
  const end = environment.indexOf('\0', from);
  return environment.slice(from, end === -1 ? undefined : end);
}
