import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { parseNoting } from '../../json/read-exactly.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { clip } from '../../text/clip.js';
import { formatList } from '../../text/format-list.js';
import { plural } from '../../text/plural.js';
import type { BatchResult } from '../batch-result.js';
import { ShardCoverage } from '../input/shard.js';
import { JournalError } from './journal-error.js';
import { fingerprint, type IndexEntry, JournalIndex, LEFT_OUT } from './journal-index.js';
import { assertNotLocked } from './journal-lock.js';
import { type JournalLine, readJournal } from './read-journal.js';
import { isFinal } from './resume-policy.js';
import { copyLines, rewriteJournal } from './rewrite-journal.js';
import { utf8Copy } from './utf8-copy.js';

/**
 * The merged results of several journals: one result per task, in the order of the input. Without the input, results
 * are ordered by their index, then by the order of the files and of the lines in each.
 */
export class MergedJournals {
  readonly #rows = new JournalIndex();
  readonly #files: number[] = [];
  readonly #names: string[] = [];
  readonly #shards = new ShardCoverage();
  /** Results of unreadable input by its index, since its id may have changed when it was corrected. */
  readonly #invalid = new Map<number, { readonly id: string; readonly row: IndexEntry }>();
  /** What was found that does not prevent the merge, one sentence each. */
  readonly notices: string[] = [];

  /**
   * @param journals - paths, and what messages call them
   * @throws {JournalError} if one cannot be read, is still being written, or contradicts another
   */
  static async read(
    journals: readonly { readonly path: string; readonly name: string }[],
  ): Promise<MergedJournals> {
    const merged = new MergedJournals();
    try {
      for (const { path, name } of journals) await merged.#add(path, name);
      merged.#addInvalid();
      return merged;
    } catch (error) {
      merged.close();
      throw error;
    }
  }

  /** The number of results that are copied. */
  get size(): number {
    return this.#rows.sortedBy('offset').length;
  }

