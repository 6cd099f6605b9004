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

/** Lines on stdout, no faster than they are taken. */
export class LineOutput {
  readonly #stream: Writable;
  #fault: Error | null = null;
  /** The reader has gone away, as `head` does: it wants no more. */
  isClosed = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    // One listener for all lines; it stays, since an error may come when nobody waits any more.
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') this.isClosed = true;
      else this.#fault ??= error;
    });
  }

  /** @throws {OutputError} where it cannot be written, and nobody wanted that */
  async write(text: string | Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.isClosed || this.#fault !== null) resolve();
      // The callback is called before the listener hears of the error.
      else this.#stream.write(text, () => setImmediate(resolve));
    });
    if (this.#fault !== null) {
      throw new OutputError(`The results cannot be written to stdout: ${fileProblem(this.#fault)}.`);
    }
  }
}

/**
 * A result as one line of JSON, without its line break: the envelope of `run` with the key of the task first.
 *
 * @param withEvents - codex's own events too
 */
function resultText(result: BatchResult, withEvents: boolean): string {
  const { id, index, inputHash, shard, ...outcome } = result;
  const key = { id, index, inputHash, ...(shard === undefined ? {} : { shard }) };
  // What could not be read as a task has the head of a failure, and nothing else.
  const envelope = envelopeText(outcome as Outcome, withEvents);
  return `${JSON.stringify(key).slice(0, -1)},${envelope.slice(1)}`;
}

/** The value alone; null where there is none, or none that conforms. */
function resultValueText(result: BatchResult): string | null {
  return result.ok ? valueText(result) : null;
}
