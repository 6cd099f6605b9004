import { tryStringify } from '../../json/try-stringify.js';
import type { Redact } from './redactor.js';
import { HIDDEN } from './secret-words.js';

/**
 * Returns a JSON value with its strings redacted, each together with its name: `{"password": "x"}` is as secret as
 * `password=x`. A value nested too deep to be printed does not change, since it is never printed.
 */
export function redactJson(value: unknown, redact: Redact): unknown {
  return tryStringify(value) === null ? value : redacted(value, redact, 0);
}

/** No error is nested this deep. Deeper parts are neither redacted nor shown. */
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

/** Redacts lists such as `["--api-key", "x"]` like `--api-key x`. */
function inArray(value: unknown, before: unknown, redact: Redact, depth: number): unknown {
  const shown = redacted(value, redact, depth);
  if (typeof value !== 'string' || typeof before !== 'string' || !before.startsWith('--')) return shown;
  return redact(`${before}=${JSON.stringify(value)}`).endsWith(`="${HIDDEN}"`) ? HIDDEN : shown;
}
