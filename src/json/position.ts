/** A place in a text; both numbers are 1-based, columns count UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the line and column of an offset (in UTF-16 code units).
 *
 * `\n`, `\r\n` and a single `\r` end a line, as in editors.
 */
export function positionAt(text: string, offset: number): TextPosition {
  const end = Math.min(offset, text.length);
  const starts = lineStarts(text, end);
  return { line: starts.length, column: end - (starts.at(-1) ?? 0) + 1 };
}

/** Like {@link positionAt}, for many offsets in one text, which is scanned once. */
export function createPositioner(text: string): (offset: number) => TextPosition {
  const starts = lineStarts(text, text.length);
  return (offset) => {
    const end = Math.min(offset, text.length);
    let line = 1;
    // The last line that starts at or before the offset is in [line, after).
    for (let after = starts.length + 1; after - line > 1; ) {
      const middle = (line + after) >> 1;
      if ((starts[middle - 1] ?? 0) <= end) line = middle;
      else after = middle;
    }
    return { line, column: end - (starts[line - 1] ?? 0) + 1 };
  };
}

/** Returns the offsets at which lines start, up to `end`. */
function lineStarts(text: string, end: number): number[] {
  const starts = [0];
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) starts.push(i + 1);
  }
  return starts;
}
