import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { createWhole } from '../../platform/files/create-whole.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { removeOrphansOf } from '../../platform/files/temporary-file.js';
import { directoryPrefix, isDead, type Owner, ownerOf } from '../../platform/process/owner-tag.js';
import { JournalError } from './journal-error.js';

/** The lock of a journal. Only the batch that holds it may write. */
export interface JournalLock {
  release(): void;
}

/** How often the holder updates the lock, for machines that cannot see its process. */
const BEAT_MS = 10_000;
/** A holder on another machine or in another container is dead after this time without an update. */
const DEAD_AFTER_MS = 60_000;
/** How long an incomplete lock is read again: it is being written, or its writer has died. */
const TORN_AFTER_MS = 500;
const LOOK_AGAIN_MS = 25;
/** The content of a lock: a host, and a process in the form of the names of temporary folders. */
const OWNER = /^\S* codex-structured-\d+\.\d+-\d+-\w+\n$/;
/** The beginning of such a content, or what a file system leaves of it after a power failure. */
const TORN_OWNER = /^(?:\0*|\S{0,255}(?: [\w.-]{0,100})?)$/;

/** The content of something that is not a regular file. */
const NOT_A_LOCK = '\n';

/**
 * Acquires the lock of a journal: a file beside it, `JOURNAL.lock`, that names its owner. The lock of a dead owner is
 * taken over. The lock is also released when the process exits, unless it is killed.
 *
 * @throws {JournalError} if another batch has it
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

/** Whether a file name is the lock of this journal, or a claim on its lock. */
export function isLockOf(journal: string, candidate: string): boolean {
  const lock = `${journal}.lock`;
  return candidate.startsWith(lock) && /^(?:\.[0-9a-f]{16})*$/.test(candidate.slice(lock.length));
}

/** @throws {JournalError} if a batch is writing this journal */
export function assertNotLocked(path: string, name: string): void {
  const file = `${path}.lock`;
  const owner = ownerOnceWritten(file);
  // A file that is not a lock does not lock the journal.
  if (owner === null || !OWNER.test(owner)) return;
  if (!isDeadOwner(owner, file)) throw lockedError(name, owner);
}

function holdLock(file: string, content: string): JournalLock {
  const beat = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      // Somebody removed the lock, so the batch continues without it.
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
 * Of all processes that find the lock of a dead owner, only the one with the claim on that owner may replace the lock,
 * and only while the lock is still that of the dead owner: a claim that comes too late finds another owner, and is
 * given up. A claim is a lock too, so the claim of a dead process is taken over in the same way.
 *
 * @returns the content of the living owner's lock; null if the lock was acquired
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

/** Reads an incomplete lock again for a moment, since its owner may be writing it. */
function ownerOnceWritten(file: string): string | null {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const owner = readOwner(file);
    if (owner === null || !TORN_OWNER.test(owner) || waited >= TORN_AFTER_MS) return owner;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
}

/** Returns null if there is no such file. */
function readOwner(file: string): string | null {
  try {
    // A dangling link counts as a file; reading a FIFO would not return.
    if (!lstatSync(file).isFile()) return NOT_A_LOCK;
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the host, then the process in the form of the names of temporary folders. */
function ownerName(): string {
  return `${hostname()} ${ownTag()}`;
}

function ownTag(): string {
  return `${directoryPrefix()}-${process.pid}-lock`;
}

/** Returns the owner's process; null if it is on another machine or in another container. */
function processOf(content: string): Owner | null {
  const [host, tag = ''] = content.trim().split(' ');
  const owner = ownerOf(tag);
  return host === hostname() && owner?.namespace === ownerOf(ownTag())?.namespace ? owner : null;
}

/** A stopped process does not update its lock, but is not dead. So if the process can be seen, that decides. */
function isDeadOwner(content: string, file: string): boolean {
  // A living owner writes a complete lock.
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
