import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { BatchResult, ResultKey } from '../result.js';
import { removeOrphansOf } from '../temporary-file.js';
import { type Ending, isFinal } from './final.js';
import { JournalError, JournalWriteError } from './journal-error.js';
import { type JournalLock, lockJournal } from './lock.js';
import { readJournal } from './read-journal.js';
import { readWhole, rewrite } from './rewrite.js';
import { fingerprint, Rows } from './rows.js';

/** What to do where there are results in the journal already. */
export type JournalMode =
  /** There must be none. */
  | 'new'
  /** Go on from them. */
  | 'resume'
  /** They go. */
  | 'overwrite';

export interface JournalOptions {
  readonly mode: JournalMode;
  /** What messages call it. */
  readonly name: string;
  /** With `resume`: also the tasks whose failures are final run again. */
  readonly rerunFailed?: boolean;
}

type DoneKind = BatchResult['kind'];

/**
 * The results of a batch, one a line, appended as tasks finish: what is in it survives the death of the process
 * at any moment. (Not that of the machine: lines reach the disk for certain only at the end.)
 *
 * Of several lines of one task the last one counts; the others go when the journal is closed or opened again.
 */
export class Journal {
  readonly #path: string;
  readonly #lock: JournalLock;
  readonly #rows: Rows;
  readonly #kinds: Kinds;
  #file: number;
  #size: number;
  #superseded: number;
  /** What was in the way of being used as it is, in one sentence. */
  readonly notice: string | null;

  private constructor(path: string, lock: JournalLock, opened: Opened) {
    this.#path = path;
    this.#lock = lock;
    this.#rows = opened.rows;
    this.#kinds = opened.kinds;
    this.#file = opened.file;
    this.#size = opened.size;
    this.#superseded = opened.superseded;
    this.notice = opened.notice;
  }

  /**
   * Opens a journal, and makes it where there is none: for its owner alone (0600).
   *
   * @param path - absolute; a symbolic link is refused
   * @throws {JournalError} where another batch writes it, or what is in it is in the way
   */
  static async open(path: string, options: JournalOptions): Promise<Journal> {
    const lock = lockJournal(path, options.name);
    try {
      removeOrphansOf(path);
      return new Journal(path, lock, await openLocked(path, options));
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Results that it has, of all tasks. */
  get results(): number {
    return this.#rows.size;
  }

  /** How this task ended for good earlier, with the same input; false where it is to be run. */
  isDone({ id, inputHash }: ResultKey): DoneKind | false {
    const row = this.#rows.get(id);
    if (row === null || row.input !== fingerprint(inputHash)) return false;
    return this.#kinds.finalKind(row.note);
  }

  /** The earlier result of a task that is done. */
  earlier({ id }: Pick<ResultKey, 'id'>): BatchResult | null {
    const row = this.#rows.get(id);
    if (row === null) return null;
    return JSON.parse(readWhole(this.#file, row.offset, row.length).toString('utf8')) as BatchResult;
  }

  /**
   * Writes one result.
   *
   * @param line - its JSON, on one line
   * @throws {JournalWriteError} where it cannot be written; nothing of it is left in the journal then
   */
  append(result: ResultKey & Ending, line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      // Half a line would be in the way of all that comes after it.
      ftruncateSync(this.#file, this.#size);
      throw new JournalWriteError((error as Error).message, { cause: error });
    }
    const { id, index, inputHash } = result;
    const before = this.#rows.set(id, {
      offset: this.#size,
      length: bytes.length,
      index,
      input: fingerprint(inputHash),
      note: this.#kinds.note(result),
      file: 0,
    });
    if (before !== null) this.#superseded += 1;
    this.#size += bytes.length;
  }

  /**
   * The end: superseded lines go, and all reaches the disk.
   *
   * @param sorted - the lines are put in the order of the input
   * @throws {JournalWriteError} where that cannot be done; the journal is as good as before then
   */
  close({ sorted }: { readonly sorted: boolean }): void {
    try {
      fsyncSync(this.#file);
      if (sorted || this.#superseded > 0)
        rewrite(this.#path, this.#file, this.#rows, sorted ? 'index' : 'offset');
    } catch (error) {
      throw new JournalWriteError((error as Error).message, { cause: error });
    } finally {
      closeSync(this.#file);
      this.#lock.release();
    }
  }
}

interface Opened {
  readonly rows: Rows;
  readonly kinds: Kinds;
  readonly file: number;
  readonly size: number;
  readonly superseded: number;
  readonly notice: string | null;
}

async function openLocked(path: string, options: JournalOptions): Promise<Opened> {
  const file = openFile(path, options.name);
  try {
    const { size } = fstatSync(file);
    const kinds = new Kinds(options.rerunFailed ?? false);
    const empty = { rows: new Rows(), kinds, file, size: 0, superseded: 0, notice: null };
    if (size === 0) return empty;
    if (options.mode === 'new') {
      throw new JournalError(
        `There are results in ${options.name} already: go on from them with --resume, or replace them with --overwrite.`,
      );
    }
    if (options.mode === 'overwrite') {
      ftruncateSync(file, 0);
      return empty;
    }
    return await resume(path, file, kinds, options);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

async function resume(path: string, file: number, kinds: Kinds, options: JournalOptions): Promise<Opened> {
  const rows = new Rows();
  let superseded = 0;
  const { wholeBytes, tornBytes, lacksLineFeed } = await readJournal(path, options.name, (line) => {
    const { id, index, inputHash, offset, length, ending } = line;
    // Free to be made again, if the input still has it; who has mended it may have given it another id.
    if (ending.kind === 'invalid_task') {
      superseded += 1;
      return;
    }
    const row = { offset, length, index, input: fingerprint(inputHash), note: kinds.note(ending), file: 0 };
    if (rows.set(id, row) !== null) superseded += 1;
  });
  // Only now: what is no journal is left as it is.
  if (tornBytes > 0) ftruncateSync(file, wholeBytes);
  if (lacksLineFeed) writeSync(file, '\n');
  const notice = tornBytes > 0 ? 'Its last line was torn: that task runs again.' : null;
  if (superseded === 0) {
    return { rows, kinds, file, size: lacksLineFeed ? wholeBytes + 1 : wholeBytes, superseded, notice };
  }
  rewrite(path, file, rows, 'offset');
  const compacted = openFile(path, options.name);
  closeSync(file);
  return { ...(await resume(path, compacted, kinds, options)), notice };
}

/** Read and written through one descriptor, always at the end of the file. */
function openFile(path: string, name: string): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  try {
    return openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ELOOP' ? 'it is a symbolic link, which is never followed' : String(code);
    throw new JournalError(`${name} cannot be written: ${why}.`);
  }
}

/** Kinds as the numbers that rows keep; negative where the task is to run again. */
class Kinds {
  readonly #names: string[] = [];
  readonly #rerunFailed: boolean;

  constructor(rerunFailed: boolean) {
    this.#rerunFailed = rerunFailed;
  }

  note(ending: Ending): number {
    const { kind } = ending;
    if (!this.#names.includes(kind)) this.#names.push(kind);
    const number = this.#names.indexOf(kind) + 1;
    const isDone = isFinal(ending) && (kind === 'ok' || !this.#rerunFailed);
    return isDone ? number : -number;
  }

  finalKind(note: number): DoneKind | false {
    return note > 0 ? (this.#names[note - 1] as DoneKind) : false;
  }
}
