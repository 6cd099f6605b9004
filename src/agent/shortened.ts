/** A text in at most that many characters; what is cut out of its middle is marked. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const [head, tail] = ends(text, limit - 1);
  return `${head}…${tail}`;
}

/** The beginning and the end of a text that is longer, at most that many characters together. */
export function ends(text: string, limit: number): readonly [head: string, tail: string] {
  const half = Math.floor(limit / 2);
  return [text.slice(0, wholeUpTo(text, half)), text.slice(wholeFrom(text, text.length - half))];
}

/** Half a character is none for codex: it would not read the line that it comes in. */
function wholeUpTo(text: string, end: number): number {
  return isHigh(text.charCodeAt(end - 1)) ? end - 1 : end;
}

function wholeFrom(text: string, start: number): number {
  return isHigh(text.charCodeAt(start - 1)) ? start + 1 : start;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
