/** A command without the shell that codex starts it with. */
export interface CommandLine {
  readonly command: string;
  /** The shell and its option. */
  readonly shell: string;
}

/**
 * Returns the model's command from the command line of codex; null if it does not start a shell. The
 * `commandActions` of codex are of no use for this: they leave out what codex considers minor, so that
 * `cat a | tee b` is `cat a` there (0.171.0).
 */
export function readCommandLine(line: string): CommandLine | null {
  const words = shellWords(line) ?? [];
  const [shell = '', option = '', command] = words;
  const isShell = words.length === 3 && /^-l?c$/.test(option);
  return isShell && command !== undefined ? { command, shell: `${shell} ${option}` } : null;
}

/**
 * Splits a command line as a POSIX shell does. codex (the `shlex` crate) joins the arguments of a command this way.
 *
 * @returns null if the quotes do not match
 */
export function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === "'" || char === '"') {
      const quoted = char === "'" ? readSingleQuoted(line, at + 1) : readDoubleQuoted(line, at + 1);
      if (quoted === null) return null;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (char === '\\') {
      if (at + 1 === line.length) return null;
      at += 1;
      word = (word ?? '') + (line[at] ?? '');
    } else if (/[ \t\n]/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  return word === null ? words : [...words, word];
}

interface Quoted {
  readonly text: string;
  /** The position of the closing quote. */
  readonly end: number;
}

function readSingleQuoted(line: string, from: number): Quoted | null {
  const end = line.indexOf("'", from);
  return end < 0 ? null : { text: line.slice(from, end), end };
}

/** Between double quotes, a backslash escapes only the characters that have a meaning there. */
function readDoubleQuoted(line: string, from: number): Quoted | null {
  let text = '';
  for (let at = from; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === '"') return { text, end: at };
    const next = line[at + 1] ?? '';
    if (char === '\\' && '$`"\\\n'.includes(next) && next !== '') {
      at += 1;
      text += next === '\n' ? '' : next;
    } else text += char;
  }
  return null;
}
