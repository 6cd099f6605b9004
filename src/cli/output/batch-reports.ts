import type { BatchResult } from '../../batch/batch-result.js';
import type { BatchSummary } from '../../batch/engine/summary-accumulator.js';
import type { BatchReport, OpenReport, ReportOptions } from '../../batch/report/batch-report.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import { checkOutputFile } from './output-file.js';

/** Files that are asked for, as the user wrote them. */
export interface ReportFlags {
  /** `--summary`: Markdown. */
  readonly summary?: string | undefined;
  /** `--report`: HTML. */
  readonly report?: string | undefined;
  /** `--junit`: XML. */
  readonly junit?: string | undefined;
}

/** What could not be written, a sentence each. */
export interface ReportProblems {
  /** Of what was asked for. */
  readonly problems: readonly string[];
  /** Of the step's summary, which the environment has us write: the batch has done what it was told to all the same. */
  readonly notices: readonly string[];
}

/** All reports of a batch as one. */
export interface BatchReports {
  /** One task's result; with `--resume`, those of the journal first. */
  add(result: BatchResult): void;
  /** Puts all files in their places. */
  finish(summary: BatchSummary): ReportProblems;
  /** Leaves no file. After `finish`, does nothing. */
  abandon(): void;
}

/**
 * Opens the reports that the flags name, and the summary of a GitHub Actions step where this is one.
 *
 * @param title - what the batch is called: its schema's file name
 * @throws {UsageError} where one could not be written
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
    if (given === '-') throw new UsageError(`--${flag} takes a file, not -; stdout carries the results.`);
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

/** @returns why it could not be written, if so */
function finished(report: BatchReport, summary: BatchSummary): readonly string[] {
  try {
    report.finish(summary);
    return [];
  } catch (error) {
    if (!isReportError(error)) throw error;
    return [error.message];
  }
}

/** By name: the reports are a bundle of their own, with a class of their own. */
function isReportError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReportError';
}
