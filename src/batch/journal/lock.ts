import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { directoryPrefix, isDead, type Owner, ownerOf } from '../../transports/exec/owner-tag.js';
import { JournalError } from './journal-error.js';

/** Held by the only batch that may write a journal. */
export interface JournalLock {
  release(): void;
}

/** How often the holder says that it is alive, for machines that cannot look for its process. */
const BEAT_MS = 10_000;
/** So long without such a sign, and the holder of another machine or container is dead. */
const DEAD_AFTER_MS = 60_000;

/**
 * Takes the lock of a journal: a file beside it, `JOURNAL.lock`, that names its owner. One whose owner is dead is
 * taken over. Released too when the process exits, unless it is killed.
 *
 * @throws {JournalError} where another batch has it
 */
export function lockJournal(path: string, name: string): JournalLock {
  const file = `${path}.lock`;
  const content = `${ownerName()}\n`;
  try {
    const other = takeOrTellOwner(file, content);
    if (other !== null) throw held(name, other);
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(`The lock ${name}.lock cannot be made: ${(error as Error).message}.`);
  }
  return holding(file, content);
}

/** @throws {JournalError} where a batch is writing this journal */
export function refuseHeld(path: string, name: string): void {
  const file = `${path}.lock`;
  const owner = readOwner(file);
  if (owner !== null && !isDeadOwner(owner, file)) throw held(name, owner);
}

function holding(file: string, content: string): JournalLock {
  const beat = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      // Removed by hand: the batch goes on, as whoever did that wanted.
    }
  }, BEAT_MS);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    if (readOwner(file) === content) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return { release };
}

function created(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Of all that find the lock of one dead owner, only who has the claim on that very owner may put its own in the
 * place, and only while the dead owner's is there: a claim that comes too late finds another owner, and is given
 * up. A claim is a lock itself, so that of a claimant that has died is taken over in the same way.
 *
 * @returns the living owner; null where it is ours now
 */
function takeOrTellOwner(file: string, content: string): string | null {
  while (!created(file, content)) {
    const owner = readOwner(file);
    if (owner === null) continue;
    if (!isDeadOwner(owner, file)) return owner;
    const claim = `${file}.${createHash('sha256').update(owner).digest('hex').slice(0, 16)}`;
    const claimant = takeOrTellOwner(claim, content);
    if (claimant !== null) return claimant;
    if (readOwner(file) === owner) {
      renameSync(claim, file);
      return null;
    }
    rmSync(claim, { force: true });
  }
  return null;
}

function readOwner(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The host first, then the process, as temporary folders are named after their owners. */
function ownerName(): string {
  return `${hostname()} ${ownTag()}`;
}

function ownTag(): string {
  return `${directoryPrefix()}-${process.pid}-lock`;
}

/** The owner's process where it can be seen from here; null where it is another machine's or container's. */
function processOf(content: string): Owner | null {
  const [host, tag = ''] = content.trim().split(' ');
  const owner = ownerOf(tag);
  return host === hostname() && owner?.namespace === ownerOf(ownTag())?.namespace ? owner : null;
}

/** A process that is only stopped has no heartbeat, but is not dead: where it can be seen, that decides. */
function isDeadOwner(content: string, file: string): boolean {
  const owner = processOf(content);
  if (owner !== null) return isDead(owner);
  const lastBeat = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - lastBeat > DEAD_AFTER_MS;
}

function held(name: string, content: string): JournalError {
  const owner = processOf(content);
  const [who, until] =
    owner === null
      ? ['Another batch, of another machine or container,', ' (one that was killed counts for a minute)']
      : [`Another batch (process ${owner.pid})`, ''];
  return new JournalError(
    `${who} is writing ${name}; wait for its end${until}, or give this one a file of its own.`,
  );
}
