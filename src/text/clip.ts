/**
 * Returns the beginning of a text; an ellipsis stands for the rest.
 *
 * @param length - of the result at most, in characters; half of a surrogate pair is never left
 */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  // A character has at most two code units, so the rest of a long text need not be looked at.
  const characters = Array.from(text.slice(0, 2 * length + 2));
  if (characters.length <= length) return text;
  return `${characters.slice(0, Math.max(0, length - 1)).join('')}…`;
}

/** Returns a text of at most `limit` characters: the middle of a longer text is replaced by an ellipsis. */
export function clipMiddle(text: string, limit: number): string {
  return text.length <= limit ? text : textEnds(text, limit - 1).join('…');
}

/**
 * Returns the beginning and the end of a longer text, at most `limit` characters together. Neither has half of a
 * surrogate pair at the cut, which has no UTF-8.
 */
export function textEnds(text: string, limit: number): readonly [head: string, tail: string] {
  const half = Math.floor(limit / 2);
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, '');
  return [head, tail];
}
