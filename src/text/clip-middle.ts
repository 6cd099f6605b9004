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
