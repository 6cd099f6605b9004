import { closeSync, fsyncSync, ftruncateSync, futimesSync, utimesSync, writeSync } from 'node:fs';
import { parseNoting } from '../../json/read-exactly.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { isSystemError } from '../../platform/files/system-error.js';
import { removeOrphansOf } from '../../platform/files/temporary-file.js';
import { plural } from '../../text/plural.js';
import type { BatchResult, ResultKey } from '../batch-result.js';
import { JournalError, JournalWriteError } from './journal-error.js';
import {
  type EntryOrder,
  fingerprint,
  type IndexEntry,
  type JournalIndex,
  type StoredEntry,
} from './journal-index.js';
import { type JournalLock, lockJournal } from './journal-lock.js';
import {
  cannotBeReplaced,
  type JournalOptions,
  type OpenedJournal,
  openFile,
  openJournal,
} from './open-journal.js';
import { type DoneKind, type Kinds, mayReplaceOldResults, type ResultStatus } from './resume-policy.js';
import { readWhole, rewriteJournal, withInputHash } from './rewrite-journal.js';
import type { StagedJournal } from './staged-journal.js';

export type { JournalMode } from './open-journal.js';

/**
 * The results of a batch, one per line, appended when tasks finish. They survive the death of the process at any time
 * (but not a power failure, since the file is synced only at the end).
 *
 * The last line of a task counts; the others are removed when the journal is closed or opened again.
 *
 * With `overwrite`, the old journal stays until there is a final result to replace it.
 */
export class Journal {
  readonly #path: string;
  readonly #name: string;
  readonly #lock: JournalLock;
  readonly #rows: JournalIndex;
  readonly #kinds: Kinds;
  #file: number;
  #size: number;
  #superseded: number;
  /** Tasks that an earlier run could not read, and that have no other result yet. */
  readonly #unread: Set<string>;
  /** The number of results that were not written, since an earlier value of the task stays. */
  #keptOut = 0;
  #staging: StagedJournal | null;
  /** Why the file cannot be replaced, if that was reported; else null. */
  readonly #fixed: string | null;
  /** Its modification time while results are missing, if the batch has files as inputs. */
  readonly #incompleteTime: Date | null;
  /** What had to be repaired when the journal was opened, in one sentence; null if nothing. */
  readonly notice: string | null;

