import type { Violation } from '../diagnostics/issue.js';
import type { InvalidJsonReason } from '../json/strict-parse.js';
import { clip } from '../text/clip.js';
import { formatDuration } from '../text/duration.js';
import type { ProcessFailureCause, TurnError, TurnErrorCode } from './outcome.js';
import { withoutStderrNoise } from './stderr-noise.js';

/** The wording of every failure that needs one; one sentence or two: what happened, what to do next. */

const TURN_ERROR_ADVICE: Record<TurnErrorCode, string> = {
  auth: "Run 'codex login', or set the API key that your provider wants.",
  usage_limit: 'Wait until the limit resets, or use another account or provider.',
  rate_limit: 'Try again in a moment.',
  overloaded: 'Try again in a moment, or name another model with -m.',
  schema_rejected: 'The provider refused the schema; change the place that it names.',
  context_window: 'Make the prompt shorter, or start a new thread.',
  truncated: 'The answer was cut at the output limit; ask for less in one answer.',
  refused: 'The model or its filter refused; change the prompt.',
  stream_lost: 'The connection to the provider was lost; try again.',
  other: "'--verbose' shows what codex did before that.",
};

export function turnFailedMessage(error: TurnError): string {
  return `The turn failed: ${asSentence(clipLine(error.message, 600))} ${TURN_ERROR_ADVICE[error.code]}`;
}

const PROCESS_ADVICE: Record<ProcessFailureCause, string> = {
  database_locked:
    'Another codex is using this CODEX_HOME; try again, or give this run a CODEX_HOME of its own.',
  not_trusted_directory:
    'This directory is not a trusted git repository; add --skip-git-repo-check to run here all the same.',
  not_logged_in: "Run 'codex login', or set the API key that your provider wants.",
  bad_argument: "codex refused an argument; compare with 'codex exec --help'.",
  bad_config: 'codex refused its configuration; fix config.toml, or try --ignore-user-config.',
  schema_file_rejected: 'codex could not read the schema file.',
  prompt_rejected: 'codex refused the prompt.',
  session_not_found: 'There is no such session; check its id, or use --last.',
  output_file: 'codex could not write its output file.',
  stdout_closed: 'The reader of its output went away.',
  panic: 'codex crashed; this is a bug in codex.',
  signal: 'Another process or the kernel killed it.',
  unknown: "'--verbose' shows all that codex wrote.",
};

export function processFailedMessage(end: {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  readonly cause: ProcessFailureCause;
  readonly lastError: string | null;
}): string {
  const how = end.signal === null ? `exited with status ${end.exitCode}` : `was killed by ${end.signal}`;
  const said = lastLine(withoutStderrNoise(end.stderr)) ?? end.lastError;
  const words = said === null ? '' : `: ${clipLine(said, 300)}`;
  return `codex ${how}${asSentence(words)} ${PROCESS_ADVICE[end.cause]}`;
}

export function noTerminalMessage(): string {
  return 'codex exited 0, but its turn never ended (no turn.completed or turn.failed came): the answer may be unfinished and is not used.';
}

export function noOutputMessage(why: { readonly dropped: boolean; readonly candidates: number }): string {
  if (why.dropped) {
    return 'The line with the answer is longer than the limit for one line, and was dropped; raise --max-line-bytes.';
  }
  if (why.candidates > 0) {
    return 'The turn ended without a final message; what the model said on the way is in detail.candidates.';
  }
  return 'The turn ended without a message: the model refused, or had nothing to say. Change the prompt, or ask again.';
}

export const JSON_REASONS: Record<InvalidJsonReason, string> = {
  syntax: 'The message is not JSON',
  trailing_data: 'The message holds more than one JSON value',
  fenced: 'The message is fenced Markdown, not bare JSON',
  truncated: 'The message is JSON that was cut off',
  bom: 'The message begins with a byte order mark',
  duplicate_key: 'The message names a key twice in one object',
  number_out_of_range: 'The message holds a number too large for a double',
  too_deep: 'The message is nested too deeply',
};

export function invalidJsonMessage(verdict: {
  readonly reason: InvalidJsonReason;
  readonly line: number;
  readonly column: number;
  readonly explanation: string;
}): string {
  const where = `(line ${verdict.line}, column ${verdict.column}: ${verdict.explanation})`;
  return `${JSON_REASONS[verdict.reason]} ${where}; the unmodified text is in detail.text.`;
}

export function scalarMessage(value: unknown): string {
  const what = value === null ? 'null' : `a ${typeof value}`;
  return `The message is JSON, but ${what}: it must be an object or an array.`;
}

export function mismatchMessage(violations: readonly Violation[]): string {
  const [first] = violations;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  const what =
    first === undefined
      ? ''
      : `: ${first.pointer === '' ? 'the value' : first.pointer}: ${first.message}${more}`;
  return `The answer is not valid against the schema${asSentence(what)}`;
}

export function toolErrorMessage({ total, failed }: { total: number; failed: number }): string {
  const calls = total === 1 ? 'The one tool call' : `${failed} of ${total} tool calls`;
  return `${calls} failed, and --fail-on-tool-error is on: the answer conforms, but is not used; it is in detail.text.`;
}

export function timeoutMessage(limit: 'overall' | 'idle', ms: number): string {
  return limit === 'overall'
    ? `The run took longer than the limit of ${formatDuration(ms)} and was stopped; raise --timeout.`
    : `codex was silent for longer than the limit of ${formatDuration(ms)} and was stopped; raise --idle-timeout.`;
}

export function parseTimeoutMessage(ms: number): string {
  return `The answer is valid against the schema, but parse did not settle within the limit of ${formatDuration(ms)} for the whole run.`;
}

export function abortedMessage(signal: string | null): string {
  return signal === null ? 'The caller aborted the run.' : `${signal} ended the run.`;
}

function lastLine(text: string): string | null {
  const lines = text.split('\n').map((line) => line.trim());
  // codex prints a stack of unknown frames after some errors; the sentence stands before it.
  const end = lines.indexOf('Stack backtrace:');
  const told = (end === -1 ? lines : lines.slice(0, end)).filter((line) => line !== '');
  const errorLine = told.find((line) => /^error\b/i.test(line));
  return errorLine ?? told.at(-1) ?? null;
}

/** Returns the beginning of a text on one line. */
export function clipLine(text: string, length: number): string {
  return clip(text.replace(/\s+/g, ' '), length);
}

/** Ends it with one full stop. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
