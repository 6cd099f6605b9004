import { tryStringify } from '../json/try-stringify.js';
import { codeOfErrorInfo } from './codex-error-info.js';
import { reportsMissingCredentials } from './missing-credentials.js';
import type { TurnError, TurnErrorCode } from './outcome.js';
import { resetTimeOf } from './reset-time.js';

/**
 * Reads codex's native error. codex puts the provider's error into one string: a sentence, or the whole JSON error body
 * (codex-cli 0.171, measured). If it writes its own sentence, it drops the provider's code.
 */
export function readTurnError(native: unknown, lastError: string | null): TurnError {
  const own = textOf(native);
  const text = own.trim() === '' ? (lastError ?? '') : own;
  const body = embeddedJson(text);
  const message = humanMessage(body) ?? text;
  const haystack = normalize(`${text}\n${message}\n${structuredCodes(native)}`);
  const code = codeOfErrorInfo(native) ?? codeOfText(haystack);
  const resetsAt =
    code === 'usage_limit' || code === 'rate_limit' ? resetTimeOf(text, body ?? native) : undefined;
  return {
    code,
    message: message.trim() === '' ? 'codex gave no reason' : message.trim(),
    native: tryStringify(native) === null && native !== undefined ? TOO_DEEP : native,
    ...(resetsAt === undefined ? {} : { resetsAt }),
  };
}

function codeOfText(haystack: string): TurnErrorCode {
  if (reportsMissingCredentials(haystack)) return 'auth';
  return CODE_PATTERNS.find(([, pattern]) => pattern.test(haystack))?.[0] ?? 'other';
}

/**
 * In order of precedence: codex wraps one cause in the words of another ("stream disconnected before
 * completion: Incomplete response returned, reason: content_filter"), so the specific ones come first.
 */
const CODE_PATTERNS: readonly (readonly [TurnErrorCode, RegExp])[] = [
  ['schema_rejected', /invalid_json_schema|invalid schema for response_format/],
  ['usage_limit', /usage[_ ]limit|insufficient_quota|\bquota\b|purchase more credits|usagelimitexceeded/],
  [
    'auth',
    /status:? 40[13]\b|\b401 unauthorized|\b403 forbidden|"?httpstatuscode"?:\s*40[13]\b|refresh token|\bsign(ing)? in\b|log ?in again|not logged in|invalid[_ ]api[_ ]key|incorrect api key|missing bearer/,
  ],
  [
    'context_window',
    /context[_ ]window|context[_ ]length|contextwindowexceeded|input_too_large|exceeds the maximum length/,
  ],
  ['refused', /content[_ ]filter|\brefusal\b|invalid_prompt|usage policy|flagged/],
  ['truncated', /max_output_tokens|incomplete response/],
  ['rate_limit', /status:? 429\b|\b429 too many|"?httpstatuscode"?:\s*429\b|too many requests|rate[_ ]limit/],
  [
    'overloaded',
    /status:? 5(0[0234]|29)\b|\b50[0234] [a-z]|"?httpstatuscode"?:\s*50\d\b|at capacity|overloaded|high demand|internal server error|internalservererror|slow_down/,
  ],
  [
    'stream_lost',
    /disconnected|connection (was )?(lost|reset|refused|closed|aborted|failed)|connect(ion)? error|network error|error sending request|timed? ?out|idle timeout|econn/,
  ],
];

/** Replaces a native error that cannot be printed; `--events` has it byte for byte. */
const TOO_DEEP = 'nested too deep to be kept';

function textOf(native: unknown): string {
  if (typeof native === 'string') return native;
  const message = field(native, 'message');
  return typeof message === 'string' ? message : '';
}

/** Returns codes in fields (the app server's `codexErrorInfo`, a provider's `code` and `type`). */
function structuredCodes(native: unknown): string {
  if (typeof native !== 'object' || native === null) return '';
  const { message: _text, ...rest } = native as Record<string, unknown>;
  return tryStringify(rest) ?? '';
}

/** Parses the JSON object in an error text, with or without a prefix. Never used on answers. */
function embeddedJson(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end <= start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    // An error text with other braces is an ordinary sentence.
    return undefined;
  }
}

/** Returns the message of `{error: {message}}`, `{message}`, `{detail}` or `{error: "…"}`, as providers send it. */
function humanMessage(body: unknown): string | undefined {
  for (const candidate of [
    field(field(body, 'error'), 'message'),
    field(body, 'message'),
    field(body, 'detail'),
    field(body, 'error'),
  ]) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate;
  }
  return undefined;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Replaces typographic apostrophes, which codex writes ("You’ve hit your usage limit"). */
function normalize(text: string): string {
  return text.replace(/[\u2018\u2019\u02bc]/g, "'").toLowerCase();
}
