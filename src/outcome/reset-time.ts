/**
 * Returns when a limit resets, as ISO 8601; undefined if that is not certain. codex writes the local time of the machine
 * ("try again at Nov 30th, 2026 12:24 AM."); providers send `resets_at` in epoch seconds. A time without a date, or a
 * span ("in 2 hours"), would need a clock and is ignored.
 */
export function resetTimeOf(text: string, body: unknown): string | undefined {
  return fromEpochSeconds(body) ?? fromSentence(text);
}

function fromEpochSeconds(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const record = body as Record<string, unknown>;
  const own = record['resets_at'];
  if (typeof own === 'number' && Number.isFinite(own) && own > 0) return toIso(own * 1000);
  return fromEpochSeconds(record['error']);
}

const DATED =
  /try again at ([A-Z][a-z]{2,8}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? (\d{1,2}:\d{2}(?::\d{2})? ?[AP]M)/i;

function fromSentence(text: string): string | undefined {
  const match = DATED.exec(text);
  if (match === null) return undefined;
  const [, month, day, year, time] = match;
  return toIso(Date.parse(`${month} ${day}, ${year} ${time}`));
}

function toIso(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const UNIT_MS: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milli)/, 1],
  [/^s/, 1_000],
  [/^m/, 60_000],
  [/^h/, 3_600_000],
];

const SPAN =
  /\b(?:again|retry|wait|reset\w*)\b[^.\d]{0,40}?\b(?:in|after|for)\s+((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)(?![a-z])[\s,]*(?:and\s+)?)+)/i;

/** Returns the time to wait that an error names ("try again in 1.5s", "in 6m0s"), in milliseconds, if it names one. */
export function statedWaitMs(text: string): number | undefined {
  const span = SPAN.exec(text)?.[1];
  if (span === undefined) return undefined;
  let total = 0;
  for (const [, amount, unit = ''] of span.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const factor = UNIT_MS.find(([name]) => name.test(unit.toLowerCase()))?.[1] ?? 0;
    total += Number(amount) * factor;
  }
  return Math.ceil(total);
}