  private constructor(path: string, options: JournalOptions, lock: JournalLock, opened: OpenedJournal) {
    this.#path = path;
    this.#name = options.name;
    this.#incompleteTime = options.incompleteTime ?? null;
    this.#lock = lock;
    this.#rows = opened.rows;
    this.#kinds = opened.kinds;
    this.#file = opened.file;
    this.#size = opened.size;
    this.#superseded = opened.superseded;
    this.#unread = opened.unread;
    this.#staging = opened.staging;
    this.#fixed = opened.fixed;
    this.notice = opened.notice;
    if (opened.staging === null) setModified(this.#file, this.#incompleteTime);
  }

  /**
   * Opens a journal, or creates it so that only its owner can read it (0600).
   *
   * @param path - absolute; a symbolic link is refused
   * @throws {JournalError} if another batch writes it, or what is in it is in the way
   */
  static async open(path: string, options: JournalOptions): Promise<Journal> {
    const lock = lockJournal(path, options.name);
    try {
      removeOrphansOf(path);
      return new Journal(path, options, lock, await openJournal(path, options));
    } catch (error) {
      lock.release();
      if (!isSystemError(error)) throw error;
      throw new JournalError(`${options.name} cannot be used: ${fileProblem(error)}.`);
    }
  }

  /** The number of tasks that have a result. */
  get results(): number {
    return this.#rows.size;
  }

  /** Whether the file still has the results of an earlier batch, since no result has replaced them. */
  get keepsOldResults(): boolean {
    return this.#staging !== null;
  }

  /**
   * Returns how this task finally ended earlier, with the same input; false if it has to run.
   *
   * @param formerHashes - hashes that earlier versions gave to the same input
   */
  isDone({ id, index, inputHash }: ResultKey, formerHashes: readonly string[] = []): DoneKind | false {
    const row = this.#rows.get(id);
    if (row === null) return false;
    // The current input decides about indexes.
    this.#rows.setPosition(id, index);
    if (row.inputFingerprint === fingerprint(inputHash)) return this.#kinds.finalKind(row.status);
    if (!formerHashes.some((former) => row.inputFingerprint === fingerprint(former))) return false;
    this.#renew(id, { ...row, index }, inputHash);
    return this.#kinds.finalKind(row.status);
  }

  /** Returns the earlier result of a task, with this index if one is given. */
  earlier({ id, index }: Pick<ResultKey, 'id'> & { readonly index?: number }): BatchResult | null {
    const row = this.#rows.get(id);
    if (row === null) return null;
    const line = readWhole(this.#file, row.offset, row.length).toString('utf8');
    const result = parseNoting(line) as unknown as BatchResult;
    return index === undefined ? result : { ...result, index };
  }

  /**
   * Writes a result. If the task has a value for an earlier input and codex has not worked on this one, nothing is
   * written: a typo in the input or a missing codex must not destroy a value that was paid for.
   *
   * @param line - its JSON, on one line
   * @throws {JournalWriteError} if it cannot be written; nothing of it is left in the journal then
   */
  append(result: ResultKey & ResultStatus, line: string): void {
    const { id, index, inputHash } = result;
    const before = this.#rows.get(id);
    if (before !== null && this.#kinds.isOk(before.status) && !mayReplaceOldResults(result)) {
      this.#keptOut += 1;
      return;
    }
    try {
      this.#write(id, Buffer.from(`${line}\n`), {
        index,
        inputFingerprint: fingerprint(inputHash),
        status: this.#kinds.note(result),
      });
      if (this.#staging !== null && mayReplaceOldResults(result)) this.#commit(this.#staging);
    } catch (error) {
      throw new JournalWriteError((error as Error).message, { cause: error });
    }
  }

  /**
   * Closes the journal: removes superseded lines, updates the indexes, and syncs the file to the disk.
   *
   * @param sorted - the lines are put in the order of the input
   * @param wasInputRead - the whole input was seen: a result of no task of it comes after all others
   * @param isComplete - no task is without a value: the file is as new as this batch
   * @returns what was left undone and does no harm, in one sentence
   * @throws {JournalWriteError} if that cannot be done; the journal is as good as before then
   */
  close({ sorted, wasInputRead = false, isComplete = false }: ClosingOptions): string | null {
    try {
      if (this.#staging !== null) {
        this.#staging.abandon();
        return null;
      }
      fsyncSync(this.#file);
      this.#dropUnread(wasInputRead);
      const order = sorted ? (wasInputRead ? 'input' : 'index') : 'offset';
      const isUntidy = this.#superseded > 0 || this.#rows.hasMoved();
      const notice = joined(sorted || isUntidy ? this.#tidy(order) : null, keptOut(this.#keptOut));
      setModified(this.#path, isComplete ? new Date() : this.#incompleteTime);
      return notice;
    } catch (error) {
      throw new JournalWriteError((error as Error).message, { cause: error });
    } finally {
      closeSync(this.#file);
      this.#lock.release();
    }
  }

  #tidy(order: EntryOrder): string | null {
    try {
      rewriteJournal(this.#path, this.#file, this.#rows, order);
      return null;
    } catch (error) {
      // Only the requested order is missing; the results are complete.
      if (order !== 'offset' && (isFull(error) || !this.#rows.isSorted(order))) throw error;
      const isUntidy = this.#superseded > 0 || this.#rows.hasMoved();
      return isUntidy && this.#fixed === null ? cannotBeReplaced(fileProblem(error)) : null;
    }
  }

  /**
   * Removes results of input that could not be read as a task earlier and has no new result: all of them if the whole
   * input was read, else those at whose index another task stands, since its id may have been corrected too.
   */
  #dropUnread(wasInputRead: boolean): void {
    if (this.#unread.size === 0) return;
    const places = new Map([...this.#unread].map((id) => [id, this.#rows.get(id)?.index]));
    const taken = wasInputRead ? null : this.#rows.positionsOfOthers(places);
    for (const [id, place] of places) {
      if (taken !== null && !(place !== undefined && taken.has(place))) continue;
      this.#rows.exclude(id);
      this.#superseded += 1;
    }
  }

  #write(id: string, bytes: Buffer, entry: Pick<IndexEntry, 'index' | 'inputFingerprint' | 'status'>): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
      // After each write, since the batch may be killed at any time.
      setModified(this.#file, this.#incompleteTime);
    } catch (error) {
      // Half a line would make the next line unreadable.
      ftruncateSync(this.#file, this.#size);
      throw error;
    }
    this.#unread.delete(id);
    const { index, inputFingerprint, status } = entry;
    const row = { offset: this.#size, length: bytes.length, index, inputFingerprint, status, file: 0 };
    if (this.#rows.set(id, row) !== null) this.#superseded += 1;
    this.#size += bytes.length;
  }

  /** Writes a result of an earlier version again, with the input hash of this version. */
  #renew(id: string, row: StoredEntry, inputHash: string): void {
    const line = withInputHash(readWhole(this.#file, row.offset, row.length), inputHash);
    if (line === null) return;
    try {
      this.#write(id, line, { ...row, index: row.writtenIndex, inputFingerprint: fingerprint(inputHash) });
      this.#rows.setPosition(id, row.index);
    } catch {
      // The old line counts as long as its former hash can be computed.
    }
  }

  #commit(staging: StagedJournal): void {
    this.#staging = null;
    this.#file = staging.commit(() => openFile(this.#path, this.#name));
  }
}

function keptOut(count: number): string | null {
  if (count === 0) return null;
  return `It keeps the earlier values of ${plural(count, 'task')} that did not come to a result this time.`;
}

function joined(...sentences: readonly (string | null)[]): string | null {
  return sentences.filter((sentence) => sentence !== null).join(' ') || null;
}

interface ClosingOptions {
  readonly sorted: boolean;
  readonly wasInputRead?: boolean;
  readonly isComplete?: boolean;
}

/** Sets the modification time of a path or a descriptor. */
function setModified(file: string | number, time: Date | null): void {
  if (time === null) return;
  try {
    if (typeof file === 'string') utimesSync(file, time, time);
    else futimesSync(file, time, time);
  } catch (error) {
    // Only the owner of a file may set its time, and that is no reason to fail.
    if (!isSystemError(error)) throw error;
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
}
