import { wrapLines } from '../output/wrap.js';

/** Wider lines are hard to read on any terminal. Also the width without a terminal. */
const MAX_WIDTH = 100;
/** Narrower columns would hold single words. */
const MIN_WIDTH = 40;

/** Returns the width of help on a terminal with this many columns. */
export function helpWidth(columns: number | undefined): number {
  return Math.max(MIN_WIDTH, Math.min(columns || MAX_WIDTH, MAX_WIDTH));
}

/** Returns a paragraph of help. */
export function fill(text: string, width: number): string {
  return wrapLines(text, width).join('\n');
}

/**
 * Lays out rows of two or more columns, indented by two. The last column is wrapped below itself; it starts on a line
 * of its own if the columns before it take too much of the width. A string is a heading.
 */
export function table(rows: readonly (string | readonly string[])[], width: number): readonly string[] {
  const cells = rows.filter((row) => typeof row !== 'string').map((row) => row.slice(0, -1));
  const widths = (cells[0] ?? []).map((_, column) => {
    const lengths = cells.map((row) => row[column]?.length ?? 0);
    return Math.max(0, ...lengths.filter((length) => length <= width * 0.4));
  });
  const indent = 2 + widths.reduce((sum, column) => sum + column + 2, 0);
  return rows.flatMap((row, at) => {
    if (typeof row === 'string') return at === 0 ? [row] : ['', row];
    const start = `  ${row
      .slice(0, -1)
      .map((cell, column) => `${cell.padEnd(widths[column] ?? 0)}  `)
      .join('')}`;
    const [first = '', ...rest] = wrapLines(row.at(-1) ?? '', width - indent);
    const others = rest.map((line) => ' '.repeat(indent) + line);
    if (start.length > indent) return [start.trimEnd(), ' '.repeat(indent) + first, ...others];
    return [start + first, ...others];
  });
}
