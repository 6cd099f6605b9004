const SHOWN = 20;

/** The first few of them, in quotes. @param count - how many there are in all */
export function listOf(ids: readonly string[], count: number): string {
  const shown = ids
    .slice(0, SHOWN)
    .map((id) => JSON.stringify(id.length > 100 ? `${id.slice(0, 100)}…` : id));
  return `${shown.join(', ')}${count > shown.length ? ', …' : ''}`;
}

/** `3, 7-9, …` */
export function rangesOf(ranges: readonly (readonly [from: number, to: number])[]): string {
  const shown = ranges.slice(0, SHOWN).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return `${shown.join(', ')}${ranges.length > shown.length ? ', …' : ''}`;
}
