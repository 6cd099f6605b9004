import { describeViolation } from '../../diagnostics/issue.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { clip } from '../../text/clip.js';
import { plural } from '../../text/plural.js';
import type { BatchResult } from '../batch-result.js';
import type { BatchSummary } from '../engine/summary-accumulator.js';
import { type BatchReport, ReportFile, type ReportOptions } from './batch-report.js';
import { describeStop, toneOf } from './outcome-tones.js';
import { block, clipBlock, oneLine } from './text.js';

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
  // Jenkins' schema has `skipped` for a suite, but not for the list of suites.
  // ASCII only, so that its length in characters is its length in bytes.
  return asciiOnly(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${name} ${totals} ${time}>\n <testsuite ${name} ${totals} skipped="${counts.skipped}" ${time}>\n`,
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
  const sentences = [
    ...(notRun === 0
      ? []
      : [`${plural(notRun, 'task')} that had been read ${notRun === 1 ? 'was' : 'were'} not run.`]),
    ...(stopped === null ? [] : [`The batch stopped early, because ${describeStop(stopped)}.`]),
  ];
  const message = sentences.join(' ');
  const name = '(tasks that were not run)';
  return `  <testcase classname=${xmlAttribute(classname)} name=${xmlAttribute(name)} time="0.000"><skipped message=${xmlAttribute(message)}/></testcase>\n`;
}

/** As JUnit counts: an answer that does not conform is a failure; what gave no answer to judge, an error. */
type Verdict = 'passed' | 'failure' | 'error' | 'skipped';

const ID_LENGTH = 1000;
const MESSAGE_LENGTH = 1000;
const TEXT_LENGTH = 8000;
const SHOWN_VIOLATIONS = 20;

function verdictOf(result: BatchResult): Verdict {
  if (result.ok) return 'passed';
  // An abort that came before anything was started.
  if (result.kind === 'aborted' && result.detail === undefined) return 'skipped';
  return toneOf(result.kind) === 'answer' ? 'failure' : 'error';
}

interface CaseOptions {
  readonly classname: string;
  readonly redact: (text: string) => string;
  /** Leaves out all but the sentence. */
  readonly brief: boolean;
}

/** One task as a `testcase` element, on lines of its own. */
function junitCase(result: BatchResult, { classname, redact, brief }: CaseOptions): string {
  const id = clip(oneLine(redact(result.id)), ID_LENGTH);
  const ms = 'detail' in result ? (result.detail?.durationMs ?? 0) : 0;
  const head = `  <testcase classname=${xmlAttribute(classname)} name=${xmlAttribute(id)} time="${seconds(ms)}"`;
  const verdict = verdictOf(result);
  if (result.ok || verdict === 'passed') return `${head}/>\n`;
  const message = clip(oneLine(redact(result.message)), MESSAGE_LENGTH);
  const attributes = `message=${xmlAttribute(message)}`;
  if (verdict === 'skipped') return `${head}><skipped ${attributes}/></testcase>\n`;
  const lines = brief ? [message] : [message, ...particulars(result, redact)];
  const body = xmlText(lines.join('\n'));
  return `${head}>\n    <${verdict} type="${result.kind}" ${attributes}>${body}</${verdict}>\n  </testcase>\n`;
}

/** Seconds, as JUnit has them. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** GitLab shows the text of the element, and not the attribute. */
function particulars(result: BatchResult, redact: (text: string) => string): string[] {
  const parts: string[] = [];
  if (result.kind === 'schema_mismatch') {
    const { violations } = result;
    for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) {
      parts.push(redact(describeViolation(violation)));
    }
    if (violations.length > SHOWN_VIOLATIONS) {
      parts.push(`… and ${violations.length - SHOWN_VIOLATIONS} more`);
    }
  }
  const detail = 'detail' in result ? result.detail : undefined;
  if (detail === undefined) return parts;
  if (detail.text !== null) parts.push('', 'The message:', long(redact(detail.text)));
  if (detail.stderr.trim() !== '') parts.push('', 'stderr:', long(redact(detail.stderr)));
  if (detail.threadId !== null) parts.push('', `Thread ${detail.threadId}`);
  return parts;
}

function long(text: string): string {
  return clipBlock(block(text), TEXT_LENGTH);
}

/** What XML 1.0 has no place for, escaped or not: control characters, halves of surrogate pairs, U+FFFE, U+FFFF. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;

/** Text from outside as the content of an XML element. */
export function xmlText(text: string): string {
  // A carriage return would be read as a line feed.
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>\r]/g, reference);
}

/** As an attribute's value, with its quotes; there, white space that is not escaped is read as spaces. */
export function xmlAttribute(text: string): string {
  return `"${text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\t\n\r]/g, reference)}"`;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
