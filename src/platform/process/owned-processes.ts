import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { directoryPrefix, isDead, ownerOf } from './owner-tag.js';
import { readProcFile } from './proc-file.js';
import { type ProcessEntry, runningProcesses } from './process-table.js';

/**
 * The variable that marks the processes which codex starts, including detached ones, since children inherit it. It
 * contains our process and this one codex.
 */
export const OWNER_VARIABLE = 'CODEX_STRUCTURED_OWNER';

/** codex sets it for each command of the model, but not for the shell of which it takes a snapshot. */
const THREAD_VARIABLE = 'CODEX_THREAD_ID';

/** Which processes are stopped when their codex exits by itself. */
export type StopsWithCodex =
  /** For an app server, which must leave no process behind. */
  | 'all'
  /** For `codex exec`, which leaves the commands of the model, and their detached processes, to the user. */
  | 'not-commands'
  /** For a codex that does not mark the commands. */
  | 'none';

/** After this many processes, other work of this process gets its turn. */
const ORPHANS_AT_ONCE = 32;
const EXEC_TRIES = 5;
const EXEC_PAUSE_MS = 2;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** The letter before the random part of a mark. */
const KINDS: Readonly<Record<StopsWithCodex, string>> = { all: 'a', 'not-commands': 'c', none: 'n' };

/** The mark of one codex and of the processes that it starts. */
export class OwnerMark {
  /** The value of {@link OWNER_VARIABLE}. */
  readonly value: string;
  readonly #inheritedThread: string | null;

  /** @param env - codex's environment: a thread id in it is that of an outer codex, not of one of its own commands */
  constructor(
    private readonly stops: StopsWithCodex,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.#inheritedThread = env[THREAD_VARIABLE] ?? null;
    const random = randomBytes(6).toString('hex');
    this.value = `${directoryPrefix()}-${process.pid}-${KINDS[stops]}${random}`;
  }

  /**
   * Lists the processes with this mark that must be stopped when codex has exited.
   *
   * @param isStopped - codex did not exit by itself; then all of them must be stopped
   * @param running - every running process, if the caller has just listed them
   */
  processes(isStopped: boolean, running = runningProcesses()): readonly ProcessEntry[] {
    const stops = isStopped ? 'all' : this.stops;
    if (stops === 'none') return [];
    return markedProcesses(
      this.value,
      running,
      stops === 'all' ? () => true : (thread) => thread === null || thread === this.#inheritedThread,
    );
  }

  /** Lists the commands of one thread and their detached processes. */
  commandsOf(threadId: string): readonly ProcessEntry[] {
    return markedProcesses(this.value, runningProcesses(), (thread) => thread === threadId);
  }
}

/**
 * Lists the processes that a codex left behind because its host was killed, without those that it may leave behind.
 * Examines all processes of this user, a few at a time.
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

/** The administrator could otherwise stop the processes of other users. */
function isOfThisUser(pid: number): boolean {
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false });
  return owner?.uid === process.geteuid?.();
}

function isOrphan(environment: string): boolean {
  const mark = valueIn(environment, OWNER_VARIABLE) ?? '';
  const kind = mark.charAt(mark.lastIndexOf('-') + 1);
  const mustStop =
    kind === KINDS.all || (kind === KINDS['not-commands'] && valueIn(environment, THREAD_VARIABLE) === null);
  const owner = mustStop ? ownerOf(mark) : null;
  return owner !== null && isDead(owner);
}

/** @param matches - gets the thread id of a command of the model; null for other processes */
function markedProcesses(
  mark: string,
  running: readonly ProcessEntry[],
  matches: (threadId: string | null) => boolean,
): readonly ProcessEntry[] {
  // Other systems do not show the environment of every process.
  if (process.platform !== 'linux') return [];
  // Processes that started before this one cannot have the mark.
  const since = Number(running.find(({ pid }) => pid === process.pid)?.started ?? 0);
  return running.filter(({ pid, started }) => {
    if (pid === process.pid || Number(started) < since) return false;
    const environment = environmentOf(pid);
    return valueIn(environment, OWNER_VARIABLE) === mark && matches(valueIn(environment, THREAD_VARIABLE));
  });
}

function environmentFile(pid: number): string {
  return `/proc/${pid}/environ`;
}

function environmentOf(pid: number): string {
  let environment = readProcFile(environmentFile(pid));
  // During an exec, the environment of a process is empty for a moment.
  for (let tries = 0; environment === '' && tries < EXEC_TRIES; tries += 1) {
    Atomics.wait(PAUSE, 0, 0, EXEC_PAUSE_MS);
    environment = readProcFile(environmentFile(pid));
  }
  return environment ?? '';
}

function valueIn(environment: string, name: string): string | null {
  const at = `\0${environment}`.indexOf(`\0${name}=`);
  if (at === -1) return null;
  const from = at + name.length + 1;
  const end = environment.indexOf('\0', from);
  return environment.slice(from, end === -1 ? undefined : end);
}
