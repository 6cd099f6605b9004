import type { BatchResult } from '../../../batch/batch-result.js';
import { SummaryAccumulator } from '../../../batch/engine/summary-accumulator.js';
import type { MergedJournals } from '../../../batch/journal/merged-journals.js';
import { parseNoting } from '../../../json/read-exactly.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { CliIo } from '../../io.js';
import { openBatchReports, type ReportProblems } from '../../output/batch-reports.js';

const LINE_FEED = 0x0a;

/** The reports of all shards together. */
export async function reportMerged(
  merged: MergedJournals,
  flags: ParsedFlags,
  io: CliIo,
): Promise<ReportProblems> {
  const files = { summary: flags.text('summary'), report: flags.text('report'), junit: flags.text('junit') };
  const asked = Object.values(files).some((file) => file !== undefined) || io.env['GITHUB_STEP_SUMMARY'];
  if (!asked) return { problems: [], notices: [] };
  const reports = await openBatchReports(files, 'batch merge', io);
  try {
    const tally = new SummaryAccumulator();
    for (const result of resultsIn(merged)) {
      reports.add(result);
      tally.add(result);
    }
    return reports.finish(tally.summary({ notRun: 0, stopped: null, elapsedMs: 0 }));
  } catch (error) {
    reports.abandon();
    throw error;
  }
}

function* resultsIn(merged: MergedJournals): Generator<BatchResult> {
  for (const bytes of merged.lines()) {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(LINE_FEED, from);
      // It was read before: each line is a result.
      yield parseNoting(bytes.toString('utf8', from, end)) as unknown as BatchResult;
      from = end + 1;
    }
  }
}
