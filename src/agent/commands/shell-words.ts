/**
 * The words of a command line as a POSIX shell reads them: what codex (the `shlex` crate) makes of the
 * arguments that it would start a command with.
 *
 * @returns null where the quotes do not match
 */
export function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (sign === "'" || sign === '"') {
      const quoted = sign === "'" ? plainUntil(line, at + 1) : escapedUntil(line, at + 1);
      if (quoted === null) return null;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (sign === '\\') {
      if (at + 1 === line.length) return null;
      at += 1;
      word = (word ?? '') + (line[at] ?? '');
    } else if (/[ \t\n]/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + sign;
  }
  return word === null ? words : [...words, word];
}

interface Quoted {
  readonly text: string;
  /** Where the closing quote is. */
  readonly end: number;
}

function plainUntil(line: string, from: number): Quoted | null {
  const end = line.indexOf("'", from);
  return end < 0 ? null : { text: line.slice(from, end), end };
}

/** Between double quotes a backslash counts only before what would mean something else there. */
function escapedUntil(line: string, from: number): Quoted | null {
  let text = '';
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (sign === '"') return { text, end: at };
    const next = line[at + 1] ?? '';
    if (sign === '\\' && '$`"\\\n'.includes(next) && next !== '') {
      at += 1;
      text += next === '\n' ? '' : next;
    } else text += sign;
  }
  return null;
}
