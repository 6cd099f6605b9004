import { basename, isAbsolute, relative } from 'node:path';
import type { BatchResult } from '../../../batch/batch-result.js';
import type { RunObserver } from '../../../batch/engine/batch.js';
import type { BatchSummary, SummaryAccumulator } from '../../../batch/engine/summary-accumulator.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { SchemaInputPlan } from '../../input/schema-source.js';
import { type CliIo, resolvePath } from '../../io.js';
import { type BatchReports, openBatchReports, reportFlags } from '../../output/batch-reports.js';
import { batchTable } from '../../output/batch-table.js';
import type { Messenger } from '../../output/messenger.js';
import { type BatchProgress, startBatchProgress } from '../../watch/batch-progress.js';
import { lineOf } from '../../watch/describe-event.js';
import type { BatchPlan } from './batch-plan.js';
import { incompleteTime } from './incomplete-time.js';
import { ResultWriter } from './result-writer.js';

const VERBOSE_WIDTH = 500;
/** If nothing else shows failures, this many are printed. */
const MAX_PRINTED_FAILURES = 20;

/** The outputs of a batch: its results, the reports, and what people see on stderr. */
export class BatchOutputs {
  #printedFailures = 0;
  /** Results are printed on the terminal that shows the progress. */
  readonly #sharesTerminal: boolean;

  private constructor(
    private readonly plan: BatchPlan,
    private readonly messenger: Messenger,
    readonly results: ResultWriter,
    private readonly reports: BatchReports,
    private readonly reportFile: string | undefined,
    readonly progress: BatchProgress,
    io: CliIo,
  ) {
    const { journal, values } = plan.output;
    // Only a terminal has columns.
    this.#sharesTerminal = (journal === null || values) && io.stdout.columns !== undefined;
  }

  /**
   * @param totals - the results that the batch has counted
   * @throws {UsageError} if a file cannot be used
   */
  static async open(
    plan: BatchPlan,
    flags: ParsedFlags,
    io: CliIo,
    messenger: Messenger,
    totals: SummaryAccumulator,
  ): Promise<BatchOutputs> {
    const files = reportFlags(flags);
    const reports = await openBatchReports(files, reportTitle(plan.schema, io), io);
    try {
      const results = await ResultWriter.open(plan.output, io, incompleteTime(plan));
      const progress = await startBatchProgress({ io, messenger, quiet: plan.show.quiet, totals });
      if (results.notice !== null) progress.notice(results.notice);
      return new BatchOutputs(plan, messenger, results, reports, files.report, progress, io);
    } catch (error) {
      reports.abandon();
      throw error;
    }
  }

  get observer(): RunObserver {
    const { progress, messenger, results, reports } = this;
    return {
      isDone(key, formerHashes = []) {
        const done = results.isDone(key, formerHashes);
        const earlier = done === false ? null : results.earlier(key);
        if (earlier !== null) reports.add(earlier);
        return done;
      },
      onTaskStarted: (key) => progress.started(key),
      onTaskFinished: (key) => progress.finished(key),
      onRetry: (key, wait) => progress.retry(key, wait),
      onNotice: (sentence) => progress.notice(sentence),
      ...(this.plan.show.verbose && {
        onEvent({ id }, event) {
          progress.clear();
          messenger.line(`${id}: ${lineOf(event)}`, VERBOSE_WIDTH);
        },
      }),
    };
  }

  /** @throws {OutputError} */
  async write(result: BatchResult): Promise<void> {
    if (this.#sharesTerminal) this.progress.clear();
    await this.results.write(result);
    this.reports.add(result);
    const { values, journal } = this.plan.output;
    if (values && journal === null && !result.ok) this.#printFailure(result.id, result.kind, result.message);
  }

  /**
   * Closes the journal, completes the reports and prints the table.
   *
   * @param wasInputRead - the whole input was read
   * @returns a sentence for each output that could not be written
   */
  finish(summary: BatchSummary, wasInputRead: boolean): readonly string[] {
    const { journal } = this.plan.output;
    this.progress.end();
    // The journal comes first, since it cannot be made again.
    const error = this.results.close(wasInputRead, isComplete(summary));
    const { problems, notices } = this.reports.finish(summary);
    for (const notice of [...this.results.closingNotices, ...notices]) this.messenger.error(notice);
    if (!this.plan.show.quiet) {
      const resultsFile = this.results.keepsOldResults ? null : (journal?.name ?? null);
      const table = batchTable(summary, { resultsFile, reportFile: this.reportFile });
      for (const line of table.trimEnd().split('\n')) this.messenger.line(line);
    }
    return error === null ? problems : [error.message, ...problems];
  }

  /** Leaves no report, after an unexpected error. */
  abandon(): void {
    this.progress.end();
    this.results.close(false, false);
    this.reports.abandon();
  }

  #printFailure(id: string, kind: string, message: string): void {
    this.#printedFailures += 1;
    if (this.#printedFailures > MAX_PRINTED_FAILURES) return;
    this.progress.notice(`${id}: ${kind}: ${message}`);
    if (this.#printedFailures === MAX_PRINTED_FAILURES) {
      this.progress.notice('Further failures are only counted.');
    }
  }
}

function isComplete({ failed, notRun, stopped }: BatchSummary): boolean {
  return failed === 0 && notRun === 0 && stopped === null;
}

/**
 * Returns the name of a batch in its reports. Test histories go by it, so it is the same from run to run and in every
 * checkout: a path below the working directory, or a file name.
 */
function reportTitle({ name, file }: SchemaInputPlan, io: CliIo): string {
  if (file === null && !name.includes('.')) return name === 'stdin' ? 'schema from stdin' : 'inline schema';
  const path = resolvePath(io, name);
  // `<(…)` of a shell has another number each time.
  if (/^\/(dev|proc)\//.test(path)) return 'schema';
  const below = relative(io.cwd, path);
  return below.startsWith('..') || isAbsolute(below) ? basename(path) : below;
}
