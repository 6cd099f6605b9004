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
