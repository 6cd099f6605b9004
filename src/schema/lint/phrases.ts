import { withCommas } from '../../text/plural.js';

const longest = 80;

/** A name in quotes, escaped and cut where it is too long to read. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > longest ? `${name.slice(0, longest)}…` : name);
}

/** `"a", "b" and 3 more`. */
export function list(names: readonly string[], count: number): string {
  const rest = count - names.length;
  const all = names.map(quoted);
  if (rest > 0) return `${all.join(', ')} and ${withCommas(rest)} more`;
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}
