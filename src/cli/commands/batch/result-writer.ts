import type { IsDone } from '../../../batch/batch-options.js';
import type { BatchResult, ResultKey } from '../../../batch/batch-result.js';
import { Journal } from '../../../batch/journal/journal.js';
import { JournalError, JournalWriteError } from '../../../batch/journal/journal-error.js';
import { fileProblem } from '../../../platform/files/file-problem.js';
import type { CliIo } from '../../io.js';
import { OutputError } from '../../output/write.js';
import { UsageError } from '../../usage-error.js';
import type { OutputSettings } from './batch-plan.js';
import { LineOutput } from './line-output.js';
import { resultText, resultValueText } from './result-text.js';

/** Where results go: the journal, stdout, or both. */
export class ResultWriter {
  readonly #output: OutputSettings;
  readonly #journal: Journal | null;
  readonly #lines: LineOutput;
  #undone: string | null = null;

  private constructor(output: OutputSettings, journal: Journal | null, io: CliIo) {
    this.#output = output;
    this.#journal = journal;
    this.#lines = new LineOutput(io.stdout);
  }

  /** @throws {UsageError} where the journal cannot be used as it is */
  static async open(output: OutputSettings, io: CliIo): Promise<ResultWriter> {
    const { journal, rerunFailed } = output;
    if (journal === null) return new ResultWriter(output, null, io);
    try {
      return new ResultWriter(output, await Journal.open(journal.path, { ...journal, rerunFailed }), io);
    } catch (error) {
      if (error instanceof JournalError) throw new UsageError(error.message);
      throw error;
    }
  }

  /** What had to be mended in the journal. */
  get notice(): string | null {
    const notice = this.#journal?.notice ?? null;
    return notice === null ? null : `${this.#output.journal?.name}: ${notice}`;
  }

  /** What is to be said of the journal once it is closed, a sentence each. */
  get closingNotices(): readonly string[] {
    const name = this.#output.journal?.name;
    return [
      ...(this.#undone === null ? [] : [`${name}: ${this.#undone}`]),
      ...(this.keepsOldResults
        ? [`${name} keeps its earlier results: this batch has none to replace them.`]
        : []),
    ];
  }

  /** The journal still has the results of an earlier batch, which no result of this one has replaced. */
  get keepsOldResults(): boolean {
    return this.#journal?.keepsOldResults ?? false;
  }

  /** Nobody reads stdout any more. */
  get isStdoutClosed(): boolean {
    return this.#lines.isClosed;
  }

  /** That, and it is all that the results were for. */
  get isOutputUnwanted(): boolean {
    return this.isStdoutClosed && this.#journal === null;
  }

  isDone(key: ResultKey, formerHashes: readonly string[]): IsDone {
    return this.#journal?.isDone(key, formerHashes) ?? false;
  }

  /** The result of a task that is done. */
  earlier(key: ResultKey): BatchResult | null {
    return this.#journal?.earlier(key) ?? null;
  }

  /** @throws {OutputError} */
  async write(result: BatchResult): Promise<void> {
    const { values, withEvents, journal } = this.#output;
    if (this.#journal !== null) this.#append(this.#journal, result, resultText(result, withEvents));
    const line = values ? resultValueText(result) : journal === null ? resultText(result, withEvents) : null;
    if (line !== null) await this.#lines.write(`${line}\n`);
  }

  /**
   * @param wasInputRead - all tasks that there are were taken
   * @returns what could not be done, or null
   */
  close(wasInputRead: boolean): OutputError | null {
    try {
      this.#undone = this.#journal?.close({ sorted: this.#output.ordered, wasInputRead }) ?? null;
      return null;
    } catch (error) {
      return this.#journalFault(error, 'could not be put in order; it has all results');
    }
  }

  #append(journal: Journal, result: BatchResult, line: string): void {
    try {
      journal.append(result, line);
    } catch (error) {
      throw this.#journalFault(error, 'cannot be written; all results before this are in it');
    }
  }

  #journalFault(error: unknown, what: string): OutputError {
    if (!(error instanceof JournalWriteError)) throw error;
    return new OutputError(`${this.#output.journal?.name} ${what}: ${fileProblem(error.cause)}.`);
  }
}
