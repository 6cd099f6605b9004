import { tryStringify } from '../../json/try-stringify.js';
import type { Redact } from './redactor.js';
import { HIDDEN } from './secret-words.js';

/**
 * A value of JSON with its strings redacted, each with the name that it has: `{"password": "x"}` says as much as
 * `password=x`. What nobody could print for its depth stays as it is: it is left out wherever it would be printed.
 */
export function redactJson(value: unknown, redact: Redact): unknown {
  return tryStringify(value) === null ? value : redacted(value, redact, 0);
}

/** No error is nested like this; what is deeper is not looked at, and so not shown. */
const DEEPEST = 1000;

function redacted(value: unknown, redact: Redact, depth: number): unknown {
  if (depth > DEEPEST) return HIDDEN;
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value))
    return value.map((item, index) => inArray(item, value[index - 1], redact, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).map(([key, item]) => [
    redact(key),
    underName(item, key, redact, depth + 1),
  ]);
  return Object.fromEntries(shown);
}

function underName(value: unknown, name: string, redact: Redact, depth: number): unknown {
  const shown = redacted(value, redact, depth);
  if (typeof value !== 'string' || shown !== value) return shown;
  const pair = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return redact(pair).endsWith(`:"${HIDDEN}"`) ? HIDDEN : shown;
}

/** `["--api-key", "x"]` says as much as `--api-key x`. */
function inArray(value: unknown, before: unknown, redact: Redact, depth: number): unknown {
  const shown = redacted(value, redact, depth);
  if (typeof value !== 'string' || typeof before !== 'string' || !before.startsWith('--')) return shown;
  return redact(`${before}=${JSON.stringify(value)}`).endsWith(`="${HIDDEN}"`) ? HIDDEN : shown;
}
