import { describeViolation, type Violation } from '../diagnostics/issue.js';
import type { InvalidJsonReason } from '../json/strict-parse.js';
import { clip } from '../text/clip.js';
import { formatDuration } from '../text/duration.js';
import { plural } from '../text/plural.js';
import { safeLine } from '../text/safe-line.js';
import type { ProcessFailureCause, TurnError, TurnErrorCode } from './outcome.js';

/** The messages of failures: one or two sentences that say what happened and what to do next. */

const TURN_ERROR_ADVICE: Record<TurnErrorCode, string> = {
  auth: "Run 'codex login', or set the API key of your provider.",
  usage_limit: 'Wait until the limit resets, or use another account or provider.',
  rate_limit: 'Try again in a moment.',
  overloaded: 'Try again in a moment, or select another model.',
  schema_rejected: 'The provider rejected the schema; fix the part that it names.',
  context_window: 'Shorten the prompt, or start a new thread.',
  truncated: 'The answer was cut at the output limit; request less in one answer.',
  refused: 'The model or its content filter refused the request; change the prompt.',
  stream_lost: 'The connection to the provider was lost; try again.',
  other: 'The events of the run show what codex did before.',
};

export function turnFailedMessage(error: TurnError): string {
  return `The turn failed: ${asSentence(clipLine(error.message, 600))} ${TURN_ERROR_ADVICE[error.code]}`;
}

const PROCESS_ADVICE: Record<ProcessFailureCause, string> = {
  database_locked: 'Another codex is using this CODEX_HOME; give this run its own CODEX_HOME.',
  not_trusted_directory: 'This directory is not a trusted git repository; run in one, or skip the check.',
  not_logged_in: "Run 'codex login', or set the API key of your provider.",
  bad_argument: "codex rejected an argument; see 'codex exec --help'.",
  bad_config: 'codex rejected its configuration; fix config.toml, or run without it.',
  schema_file_rejected: 'codex could not read the schema file.',
  prompt_rejected: 'codex rejected the prompt.',
  session_not_found: 'The thread does not exist; check its id.',
  output_file: 'codex could not write its output file.',
  stdout_closed: 'The reader of its output closed the pipe.',
  panic: 'codex crashed, which is a bug in codex.',
  signal: 'Another process or the kernel killed it.',
  unknown: 'What codex wrote is in detail.stderr.',
};

export function processFailedMessage(end: {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The line of stderr that says why; null if none does. */
  readonly failureLine: string | null;
  readonly cause: ProcessFailureCause;
  readonly lastError: string | null;
}): string {
  const how = end.signal === null ? `exited with code ${end.exitCode}` : `was killed by ${end.signal}`;
  const said = end.failureLine ?? end.lastError;
  const words = said === null ? '' : `: ${clipLine(said, 300)}`;
  return `codex ${how}${asSentence(words)} ${PROCESS_ADVICE[end.cause]}`;
}

export function noTerminalMessage(): string {
  return 'codex exited with code 0 before its turn ended (without turn.completed or turn.failed). The answer may be incomplete and is not used.';
}

interface NoOutputCause {
  /** The message was in a line over the limit. */
  readonly dropped: boolean;
  readonly candidates: number;
  /** Lines that could not be parsed; one may have had the answer. */
  readonly unparsable: number;
}

export function noOutputMessage(why: NoOutputCause): string {
  if (why.dropped) {
    return 'The line with the answer exceeds the line limit and was dropped; raise that limit.';
  }
  if (why.unparsable > 0) {
    const lines = `${plural(why.unparsable, 'line')} of codex's output`;
    return `The turn ended without a message, but ${lines} could not be parsed, and may have had it.`;
  }
  if (why.candidates > 0) {
    return 'The turn ended without a final message; its earlier messages are in detail.candidates.';
  }
  return 'The turn ended without a message. Change the prompt, or run again.';
}

export const JSON_REASONS: Record<InvalidJsonReason, string> = {
  syntax: 'The message is not JSON',
  trailing_data: 'The message has text after its JSON value',
  fenced: 'The message is a Markdown code fence instead of JSON',
  truncated: 'The message is incomplete JSON',
  bom: 'The message begins with a byte order mark',
  duplicate_key: 'The message has a duplicate key in an object',
  number_out_of_range: 'The message has a number that is too large for a double',
  too_deep: 'The message is nested too deep',
};

export function invalidJsonMessage(verdict: {
  /** A sentence about "The text", with the position where there is one. */
  readonly explanation: string;
}): string {
  const what = verdict.explanation.replace(/^The text/, 'The message').replace(/\.$/, '');
  return `${what}; the unmodified text is in detail.text.`;
}

export function scalarMessage(value: unknown): string {
  const what = value === null ? 'null' : `a ${typeof value}`;
  return `The message is ${what}, but it must be an object or an array.`;
}

export function mismatchMessage(violations: readonly Violation[]): string {
  const [first] = violations;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  const what = first === undefined ? '' : `: ${describeViolation(first, 'the value')}${more}`;
  return `The answer is not valid against the schema${asSentence(what)}`;
}

export function toolErrorMessage({ total, failed }: { total: number; failed: number }): string {
  const calls = total === 1 ? 'The only tool call' : `${failed} of ${total} tool calls`;
  return `${calls} failed, and the run is to fail then. The answer conforms but is not used; it is in detail.text.`;
}

/** @param lastReported - the last error or reconnect notice of codex, which may be why the turn took so long */
export function timeoutMessage(limit: 'overall' | 'idle', ms: number, lastReported: string | null): string {
  const what =
    limit === 'overall'
      ? `The run timed out after ${formatDuration(ms)}`
      : `codex wrote no output for ${formatDuration(ms)} and was stopped`;
  const reported = reportedBefore(lastReported);
  if (reported !== '') return `${what}.${reported}`;
  return `${what}; raise the ${limit === 'overall' ? 'time' : 'idle'} limit.`;
}

function reportedBefore(message: string | null): string {
  const text = clipLine(message ?? '', 300).trim();
  return text === '' ? '' : ` Before that, codex reported: ${asSentence(text)}`;
}

export function parseTimeoutMessage(ms: number): string {
  return `The answer is valid, but parse did not settle before the run timed out after ${formatDuration(ms)}.`;
}

export function abortedMessage(signal: string | null, lastReported: string | null = null): string {
  const what = signal === null ? 'The caller aborted the run.' : `The run was stopped by ${signal}.`;
  return `${what}${reportedBefore(lastReported)}`;
}

/** Returns the beginning of a text from outside on one line, without escapes. */
export function clipLine(text: string, length: number): string {
  return clip(safeLine(text).replace(/\s+/g, ' ').trim(), length);
}

/** Returns a text that ends with a full stop. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
