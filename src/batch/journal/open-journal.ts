import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { fileProblem } from '../../platform/files/file-problem.js';
import { JournalError } from './journal-error.js';
import { fingerprint, JournalIndex, NOT_SEEN } from './journal-index.js';
import { readJournal } from './read-journal.js';
import { Kinds } from './resume-policy.js';
import { rewriteJournal } from './rewrite-journal.js';
import { StagedJournal } from './staged-journal.js';

/** What to do if the journal already has results. */
export type JournalMode =
  /** Reject it. */
  | 'new'
  /** Continue from them. */
  | 'resume'
  /** Replace them as soon as there is a final result. */
  | 'overwrite';

export interface JournalOptions {
  readonly mode: JournalMode;
  /** Its name in messages. */
  readonly name: string;
  /** With `resume`: run tasks with final failures again too. */
  readonly rerunFailed?: boolean;
  /** The modification time of the file while results are missing; null or absent: that of the last write. */
  readonly incompleteTime?: Date | null;
}

/** A journal that is open for writing. */
export interface OpenedJournal {
  readonly rows: JournalIndex;
  readonly kinds: Kinds;
  readonly file: number;
  readonly size: number;
  /** The number of superseded lines. */
  readonly superseded: number;
  /** Tasks that could not be read. They are read again, and their results stay until then. */
  readonly unread: Set<string>;
  /** Where results are written while the old ones stay; null if there are none. */
  readonly staging: StagedJournal | null;
  /** Why the file cannot be replaced; null if it can, as far as is known. */
  readonly fixed: string | null;
  /** What had to be repaired when the journal was opened, in one sentence; null if nothing. */
  readonly notice: string | null;
}

/**
 * Opens a journal whose lock is held.
 *
 * @throws {JournalError} if what is in it is in the way
 */
export async function openJournal(path: string, options: JournalOptions): Promise<OpenedJournal> {
  const file = openFile(path, options.name);
  try {
    const { size } = fstatSync(file);
    const kinds = new Kinds(options.rerunFailed ?? false);
    const unread = new Set<string>();
    const empty = {
      rows: new JournalIndex(),
      kinds,
      size: 0,
      superseded: 0,
      unread,
      fixed: null,
      notice: null,
    };
    if (size === 0) return { ...empty, file, staging: null };
    if (options.mode === 'new') {
      throw new JournalError(
        `There are results in ${options.name} already: go on from them with --resume, or replace them with --overwrite.`,
      );
    }
    if (options.mode === 'resume') return await resume(path, file, kinds, options);
    const staging = new StagedJournal(path);
    closeSync(file);
    return { ...empty, file: staging.file, staging };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

async function resume(
  path: string,
  file: number,
  kinds: Kinds,
  options: JournalOptions,
): Promise<OpenedJournal> {
  const rows = new JournalIndex();
  const unread = new Set<string>();
  let superseded = 0;
  const { wholeBytes, tornBytes, lacksLineFeed } = await readJournal(path, options.name, (line) => {
    const { id, index, inputHash, offset, length, status } = line;
    if (status.kind !== 'invalid_task') unread.delete(id);
    else if (rows.get(id) === null || unread.has(id)) unread.add(id);
    else {
      // It does not replace a result that codex worked on.
      superseded += 1;
      return;
    }
    const row = {
      offset,
      length,
      index,
      inputFingerprint: fingerprint(inputHash),
      status: kinds.note(status),
      file: 0,
    };
    if (rows.set(id, row, NOT_SEEN) !== null) superseded += 1;
  });
  // Only now, so that a file that is not a journal stays unchanged.
  if (tornBytes > 0) ftruncateSync(file, wholeBytes);
  if (lacksLineFeed) writeSync(file, '\n');
  const size = lacksLineFeed ? wholeBytes + 1 : wholeBytes;
  const torn = tornBytes > 0 ? 'Its last line was torn: that task runs again.' : null;
  const opened = { rows, kinds, file, size, superseded, unread, staging: null, fixed: null, notice: torn };
  if (superseded === 0) return opened;
  try {
    rewriteJournal(path, file, rows, 'offset');
  } catch (error) {
    // Without it, the newest line of each task still counts.
    const fixed = fileProblem(error);
    const notice = [torn, cannotBeReplaced(fixed)].filter((sentence) => sentence !== null).join(' ');
    return { ...opened, fixed, notice };
  }
  const compacted = openFile(path, options.name);
  try {
    const again = await resume(path, compacted, kinds, options);
    closeSync(file);
    return { ...again, notice: torn };
  } catch (error) {
    closeSync(compacted);
    throw error;
  }
}

/** Returns the notice about a journal whose outdated lines stay in it. */
export function cannotBeReplaced(why: string): string {
  return `Its outdated lines stay in it and do not count, since the file cannot be replaced (${why}).`;
}

/** One descriptor reads, and writes at the end of the file. */
export function openFile(path: string, name: string): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  try {
    return openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ELOOP' ? 'it is a symbolic link, which is never followed' : fileProblem(error);
    throw new JournalError(`${name} cannot be written: ${why}.`);
  }
}
