import type { BatchOptions } from '../../../batch/batch-options.js';
import type { BatchResult, ResultKey } from '../../../batch/batch-result.js';
import type { BatchSummary } from '../../../batch/engine/summary-accumulator.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { CliIo } from '../../io.js';
import { type BatchReports, openBatchReports } from '../../output/batch-reports.js';
import { batchTable } from '../../output/batch-table.js';
import type { Messenger } from '../../output/messenger.js';
import { type BatchProgress, startBatchProgress } from '../../watch/batch-progress.js';
import { lineOf } from '../../watch/describe-event.js';
import type { BatchPlan } from './batch-plan.js';
import { ResultWriter } from './result-writer.js';

const VERBOSE_WIDTH = 500;
/** Where nothing else shows failures, so many are told one by one. */
const MOST_TOLD = 20;

/** All that is told of a batch: its results, the reports, and what people see on stderr. */
export class BatchOutputs {
  #told = 0;
  /** Results come between the lines of the progress. */
  readonly #printsOnTerminal: boolean;
  /** What the batch tells on its way. */
  readonly hooks: Pick<BatchOptions, 'onTaskStarted' | 'onRetry' | 'onNotice' | 'onEvent'>;

  private constructor(
    private readonly planned: BatchPlan,
    private readonly flags: ParsedFlags,
    private readonly messenger: Messenger,
    readonly results: ResultWriter,
    private readonly reports: BatchReports,
    readonly progress: BatchProgress,
    io: CliIo,
  ) {
    const { journal, values } = planned.output;
    // Only a terminal has columns.
    this.#printsOnTerminal = (journal === null || values) && io.stdout.columns !== undefined;
    this.hooks = {
      onTaskStarted: (key) => progress.started(key),
      onRetry: (key, wait) => progress.retry(key, wait),
      onNotice: (sentence) => progress.notice(sentence),
      onEvent({ id }, event) {
        progress.clear();
        messenger.line(`${id}: ${lineOf(event)}`, VERBOSE_WIDTH);
      },
    };
  }

  /** @throws {UsageError} where a file cannot be used */
  static async open(
    planned: BatchPlan,
    flags: ParsedFlags,
    io: CliIo,
    messenger: Messenger,
  ): Promise<BatchOutputs> {
    const named = {
      summary: flags.text('summary'),
      report: flags.text('report'),
      junit: flags.text('junit'),
    };
    const reports = await openBatchReports(named, planned.schema.name, io);
    try {
      const results = await ResultWriter.open(planned.output, io);
      const { quiet } = planned.show;
      const progress = await startBatchProgress({ io, messenger, quiet });
      if (results.notice !== null) progress.notice(results.notice);
      return new BatchOutputs(planned, flags, messenger, results, reports, progress, io);
    } catch (error) {
      reports.abandon();
      throw error;
    }
  }

  /** Whether there is a result already; one that there is goes into the reports. */
  isDone(key: ResultKey, formerHashes: readonly string[]): ReturnType<ResultWriter['isDone']> {
    const done = this.results.isDone(key, formerHashes);
    const earlier = done === false ? null : this.results.earlier(key);
    if (earlier !== null) {
      this.reports.add(earlier);
      this.progress.carriedOver(earlier);
    }
    return done;
  }

  /** @throws {OutputError} */
  async take(result: BatchResult): Promise<void> {
    if (this.#printsOnTerminal) this.progress.clear();
    await this.results.write(result);
    this.reports.add(result);
    this.progress.finished(result);
    const { values, journal } = this.planned.output;
    if (values && journal === null && !result.ok) this.#tell(result);
  }

  /**
   * Puts everything in its place.
   *
   * @param wasInputRead - all tasks that there are were taken
   * @returns a sentence for each thing that could not be done
   */
  finish(summary: BatchSummary, wasInputRead: boolean): readonly string[] {
    const { journal } = this.planned.output;
    this.progress.end();
    // The journal first: it is what cannot be made again.
    const fault = this.results.close(wasInputRead);
    const { problems, notices } = this.reports.finish(summary);
    const all = fault === null ? problems : [fault.message, ...problems];
    for (const notice of [...this.results.closingNotices, ...notices]) this.messenger.error(notice);
    if (!this.planned.show.quiet) {
      const resultsFile = this.results.keepsOldResults ? null : (journal?.name ?? null);
      const table = batchTable(summary, { resultsFile, reportFile: this.flags.text('report') });
      for (const line of table.trimEnd().split('\n')) this.messenger.line(line);
    }
    return all;
  }

  /** After something that nobody expected. */
  abandon(): void {
    this.progress.end();
    this.results.close(false);
    this.reports.abandon();
  }

  #tell({ id, kind, ...rest }: BatchResult): void {
    this.#told += 1;
    if (this.#told > MOST_TOLD) return;
    const message = 'message' in rest ? rest.message : '';
    this.progress.notice(`${id}: ${kind}: ${message}`);
    if (this.#told === MOST_TOLD) this.progress.notice('Further failures are counted, and no longer told.');
  }
}
