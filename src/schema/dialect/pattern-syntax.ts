const ofGroup: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-around'],
  [/^\(\?</, 'a named group'],
  [/^\(\?(?!:)/, 'a group with flags'],
];

const ofEscape: readonly (readonly [RegExp, string])[] = [
  [/^\\[1-9k]/, 'a back-reference'],
  [/^\\[bB]/, 'a word boundary'],
  [/^\\[pP]/, 'a Unicode class'],
];

/** What no engine without backtracking supports, OpenAI's among them. */
export const BACKTRACKING_SYNTAX: ReadonlySet<string> = new Set(['look-around', 'a back-reference']);

/** Returns the syntax in a pattern that not every dialect of regular expressions has; nothing for a plain pattern. */
export function rareSyntax(pattern: string): ReadonlySet<string> {
  const rare = new Set<string>();
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === '\\') {
      const found = named(ofEscape, pattern.slice(i, i + 2));
      // In a class `\b` is a backspace and `\1` a character.
      if (found !== undefined && (!inClass || found === 'a Unicode class')) rare.add(found);
      i++;
    } else if (inClass) {
      inClass = char !== ']';
    } else if (char === '[') {
      inClass = true;
    } else if (char === '(') {
      const found = named(ofGroup, pattern.slice(i, i + 4));
      if (found !== undefined) rare.add(found);
    }
  }
  return rare;
}

function named(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([start]) => start.test(text))?.[1];
}
