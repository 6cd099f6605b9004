/** A place in a text; both numbers are 1-based, columns count UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Where an offset (in UTF-16 code units) is in a text.
 *
 * `\n`, `\r\n` and a lone `\r` end a line, as in the editors that people will look it up in.
 */
export function positionAt(text: string, offset: number): TextPosition {
  const end = Math.min(offset, text.length);
  const starts = lineStarts(text, end);
  return { line: starts.length, column: end - (starts.at(-1) ?? 0) + 1 };
}

/** {@link positionAt} for many offsets in one text, which is then read once. */
export function createPositioner(text: string): (offset: number) => TextPosition {
  const starts = lineStarts(text, text.length);
  return (offset) => {
    const end = Math.min(offset, text.length);
    let line = 1;
    // The last line that starts at or before it is at `line`, or later and before `after`.
    for (let after = starts.length + 1; after - line > 1; ) {
      const middle = (line + after) >> 1;
      if ((starts[middle - 1] ?? 0) <= end) line = middle;
      else after = middle;
    }
    return { line, column: end - (starts[line - 1] ?? 0) + 1 };
  };
}

/** The offsets at which lines start, those after `end` left out. */
function lineStarts(text: string, end: number): number[] {
  const starts = [0];
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) starts.push(i + 1);
  }
  return starts;
}
