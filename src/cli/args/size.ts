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
 * `1048576`, `64MiB`, `10MB`, `512k`.
 *
 * @returns bytes, at least 1, or null where the text is no such size
 */
export function parseSize(text: string): number | null {
  const match = /^(\d+)([a-z]*)$/i.exec(text);
  const unit = UNIT_BYTES[match?.[2]?.toLowerCase() ?? '?'];
  if (match === null || unit === undefined) return null;
  const bytes = Number(match[1]) * unit;
  return bytes >= 1 && Number.isSafeInteger(bytes) ? bytes : null;
}