  /**
   * Returns what is missing, one sentence each. If tasks are given, results get the indexes of their tasks, and results
   * without a task are excluded.
   *
   * @param expected - the tasks that there are, or how many; without, gaps between the results show
   */
  async missing(expected: {
    readonly count?: number;
    readonly tasks?: AsyncIterable<{ readonly id: string; readonly index: number }>;
  }): Promise<readonly string[]> {
    const sentences = [...this.#shards.missing()];
    if (expected.tasks === undefined) sentences.push(...this.#gaps(expected.count));
    else sentences.push(...(await this.#without(expected.tasks)));
    const aborted = this.#countOf(ABORTED);
    if (aborted > 0)
      sentences.push(`${plural(aborted, 'task')} aborted: run their shards again with --resume.`);
    return sentences;
  }

  /** Yields the lines in the order of the input, in chunks of complete lines. */
  lines(): Generator<Buffer> {
    return copyLines(this.#files, this.#rows, 'index');
  }

  /** Yields the results in the order of the input. */
  *results(): Generator<BatchResult> {
    for (const bytes of this.lines()) {
      for (let from = 0; from < bytes.length; ) {
        const end = bytes.indexOf(LINE_FEED, from);
        // Each line was read before, so it is a result.
        yield parseNoting(bytes.toString('utf8', from, end)) as unknown as BatchResult;
        from = end + 1;
      }
    }
  }

  /** Writes the lines to a file, atomically. */
  writeTo(path: string): void {
    rewriteJournal(path, this.#files, this.#rows, 'index');
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }

  async #add(path: string, name: string): Promise<void> {
    assertNotLocked(path, name);
    const file = this.#files.length;
    closeSync(openForReading(path, name));
    const utf8 = await utf8Copy(path, name);
    let lines = 0;
    try {
      this.#files.push(openForReading(utf8.path, name));
      this.#names.push(name);
      const end = await readJournal(utf8.path, name, (line) => {
        lines += 1;
        this.#shards.add(line.shard, name);
        this.#take(line, file);
      });
      if (end.tornBytes > 0)
        this.notices.push(`The last line of ${name} is torn, so its result does not count.`);
    } finally {
      // The open file stays readable.
      utf8.remove();
    }
    if (lines === 0) this.#shards.addEmpty();
  }

  #take({ id, index, inputHash, status, offset, length }: JournalLine, file: number): void {
    const row: IndexEntry = {
      offset,
      length,
      index,
      inputFingerprint: fingerprint(inputHash),
      status:
        status.kind === 'ok' ? OK : status.kind === 'aborted' ? ABORTED : isFinal(status) ? FINAL : PASSING,
      file,
    };
    const before = this.#rows.get(id);
    if (status.kind === 'invalid_task' && before?.file !== file) {
      this.#invalid.set(index, { id, row });
      return;
    }
    if (before === null || before.file === file) {
      this.#rows.set(id, row);
      return;
    }
    if (before.inputFingerprint !== row.inputFingerprint) {
      const where = `${this.#names[before.file]} and ${this.#names[file]}`;
      throw new JournalError(
        `The results of '${id}' in ${where} are of different tasks: merge the shards of one input, run with the same flags.`,
      );
    }
    // The better result counts; of two equal ones, that of the file that was named last.
    if (row.status >= before.status) this.#rows.set(id, row);
  }

  /** Excludes unreadable input that was corrected since: another result has its index. */
  #addInvalid(): void {
    if (this.#invalid.size === 0) return;
    const all = this.#invalid.size;
    for (let number = 0; number < this.#rows.size; number++)
      this.#invalid.delete(this.#rows.at(number).index);
    for (const [index, { id, row }] of this.#invalid) {
      if (this.#rows.get(id) === null) this.#rows.set(id, row);
      else this.#invalid.delete(index);
    }
    const fixed = all - this.#invalid.size;
    if (fixed > 0) {
      this.notices.push(
        `${plural(fixed, 'invalid task')} ran later with corrected input; the later result counts.`,
      );
    }
    this.#invalid.clear();
  }

  #countOf(note: number): number {
    let count = 0;
    for (const number of this.#rows.sortedBy('offset')) if (this.#rows.at(number).status === note) count += 1;
    return count;
  }

  #gaps(count: number | undefined): readonly string[] {
    const gaps: string[] = [];
    const addGap = (from: number, to: number) => gaps.push(from === to ? `${from}` : `${from}-${to}`);
    let next = 0;
    for (const number of this.#rows.sortedBy('index')) {
      const { index } = this.#rows.at(number);
      if (index < next) return this.#ofMovedTasks(count);
      if (index > next) addGap(next, index - 1);
      next = index + 1;
    }
    if (count !== undefined && next < count) addGap(next, count - 1);
    const sentences: string[] = [];
    if (count !== undefined && next > count) {
      sentences.push(`There are results up to the index ${next - 1}, and only ${count} tasks are expected.`);
    }
    if (gaps.length > 0)
      sentences.push(`Results are missing for the tasks with the index ${formatList(gaps, SHOWN)}.`);
    return sentences;
  }

  /** If the input was changed between the runs, gaps between indexes do not mean that results are missing. */
  #ofMovedTasks(count: number | undefined): readonly string[] {
    this.notices.push(
      'Some tasks have the same place, since the input was changed between the runs: name it with --tasks for its order, and to see what is missing.',
    );
    if (count === undefined || count === this.#rows.size) return [];
    return [`There are ${plural(this.#rows.size, 'result')}, and ${count} are expected.`];
  }

  async #without(
    tasks: AsyncIterable<{ readonly id: string; readonly index: number }>,
  ): Promise<readonly string[]> {
    const missing: string[] = [];
    const shards = new Set<string>();
    let [lacking, count, found] = [0, 0, 0];
    this.#rows.setAllInputStates(LEFT_OUT);
    for await (const { id, index } of tasks) {
      count += 1;
      if (this.#rows.get(id) !== null) {
        found += 1;
        this.#rows.setPosition(id, index);
        continue;
      }
      lacking += 1;
      if (missing.length < SHOWN) missing.push(JSON.stringify(clip(id, 100)));
      const shard = this.#shards.shardOf(id);
      if (shard !== null) shards.add(shard);
    }
    const sentences: string[] = [];
    if (lacking > 0) {
      const resume =
        shards.size === 0 ? '' : `; run again with --resume: shard ${[...shards].sort().join(', ')}`;
      sentences.push(
        `Results are missing for ${lacking} of ${count} tasks: ${formatList(missing, SHOWN, lacking)}${resume}.`,
      );
    }
    const extra = this.#rows.size - found;
    if (found === 0 && extra > 0) {
      sentences.push(`None of ${plural(extra, 'result')} is of a task of this input.`);
    } else if (extra > 0) {
      this.notices.push(`Left out ${plural(extra, 'result')} of tasks that are not in the input.`);
    }
    return sentences;
  }
}

const LINE_FEED = 0x0a;

/** The number of ids or ranges of indexes that a sentence names. */
const SHOWN = 20;

/** Ranks a result, to choose between two of the same task. */
const ABORTED = 0;
const PASSING = 1;
const FINAL = 2;
const OK = 3;

function openForReading(path: string, name: string): number {
  const refuse = (why: string): never => {
    throw new JournalError(`${name} cannot be read: ${why}.`);
  };
  let file: number;
  try {
    // Without O_NONBLOCK, opening a FIFO without a writer would hang.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return refuse(fileProblem(error));
  }
  const stats = fstatSync(file);
  if (stats.isFile()) return file;
  closeSync(file);
  return refuse(stats.isDirectory() ? 'it is a directory' : 'it is not a regular file');
}
