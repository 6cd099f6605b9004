import { createHash } from 'node:crypto';
import { ends } from '../shortened.js';

/** How much of one text a description shows, in characters. */
const LONGEST = 200;

/** What needs no quotes: it has no sign with which a description goes on. */
const PLAIN_WORD = /^[\w/.+@=~-]+$/;

/**
 * What does not show, shows as a space, or has a terminal show something else: controls, line breaks, the signs
 * that turn the direction of what follows, those without a width, halves of characters, and those for which
 * each font has a sign of its own.
 */
const HIDDEN = /^(?! )[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800]$/u;

/** What looks like a quote or a backslash of ours. */
const LOOKALIKE = /^[\u02ba\u02cb\u02f4\u2033\u2035\u2216\u29f5\u29f9\u1fef\ufe68\uff02\uff3c\uff40]$/u;

/** Signs that are drawn onto the one before them. */
const MARK = /^\p{M}$/u;
const BEARS_MARKS = /^[\p{L}\p{N}\p{M}]$/u;

interface Escapes {
  /** Signs that mean something where the text stands. */
  readonly own: Readonly<Record<string, string>>;
  readonly hidden: (sign: string) => string;
}

const IN_QUOTES: Escapes = {
  own: { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '`': '\\`' },
  hidden: (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
};

/** JSON text has its own escapes already. */
const IN_JSON: Escapes = {
  own: {},
  hidden: (sign) =>
    [...Array(sign.length).keys()]
      .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
};

/**
 * A text between backticks, on one line. Two different texts are never quoted alike, and nothing in a text can
 * end its quotation: a backslash and a backtick have a backslash before them, and what does not show is
 * written as `\u{1b}`. A long text is cut in its middle; the SHA-256 of all of it stands there, outside of the
 * quotes.
 */
export function quote(text: string): string {
  const within = (part: string) => `\`${visible(part, IN_QUOTES)}\``;
  if (text.length <= LONGEST) return within(text);
  const [head, tail] = ends(text, LONGEST);
  const cut = text.length - head.length - tail.length;
  return `${within(head)}[${cut} characters more, sha256 ${digest(text)}]${within(tail)}`;
}

/** A word as it is, where it cannot be taken for anything else; otherwise {@link quote}. */
export function quoteIfNeeded(text: string): string {
  return text.length <= LONGEST && PLAIN_WORD.test(text) ? text : quote(text);
}

/** A value as JSON on one line, in which what does not show is written as `\u001b`. */
export function quoteJson(value: unknown): string {
  const json = visible(jsonOf(value), IN_JSON);
  return json.length <= LONGEST ? json : quote(json);
}

/** Half of a SHA-256: enough that nobody finds two texts with the same. Not of UTF-8, which lacks lone surrogates. */
export function digest(text: string): string {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex').slice(0, 32);
}

/** Rewrites each sign that `escape` names, and each that does not show. */
function visible(text: string, { own, hidden }: Escapes): string {
  let shown = '';
  let bearsMarks = false;
  for (const sign of text) {
    const misleads: boolean = HIDDEN.test(sign) || LOOKALIKE.test(sign) || (MARK.test(sign) && !bearsMarks);
    const rewritten: string | null = own[sign] ?? (misleads ? hidden(sign) : null);
    shown += rewritten ?? sign;
    bearsMarks = rewritten === null && BEARS_MARKS.test(sign);
  }
  return shown;
}

/** As `JSON.stringify`, but for -0, which it takes for 0. */
function jsonOf(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`);
  return `{${members.join(',')}}`;
}
