import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { createWhole } from '../../platform/files/create-whole.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { removeOrphansOf } from '../../platform/files/temporary-file.js';
import { directoryPrefix, isDead, type Owner, ownerOf } from '../../platform/process/owner-tag.js';
import { JournalError } from './journal-error.js';

/** Held by the only batch that may write a journal. */
export interface JournalLock {
  release(): void;
}

/** How often the holder says that it is alive, for machines that cannot look for its process. */
const BEAT_MS = 10_000;
/** So long without such a sign, and the holder of another machine or container is dead. */
const DEAD_AFTER_MS = 60_000;
/** A lock whose owner is not all there is being written, or its writer has died: it is looked at this long. */
const TORN_AFTER_MS = 500;
const LOOK_AGAIN_MS = 25;
/** What a lock says: a host, and a process in the way of temporary folders. */
const OWNER = /^\S* codex-structured-\d+\.\d+-\d+-\w+\n$/;
/** The beginning of that, or what a file system leaves of it after a power failure. */
const TORN_OWNER = /^(?:\0*|\S{0,255}(?: [\w.-]{0,100})?)$/;

/** What stands for the content of something that is not even a file. */
const NOT_A_LOCK = '\n';

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
    const other = acquireOrOwner(file, content);
    if (other !== null) throw lockedError(name, other);
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(`The lock ${name}.lock cannot be made: ${fileProblem(error)}.`);
  }
  removeOrphansOf(file);
  return holdLock(file, content);
}

/** Whether a name is that of a lock of this journal, or of a claim on one. */
export function isLockOf(journal: string, candidate: string): boolean {
  const lock = `${journal}.lock`;
  return candidate.startsWith(lock) && /^(?:\.[0-9a-f]{16})*$/.test(candidate.slice(lock.length));
}

/** @throws {JournalError} where a batch is writing this journal */
export function assertNotLocked(path: string, name: string): void {
  const file = `${path}.lock`;
  const owner = ownerOnceWritten(file);
  // A file that is not a lock holds nothing.
  if (owner === null || !OWNER.test(owner)) return;
  if (!isDeadOwner(owner, file)) throw lockedError(name, owner);
}

function holdLock(file: string, content: string): JournalLock {
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

/**
 * Of all that find the lock of one dead owner, only who has the claim on that very owner may put its own in the
 * place, and only while the dead owner's is there: a claim that comes too late finds another owner, and is given
 * up. A claim is a lock itself, so that of a claimant that has died is taken over in the same way.
 *
 * @returns the living owner; null where it is ours now
 */
function acquireOrOwner(file: string, content: string): string | null {
  while (!createWhole(file, content)) {
    const owner = ownerOnceWritten(file);
    if (owner === null) continue;
    if (!OWNER.test(owner) && !TORN_OWNER.test(owner)) {
      throw new JournalError(
        `${file} is in the way: it is not a lock; move it, or name another output file.`,
      );
    }
    if (!isDeadOwner(owner, file)) return owner;
    const claim = `${file}.${createHash('sha256').update(owner).digest('hex').slice(0, 16)}`;
    const claimant = acquireOrOwner(claim, content);
    if (claimant !== null) return claimant;
    if (readOwner(file) === owner) {
      renameSync(claim, file);
      return null;
    }
    rmSync(claim, { force: true });
  }
  return null;
}

/** A lock that is not whole is looked at again for a moment: perhaps its owner is just writing it. */
function ownerOnceWritten(file: string): string | null {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const owner = readOwner(file);
    if (owner === null || !TORN_OWNER.test(owner) || waited >= TORN_AFTER_MS) return owner;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
}

/** Null if there is no such file. */
function readOwner(file: string): string | null {
  try {
    // A link to nothing is there as well; a FIFO would never be read.
    if (!lstatSync(file).isFile()) return NOT_A_LOCK;
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
  // Nobody who holds a lock leaves it like this.
  if (!OWNER.test(content)) return true;
  const owner = processOf(content);
  if (owner !== null) return isDead(owner);
  const lastBeat = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - lastBeat > DEAD_AFTER_MS;
}

function lockedError(name: string, content: string): JournalError {
  const owner = processOf(content);
  const [who, until] =
    owner === null
      ? ['Another batch, of another machine or container,', ' (one that was killed counts for a minute)']
      : [`Another batch (process ${owner.pid})`, ''];
  return new JournalError(
    `${who} is writing ${name}; wait for its end${until}, or give this one a file of its own.`,
  );
}
