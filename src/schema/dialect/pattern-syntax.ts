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

/** Names the first syntax in a pattern that some dialects of regular expressions do not have; undefined if none. */
export function rareSyntax(pattern: string): string | undefined {
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === '\\') {
      const found = named(ofEscape, pattern.slice(i, i + 2));
      // In a class `\b` is a backspace and `\1` a character.
      if (found !== undefined && (!inClass || found === 'a Unicode class')) return found;
      i++;
    } else if (inClass) {
      inClass = char !== ']';
    } else if (char === '[') {
      inClass = true;
    } else if (char === '(') {
      const found = named(ofGroup, pattern.slice(i, i + 4));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function named(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([start]) => start.test(text))?.[1];
}
