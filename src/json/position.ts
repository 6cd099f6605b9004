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
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const endsLine = code === 0x0a || (code === 0x0d && text.charCodeAt(i + 1) !== 0x0a);
    if (endsLine) {
      line++;
      lineStart = i + 1;
    }
  }
  return { line, column: end - lineStart + 1 };
}
