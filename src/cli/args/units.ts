const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The maximum that a timer supports (2^31-1 ms, about 24 days). */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Parses `500ms`, `30s`, `10m`, `1h30m` or `1.5s`; a bare number is seconds, as in `timeout(1)`.
 *
 * @returns milliseconds, or null if the text is not a duration
 */
export function parseDuration(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return withinReach(Number(text) * 1000);
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, , unit] of text.matchAll(/(\d+(\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  }
  return withinReach(total);
}

function withinReach(ms: number): number | null {
  const rounded = Math.ceil(ms);
  return rounded <= LONGEST_MS ? rounded : null;
}

const UNIT_BYTES: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1024,
  kib: 1024,
  kb: 1000,
  m: 1024 ** 2,
  mib: 1024 ** 2,
  mb: 1000 ** 2,
  g: 1024 ** 3,
  gib: 1024 ** 3,
  gb: 1000 ** 3,
};

/**
 * Parses `1048576`, `64MiB`, `10MB` or `512k`.
 *
 * @returns bytes, at least 1, or null if the text is not a size
 */
export function parseSize(text: string): number | null {
  const match = /^(\d+)([a-z]*)$/i.exec(text);
  const unit = UNIT_BYTES[match?.[2]?.toLowerCase() ?? '?'];
  if (match === null || unit === undefined) return null;
  const bytes = Number(match[1]) * unit;
  return bytes >= 1 && Number.isSafeInteger(bytes) ? bytes : null;
}
