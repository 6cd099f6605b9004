import { HIDDEN, isOrdinary, looksRandom, SPACE } from './secret-words.js';

/** Names of secrets, as headers, JSON, TOML, shells and command lines write them. `tokens` is not one. */
const NAME = [
  '(?:proxy-)?authorization',
  'api[_-]?key',
  '(?:access|secret|private|account|master|signing|encryption|subscription)[_-]?key',
  'passw(?:or)?d|passphrase',
  'secret',
  'token',
  'credentials?',
  '_auth',
  '(?:set-)?cookie',
].join('|');

/** The closing quote of the name, the assignment, and the opening quote of the value. */
const REST = `(?:\\\\{0,4}["'\`])?(\\s{0,4}(?::=|=>|[:=])${SPACE}{0,12}|%3A${SPACE}{0,4}|%3D)(\\\\{0,4}["'\`])?`;

const PATTERNS: readonly RegExp[] = [
  new RegExp(`(${NAME})${REST}`, 'gi'),
  // A variable such as MY_PROVIDER_KEY; in lower case `_key` is the end of many harmless names.
  new RegExp(`((?<=[A-Z0-9]_)(?:KEY|PWD|PASS))${REST}`, 'g'),
  // "Incorrect API key provided: …": names with a space are those of sentences.
  new RegExp(`(api key(?: provided| is)?)${REST}`, 'gi'),
  // An element of XML.
  new RegExp(`(${NAME})(>)()(?=[^<>\\s]{6,200}</)`, 'gi'),
  // A flag of a command line, whose value comes after a space.
  new RegExp(`(--[a-z-]{0,40}?(?:${NAME}))(\\s{1,4})(?![-=:])(\\\\{0,4}["'\`])?`, 'gi'),
];

const SCHEME = new RegExp(
  `(?:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256)${SPACE}{1,12}(?=\\S)`,
  'iy',
);
const ANY_SCHEME = /[A-Za-z][A-Za-z0-9-]{1,24}[ \t]{1,4}(?=[^\s"'`,;&<>(){}[\]\\|])/y;
const BARE = /[^\s"'`,;&<>(){}[\]\\|]{1,8192}/y;
/** Cookies and lists of credentials, which are hidden up to the end of the line. */
const WHOLE_LINE = /[^\r\n"'`\\[\]]{1,8192}/y;

/** Longer values are not secrets. The limit bounds the search for their end. */
const LONGEST_VALUE = 8192;

interface Assignment {
  readonly name: string;
  readonly assigns: string;
  /** With the backslashes before it; empty if the value has none. */
  readonly quote: string;
  /** Where the value, or what is in its quotes, begins. */
  readonly start: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Hides values that are assigned to the name of a secret. */
export function hideAssignments(text: string): string {
  return PATTERNS.reduce(hideAfter, text);
}

function hideAfter(text: string, pattern: RegExp): string {
  let shown = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, name = '', assigns = '', quote = ''] = match;
    if (match.index < at || isPartOfWord(text, match.index, name)) continue;
    const assignment = { name, assigns, quote, start: match.index + whole.length };
    const value = quote === '' ? bareValue(text, assignment) : quotedValue(text, assignment);
    if (value === null) continue;
    shown += `${text.slice(at, value.start)}${HIDDEN}`;
    at = value.end;
  }
  return at === 0 ? text : shown + text.slice(at);
}

/** `token` is a word of its own in `accessToken`, `MY_TOKEN` and `GITHUBTOKEN`, but not in `betoken`. */
function isPartOfWord(text: string, index: number, name: string): boolean {
  const before = text.charAt(index - 1);
  if (!/[A-Za-z]/.test(before) || /^(?:--|passw|api)/i.test(name)) return false;
  const isCamelCase = /[a-z]/.test(before) && /^[A-Z]/.test(name);
  const isCapitals = /[A-Z]/.test(before) && name === name.toUpperCase();
  const isEscape = /\\[bfnrt]$/.test(text.slice(Math.max(index - 2, 0), index));
  return !isCamelCase && !isCapitals && !isEscape;
}

/** Up to the quote that closes it: one with no more backslashes before it than the one that opened it. */
function quotedValue(text: string, { name, quote, start }: Assignment): Span | null {
  const end = closingQuote(text, start, quote);
  const [line = ''] = text.slice(start, end).split(/[\r\n]/, 1);
  if (line.trim() === '' || isOrdinary(line) || isPlaceholder(line)) return null;
  const from = schemeEnd(text, start, name) ?? start;
  const to = start + line.length;
  return to <= from || text.startsWith(HIDDEN, from) ? null : { start: from, end: to };
}

function closingQuote(text: string, start: number, quote: string): number {
  const character = quote.slice(-1);
  const limit = Math.min(text.length, start + LONGEST_VALUE);
  let backslashes = 0;
  for (let at = start; at < limit; at += 1) {
    const here = text.charAt(at);
    if (here === character && backslashes < quote.length) return at - backslashes;
    backslashes = here === '\\' ? backslashes + 1 : 0;
  }
  return limit;
}

function bareValue(text: string, { name, assigns, start }: Assignment): Span | null {
  const afterScheme = schemeEnd(text, start, name);
  const from = afterScheme ?? start;
  const isList = /cookie$/i.test(name) || /^(?:digest|aws4)/i.test(text.slice(start, from));
  const value = matchAt(isList ? WHOLE_LINE : BARE, text, from);
  const end = from + value.length;
  if (value === '' || isOrdinary(value) || isPlaceholder(value) || isCode(text, start, end)) return null;
  if (afterScheme !== null || isList) return value.length >= 3 ? { start: from, end } : null;
  const core = value.replace(/[.:!?]{1,8}$/, '');
  const isEquals = /=|%3D/i.test(assigns);
  if (core.length < (isEquals ? 4 : 6) || /^\d{1,5}$/.test(core)) return null;
  const isSecret = isEquals || looksRandom(core) || isLastOfLine(text, end);
  return isSecret ? { start: from, end: from + core.length } : null;
}

/** `password: correcthorse` at the end of a line, but not `password: correct it`. */
function isLastOfLine(text: string, end: number): boolean {
  return /^[.!]?\s{0,8}(?:[\r\n,;&<>)}"'`|\]\\]|$)/.test(text.slice(end, end + 16));
}

/** Where the value begins after `Bearer` and the like; an unknown scheme only before what looks like a token. */
function schemeEnd(text: string, start: number, name: string): number | null {
  const known = matchAt(SCHEME, text, start);
  if (known !== '') return start + known.length;
  if (!/authorization$/i.test(name)) return null;
  const unknown = matchAt(ANY_SCHEME, text, start);
  const from = start + unknown.length;
  return unknown !== '' && looksRandom(matchAt(BARE, text, from)) ? from : null;
}

/** Whether it is source code, such as `token = getToken()`, `token = await f()`, `std::token::Token`. */
function isCode(text: string, start: number, end: number): boolean {
  return (
    text.charAt(end) === '(' ||
    /^(?:await |new |(?:process|import\.meta|os)\.env|:[A-Za-z_])/.test(text.slice(start, start + 16))
  );
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Whether it is a placeholder, such as `$TOKEN`, `${{ secrets.TOKEN }}`, `<your key>`, `***`, `…`, or a path. */
function isPlaceholder(value: string): boolean {
  return /^(?:\$|%[A-Z_]{1,64}%|<|\{|\*+$|…|\.{3}|x{4,}$|\.{1,2}\/|~\/|[A-Za-z]:\\|\/(?:home|Users|root|etc|usr|var|tmp|opt|run|mnt|srv|workspace|private)\/)/i.test(
    value,
  );
}
