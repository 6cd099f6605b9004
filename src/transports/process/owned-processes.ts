import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { directoryPrefix, isDead, ownerOf } from '../exec/owner-tag.js';
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

/** The first letter of what is random in a mark. */
const KINDS: Readonly<Record<EndsWithCodex, string>> = { all: 'a', 'not-commands': 'c', nothing: 'n' };

/** The mark of one codex. */
export class OwnerMark {
  /** Of {@link OWNER_VARIABLE}. */
  readonly value: string;

  constructor(private readonly ends: EndsWithCodex) {
    const random = randomBytes(6).toString('hex');
    this.value = `${directoryPrefix()}-${process.pid}-${KINDS[ends]}${random}`;
  }

  /**
   * The processes with this mark that are to end now.
   *
   * @param isStopped - codex was stopped, instead of ending by itself: then all of them are
   */
  processes(isStopped: boolean): readonly ProcessEntry[] {
    const ends = isStopped ? 'all' : this.ends;
    return ends === 'nothing' ? [] : markedProcesses(this.value, ends === 'all');
  }
}

/**
 * What the codex of a host that died has left; never what a codex that ended well was allowed to leave. Looks at every
 * process of this user, a few at a time, since nobody waits for it.
 */
export async function orphans(): Promise<readonly ProcessEntry[]> {
  if (process.platform !== 'linux') return [];
  const found: ProcessEntry[] = [];
  for (const entry of runningProcesses()) {
    if (
      entry.pid !== process.pid &&
      isOrphan(await readFile(environmentFile(entry.pid), 'latin1').catch(() => ''))
    ) {
      found.push(entry);
    }
  }
  return found;
}

function isOrphan(environment: string): boolean {
  const mark = valueIn(environment, OWNER_VARIABLE) ?? '';
  const kind = mark.charAt(mark.lastIndexOf('-') + 1);
  const isToEnd = kind === KINDS.all || (kind === KINDS['not-commands'] && !isCommand(environment));
  const owner = isToEnd ? ownerOf(mark) : null;
  return owner !== null && isDead(owner);
}

function markedProcesses(mark: string, withCommands: boolean): readonly ProcessEntry[] {
  // Other systems do not show the environment of a process, or only that of some.
  if (process.platform !== 'linux') return [];
  const running = runningProcesses();
  // Whatever was started before this process has no mark of it.
  const since = Number(running.find(({ pid }) => pid === process.pid)?.started ?? 0);
  return running.filter(({ pid, started }) => {
    if (pid === process.pid || Number(started) < since) return false;
    const environment = environmentOf(pid);
    return valueIn(environment, OWNER_VARIABLE) === mark && (withCommands || !isCommand(environment));
  });
}

function isCommand(environment: string): boolean {
  return valueIn(environment, THREAD_VARIABLE) !== null;
}

function environmentFile(pid: number): string {
  return `/proc/${pid}/environ`;
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(environmentFile(pid), 'latin1');
  } catch {
    // It ended while it was looked at, or belongs to somebody else.
    return '';
  }
}

/** Null if there is no such variable. */
function valueIn(environment: string, name: string): string | null {
  const at = `\0${environment}`.indexOf(`\0${name}=`);
  if (at === -1) return null;
  const from = at + name.length + 1;
  const end = environment.indexOf('\0', from);
  return environment.slice(from, end === -1 ? undefined : end);
}
