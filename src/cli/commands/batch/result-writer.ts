import type { Writable } from 'node:stream';
import type { IsDone } from '../../../batch/batch-options.js';
import type { BatchResult, ResultKey } from '../../../batch/batch-result.js';
import { Journal } from '../../../batch/journal/journal.js';
import { JournalError, JournalWriteError } from '../../../batch/journal/journal-error.js';
import type { Outcome } from '../../../outcome/outcome.js';
import { fileProblem } from '../../../platform/files/file-problem.js';
import type { CliIo } from '../../io.js';
import { envelopeText, valueText } from '../../output/json-text.js';
import { OutputError } from '../../output/write.js';
import { UsageError } from '../../usage-error.js';
import type { OutputSettings } from './batch-plan.js';

/** Writes results to the journal, to stdout, or both. */
export class ResultWriter {
  readonly #lines: LineOutput;
  #closeNotice: string | null = null;

  private constructor(
    private readonly output: OutputSettings,
    private readonly journal: Journal | null,
    io: CliIo,
  ) {
    this.#lines = new LineOutput(io.stdout);
  }

  /**
   * @param incompleteTime - the modification time of the journal while results are missing
   * @throws {UsageError} if the journal cannot be used as it is
   */
  static async open(output: OutputSettings, io: CliIo, incompleteTime: Date | null): Promise<ResultWriter> {
    const { journal, rerunFailed } = output;
    if (journal === null) return new ResultWriter(output, null, io);
    try {
      return new ResultWriter(
        output,
        await Journal.open(journal.path, { ...journal, rerunFailed, incompleteTime }),
        io,
      );
    } catch (error) {
      if (error instanceof JournalError) throw new UsageError(error.message);
      throw error;
    }
  }

  /** What was repaired when the journal was opened. */
  get notice(): string | null {
    const notice = this.journal?.notice ?? null;
    return notice === null ? null : `${this.#name}: ${notice}`;
  }

  /** Sentences about the journal, once it is closed. */
  get closingNotices(): readonly string[] {
    return [
      ...(this.#closeNotice === null ? [] : [`${this.#name}: ${this.#closeNotice}`]),
      ...(this.keepsOldResults
        ? [`${this.#name} keeps its earlier results, since this batch has no result to replace them.`]
        : []),
    ];
  }

  /** Whether the journal still has the results of an earlier batch, since this batch has none to replace them. */
  get keepsOldResults(): boolean {
    return this.journal?.keepsOldResults ?? false;
  }

  /** Nobody reads stdout anymore. */
  get isStdoutClosed(): boolean {
    return this.#lines.isClosed;
  }

  /** Nobody reads stdout anymore, and the results go nowhere else. */
  get isOutputUnwanted(): boolean {
    return this.isStdoutClosed && this.journal === null;
  }

  isDone(key: ResultKey, formerHashes: readonly string[]): IsDone {
    return this.journal?.isDone(key, formerHashes) ?? false;
  }

  /** Returns the earlier result of a task that is done. */
  earlier(key: ResultKey): BatchResult | null {
    return this.journal?.earlier(key) ?? null;
  }

  /** @throws {OutputError} */
  async write(result: BatchResult): Promise<void> {
    const { values, withEvents } = this.output;
    const { journal } = this;
    if (journal !== null) {
      this.#withJournal('cannot be written; all results before this are in it', () =>
        journal.append(result, resultText(result, withEvents)),
      );
    }
    const valueOnly = values && result.ok ? valueText(result) : null;
    const line = values ? valueOnly : journal === null ? resultText(result, withEvents) : null;
    if (line !== null) await this.#lines.write(`${line}\n`);
  }

  /**
   * @param wasInputRead - the whole input was read
   * @param isComplete - no task is without a value
   * @returns the error, if the journal could not be put in order
   */
  close(wasInputRead: boolean, isComplete: boolean): OutputError | null {
    try {
      this.#withJournal('could not be put in order, but has all results', () => {
        this.#closeNotice =
          this.journal?.close({ sorted: this.output.ordered, wasInputRead, isComplete }) ?? null;
      });
      return null;
    } catch (error) {
      if (error instanceof OutputError) return error;
      throw error;
    }
  }

  get #name(): string | undefined {
    return this.output.journal?.name;
  }

  /** @throws {OutputError} */
  #withJournal(problem: string, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof JournalWriteError)) throw error;
      throw new OutputError(`${this.#name} ${problem}: ${fileProblem(error.cause)}.`);
    }
  }
}

/** Writes lines to stdout, no faster than they are read. */
export class LineOutput {
  readonly #stream: Writable;
  #error: Error | null = null;
  /** The reader, such as `head`, has closed the pipe. */
  isClosed = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    // One listener for all lines. It stays, since an error may arrive when no write is pending.
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') this.isClosed = true;
      else this.#error ??= error;
    });
  }

  /** @throws {OutputError} if it cannot be written for another reason than a closed pipe */
  async write(text: string | Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.isClosed || this.#error !== null) resolve();
      // The callback is called before the listener gets the error.
      else this.#stream.write(text, () => setImmediate(resolve));
    });
    if (this.#error !== null) {
      throw new OutputError(`The results cannot be written to stdout: ${fileProblem(this.#error)}.`);
    }
  }
}

/** Returns a result as one line of JSON, without its line break: the key of the task, then the envelope of `run`. */
export function resultText(result: BatchResult, withEvents: boolean): string {
  const { id, index, inputHash, shard, ...outcome } = result;
  const key = { id, index, inputHash, ...(shard === undefined ? {} : { shard }) };
  // `invalid_task` has the members that every failure has, and no others.
  const envelope = envelopeText(outcome as Outcome, withEvents);
  return `${JSON.stringify(key).slice(0, -1)},${envelope.slice(1)}`;
}
