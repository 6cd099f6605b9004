import { wrapLines } from '../output/wrap.js';

/** Wider lines are hard to read, whatever the terminal. Also the width where there is no terminal. */
const WIDEST = 110;
/** Narrower columns would hold single words. */
const NARROWEST = 40;

/** How wide help is on a terminal with this many columns. */
export function helpWidth(columns: number | undefined): number {
  return Math.max(NARROWEST, Math.min(columns || WIDEST, WIDEST));
}

/** A paragraph of help. */
export function fill(text: string, width: number): string {
  return wrapLines(text, width).join('\n');
}

/**
 * Rows of two or more columns, indented by two; the last column is wrapped below itself. Where the columns
 * before it take more than half of the width, it begins on a line of its own.
 */
export function table(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const heads = rows.map((row) => row.slice(0, -1));
  const widths = (heads[0] ?? []).map((_, column) => {
    const all = heads.map((head) => head[column]?.length ?? 0);
    const short = all.filter((length) => length <= width / 2);
    return Math.max(0, ...short);
  });
  const indent = 2 + widths.reduce((sum, column) => sum + column + 2, 0);
  return rows.flatMap((row) => {
    const head = row.slice(0, -1).map((cell, column) => `${cell.padEnd(widths[column] ?? 0)}  `);
    const start = `  ${head.join('')}`;
    const [first = '', ...rest] = wrapLines(row.at(-1) ?? '', width - indent);
    const others = rest.map((line) => ' '.repeat(indent) + line);
    if (start.length > indent) return [start.trimEnd(), ' '.repeat(indent) + first, ...others];
    return [start + first, ...others];
  });
}
