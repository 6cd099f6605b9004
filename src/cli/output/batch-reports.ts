import type { BatchResult } from '../../batch/batch-result.js';
import type { BatchSummary } from '../../batch/engine/summary-accumulator.js';
import type { BatchReport, OpenReport, ReportOptions } from '../../batch/report/batch-report.js';
import type { ParsedFlags } from '../args/parsed-flags.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import { checkOutputFile } from './output-file.js';

/** Report files, as the user wrote them. */
export interface ReportFlags {
  /** `--summary`: Markdown. */
  readonly summary?: string | undefined;
  /** `--report`: HTML. */
  readonly report?: string | undefined;
  /** `--junit`: XML. */
  readonly junit?: string | undefined;
}

/** What could not be written, one sentence per file. */
export interface ReportProblems {
  /** About the files that the flags name. */
  readonly problems: readonly string[];
  /** About the step summary. It is written because of the environment, so it does not change the exit code. */
  readonly notices: readonly string[];
}

/** The reports of a batch. */
export interface BatchReports {
  /** Whether no report is to be written. */
  readonly isEmpty: boolean;
  /** Adds the result of a task, of this run or an earlier one. */
  add(result: BatchResult): void;
  /** Completes all files. */
  finish(summary: BatchSummary): ReportProblems;
  /** Removes the incomplete files. After `finish`, does nothing. */
  abandon(): void;
}

export function reportFlags(flags: ParsedFlags): ReportFlags {
  return { summary: flags.text('summary'), report: flags.text('report'), junit: flags.text('junit') };
}

/**
 * Opens the reports that the flags name, and the step summary in GitHub Actions.
 *
 * @param title - the name of the batch: its schema's file name
 * @throws {UsageError} if one cannot be written
 */
export async function openBatchReports(
  flags: ReportFlags,
  title: string,
  io: Pick<CliIo, 'env' | 'cwd'>,
): Promise<BatchReports> {
  const named = namedFiles(flags, io.cwd);
  const options: ReportOptions = { title, env: io.env };
  if (named.length === 0 && !io.env['GITHUB_STEP_SUMMARY']) return together([], null);
  const { openHtmlReport, openJunitReport, openMarkdownReport, openStepSummary } = await import(
    '../../batch/report/index.js'
  );
  const open = { summary: openMarkdownReport, report: openHtmlReport, junit: openJunitReport };
  const reports: BatchReport[] = [];
  for (const { flag, path } of named) reports.push(opened(open[flag], path, options, reports));
  const step = openStepSummary(options);
  return together(reports, step);
}

const FLAGS = ['summary', 'report', 'junit'] as const;

function namedFiles(flags: ReportFlags, cwd: string) {
  const named: { flag: (typeof FLAGS)[number]; path: string }[] = [];
  for (const flag of FLAGS) {
    const given = flags[flag];
    if (given === undefined) continue;
    if (given === '-') throw new UsageError(`--${flag} requires a file, not -; stdout is for the results.`);
    const path = checkOutputFile(given, cwd, `--${flag}`);
    const twin = named.find((other) => other.path === path);
    if (twin !== undefined)
      throw new UsageError(`--${flag} and --${twin.flag} name the same file; give each its own.`);
    named.push({ flag, path });
  }
  return named;
}

function opened(
  open: OpenReport,
  path: string,
  options: ReportOptions,
  earlier: readonly BatchReport[],
): BatchReport {
  try {
    return open(path, options);
  } catch (error) {
    for (const report of earlier) report.abandon();
    if (!isReportError(error)) throw error;
    throw new UsageError(error.message);
  }
}

function together(reports: readonly BatchReport[], step: BatchReport | null): BatchReports {
  const all = step === null ? reports : [...reports, step];
  return {
    isEmpty: all.length === 0,
    add(result) {
      for (const report of all) report.add(result);
    },
    finish(summary) {
      const problems = reports.flatMap((report) => finished(report, summary));
      return { problems, notices: step === null ? [] : finished(step, summary) };
    },
    abandon() {
      for (const report of all) report.abandon();
    },
  };
}

/** @returns the problem, if it could not be written */
function finished(report: BatchReport, summary: BatchSummary): readonly string[] {
  try {
    report.finish(summary);
    return [];
  } catch (error) {
    if (!isReportError(error)) throw error;
    return [error.message];
  }
}

/** Compares the name, since the reports are in another bundle, with its own class. */
function isReportError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReportError';
}
