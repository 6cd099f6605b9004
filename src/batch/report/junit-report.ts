import { createRedactor } from '../../outcome/redact/redactor.js';
import { clip } from '../../text/clip.js';
import { plural } from '../../text/plural.js';
import type { BatchResult } from '../batch-result.js';
import type { BatchSummary } from '../engine/summary-accumulator.js';
import type { BatchReport, ReportOptions } from './batch-report.js';
import { junitCase, seconds, type Verdict, verdictOf } from './junit-case.js';
import { describeStop } from './outcome-tones.js';
import { ReportFile } from './report-file.js';
import { oneLine } from './text.js';
import { xmlAttribute } from './xml-text.js';

/** GitLab reads no file beyond 30 MB: from here on, failures are told in one sentence. */
const FULL_TEXT_UP_TO = 20_000_000;
const TITLE_LENGTH = 200;
/** Room for what is known only at the end: counts and times. */
const HEAD_SPARE = 400;

type Counts = Record<Verdict, number>;

/** What the JUnit readers of GitLab, Jenkins and GitHub's reporters take. @see OpenReport */
export function openJunitReport(path: string, options: ReportOptions): BatchReport {
  const redact = createRedactor(options.env);
  const title = clip(oneLine(redact(options.title)), TITLE_LENGTH);
  const file = new ReportFile(path);
  const counts: Counts = { passed: 0, failure: 0, error: 0, skipped: 0 };
  const headLength = head(title, counts, 0).length + HEAD_SPARE;
  let length = 0;
  const write = (text: string) => {
    length += text.length;
    file.write(text);
  };
  write(' '.repeat(headLength));
  return {
    add(result: BatchResult) {
      counts[verdictOf(result)] += 1;
      write(junitCase(result, { classname: title, redact, brief: length > FULL_TEXT_UP_TO }));
    },
    finish(summary) {
      const rest = notRunCase(summary, title);
      if (rest !== null) counts.skipped += 1;
      write(`${rest ?? ''} </testsuite>\n</testsuites>\n`);
      file.finish(padded(head(title, counts, summary.elapsedMs), headLength));
    },
    abandon: () => file.abandon(),
  };
}

function head(title: string, counts: Counts, elapsedMs: number): string {
  const tests = counts.passed + counts.failure + counts.error + counts.skipped;
  const name = `name=${xmlAttribute(title)}`;
  const totals = `tests="${tests}" failures="${counts.failure}" errors="${counts.error}"`;
  const time = `time="${seconds(elapsedMs)}"`;
  const attributes = `${name} ${totals} skipped="${counts.skipped}" ${time}`;
  // ASCII only, so that its length in characters is its length in bytes.
  return asciiOnly(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n <testsuite ${attributes}>\n`,
  );
}

function padded(text: string, length: number): string {
  return `${text.slice(0, -1).padEnd(length - 1)}\n`;
}

function asciiOnly(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** Those tasks have no result, so only their number is known. */
function notRunCase({ stopped, notRun }: BatchSummary, classname: string): string | null {
  if (stopped === null && notRun === 0) return null;
  const reason = stopped === null ? '' : ` The batch stopped early, because ${describeStop(stopped)}.`;
  const message = `${plural(notRun, 'task')} that had been read ${notRun === 1 ? 'was' : 'were'} not run.${reason}`;
  const name = '(tasks that were not run)';
  return `  <testcase classname=${xmlAttribute(classname)} name=${xmlAttribute(name)} time="0.000"><skipped message=${xmlAttribute(message)}/></testcase>\n`;
}
