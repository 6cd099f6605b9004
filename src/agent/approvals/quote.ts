import { createHash } from 'node:crypto';
import { textEnds } from '../../text/clip.js';

/** The number of characters of one text that a description shows. */
const MAX_SHOWN = 200;

/** Text that needs no quotes: it has no character with which a description continues. */
const PLAIN_WORD = /^[\w/.+@=~-]+$/;

/**
 * Characters that are invisible, look like a space, or change what a terminal shows: controls, line breaks,
 * changes of direction, zero-width and private-use characters, and lone surrogates.
 */
const HIDDEN = /^(?! )[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800]$/u;

/** Characters that look like a backtick or a backslash. */
const LOOKALIKE = /^[\u02ba\u02cb\u02f4\u2033\u2035\u2216\u29f5\u29f9\u1fef\ufe68\uff02\uff3c\uff40]$/u;

/** Marks that are drawn onto the character before them. */
const MARK = /^\p{M}$/u;
const TAKES_MARKS = /^[\p{L}\p{N}\p{M}]$/u;

interface Escapes {
  /** Characters with a meaning of their own between the quotes. */
  readonly own: Readonly<Record<string, string>>;
  readonly hidden: (char: string) => string;
}

const IN_QUOTES: Escapes = {
  own: { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '`': '\\`' },
  hidden: (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
};

/** JSON text is already escaped. */
const IN_JSON: Escapes = {
  own: {},
  hidden: (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
};

/**
 * Returns a text between backticks, on one line. Two different texts are never quoted alike, and nothing in a text
 * can end its quotation: backslashes and backticks are escaped, and invisible characters are written as `\u{1b}`. A
 * long text is cut in the middle, where the SHA-256 of the whole text stands outside the quotes.
 */
export function quote(text: string): string {
  const within = (part: string) => `\`${escapeText(part, IN_QUOTES)}\``;
  if (text.length <= MAX_SHOWN) return within(text);
  const [head, tail] = textEnds(text, MAX_SHOWN);
  const cut = text.length - head.length - tail.length;
  return `${within(head)}[${cut} characters more, sha256 ${digest(text)}]${within(tail)}`;
}

/** Returns a plain word as it is, and any other text as {@link quote} does. */
export function quoteIfNeeded(text: string): string {
  return text.length <= MAX_SHOWN && PLAIN_WORD.test(text) ? text : quote(text);
}

/** Returns a value as JSON on one line. Invisible characters are written as `\u001b`. */
export function quoteJson(value: unknown): string {
  const json = escapeText(jsonOf(value), IN_JSON);
  return json.length <= MAX_SHOWN ? json : quote(json);
}

/** Returns half of a SHA-256, which is enough against collisions. UTF-16, since UTF-8 has no lone surrogates. */
export function digest(text: string): string {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex').slice(0, 32);
}

/** Escapes the characters of `own`, and those that mislead. */
function escapeText(text: string, { own, hidden }: Escapes): string {
  let shown = '';
  let takesMarks = false;
  for (const char of text) {
    const misleads: boolean = HIDDEN.test(char) || LOOKALIKE.test(char) || (MARK.test(char) && !takesMarks);
    const rewritten: string | null = own[char] ?? (misleads ? hidden(char) : null);
    shown += rewritten ?? char;
    takesMarks = rewritten === null && TAKES_MARKS.test(char);
  }
  return shown;
}

/** Works like `JSON.stringify`, except that it keeps -0. */
function jsonOf(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`);
  return `{${members.join(',')}}`;
}
