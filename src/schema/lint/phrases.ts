const longest = 80;

/** A name in quotes, escaped and cut where it is too long to read. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > longest ? `${name.slice(0, longest)}…` : name);
}
