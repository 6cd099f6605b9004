/**
 * Walks over JSON without making anything of it, exactly as strict as `JSON.parse`.
 *
 * Every function takes where to start and gives where the thing ended, or -1 where it is not valid (or nested
 * too deeply to follow). There are no bounds checks: a line feed must stand somewhere behind the start, and
 * no JSON text on one line gets past it.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Deeper than any event of codex; what is deeper still is left to the real parser. */
const MAX_DEPTH = 256;

/** 1 for what may stand in a string as it is. Bytes from 0x80 on are judged by `isUtf8`, not here. */
const PLAIN = table((byte) => byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH);
/** 1 for what may stand in a string that is compared byte by byte. */
const PLAIN_ASCII = table((byte) => byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH && byte < 0x80);
const DIGIT = table((byte) => byte >= 0x30 && byte <= 0x39);
const HEX = table((byte) => /[0-9a-fA-F]/.test(String.fromCharCode(byte)));
const SIMPLE_ESCAPE = table((byte) => '"\\/bfnrt'.includes(String.fromCharCode(byte)));

function table(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

/** Which kind of container is open at which depth; the closing bracket of it. */
const closers = new Uint8Array(MAX_DEPTH);

/** Past spaces, tabs and carriage returns. */
export function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at += 1;
  return at;
}

/** Past the closing quote; `start` is behind the opening one. */
export function skipString(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    // Most bytes of most streams pass here: four a turn measured half the time of one.
    for (;;) {
      if (PLAIN[bytes[at] as number] !== 1) break;
      if (PLAIN[bytes[at + 1] as number] !== 1) {
        at += 1;
        break;
      }
      if (PLAIN[bytes[at + 2] as number] !== 1) {
        at += 2;
        break;
      }
      if (PLAIN[bytes[at + 3] as number] !== 1) {
        at += 3;
        break;
      }
      at += 4;
    }
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] !== BACKSLASH) return -1;
    at = skipEscape(bytes, at + 1);
    if (at < 0) return -1;
  }
}

/** The closing quote of a string of ASCII without escapes; -1 for every other string. */
export function endOfPlainString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (PLAIN_ASCII[bytes[at] as number] === 1) at += 1;
  return bytes[at] === QUOTE ? at : -1;
}

/** Past one value of any kind. */
export function skipValue(bytes: Uint8Array, start: number): number {
  // Most values are strings, and need nothing of what follows.
  if (bytes[start] === QUOTE) return skipString(bytes, start + 1);
  let depth = 0;
  let at = start;
  for (;;) {
    at = skipSpace(bytes, at);
    const opener = bytes[at];
    if (opener === QUOTE) at = skipString(bytes, at + 1);
    else if (opener === OPEN_OBJECT || opener === OPEN_ARRAY) {
      // In ASCII the closing bracket of both kinds stands two behind the opening one.
      const closer = opener + 2;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] === closer) at += 1;
      else {
        if (depth === MAX_DEPTH) return -1;
        closers[depth] = closer;
        depth += 1;
        if (closer === CLOSE_OBJECT) at = skipKey(bytes, at);
        if (at < 0) return -1;
        continue;
      }
    } else at = skipAtom(bytes, at);
    // A value is done: close what ends with it.
    for (;;) {
      if (at < 0 || depth === 0) return at;
      at = skipSpace(bytes, at);
      const closer = closers[depth - 1];
      if (bytes[at] === closer) {
        depth -= 1;
        at += 1;
        continue;
      }
      if (bytes[at] !== COMMA) return -1;
      at = closer === CLOSE_ARRAY ? at + 1 : skipKey(bytes, skipSpace(bytes, at + 1));
      if (at < 0) return -1;
      break;
    }
  }
}

/** Past a key and its colon. */
function skipKey(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) return -1;
  const end = skipString(bytes, start + 1);
  return end < 0 ? -1 : skipColon(bytes, end);
}

/** Past a colon and the space around it. */
export function skipColon(bytes: Uint8Array, start: number): number {
  const at = skipSpace(bytes, start);
  return bytes[at] === COLON ? skipSpace(bytes, at + 1) : -1;
}

function skipEscape(bytes: Uint8Array, at: number): number {
  if (SIMPLE_ESCAPE[bytes[at] as number] === 1) return at + 1;
  if (bytes[at] !== 0x75) return -1;
  for (let digit = 1; digit <= 4; digit += 1) if (HEX[bytes[at + digit] as number] !== 1) return -1;
  return at + 5;
}

function skipAtom(bytes: Uint8Array, at: number): number {
  switch (bytes[at]) {
    case 0x74: // true
      return bytes[at + 1] === 0x72 && bytes[at + 2] === 0x75 && bytes[at + 3] === 0x65 ? at + 4 : -1;
    case 0x66: // false
      return bytes[at + 1] === 0x61 &&
        bytes[at + 2] === 0x6c &&
        bytes[at + 3] === 0x73 &&
        bytes[at + 4] === 0x65
        ? at + 5
        : -1;
    case 0x6e: // null
      return bytes[at + 1] === 0x75 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x6c ? at + 4 : -1;
    default:
      return skipNumber(bytes, at);
  }
}

function skipNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  if (bytes[at] === 0x30) at += 1;
  else at = skipDigits(bytes, at);
  if (at >= 0 && bytes[at] === 0x2e) at = skipDigits(bytes, at + 1);
  if (at >= 0 && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    const sign = bytes[at + 1];
    at = skipDigits(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
  }
  return at;
}

/** Past one digit or more. */
function skipDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (DIGIT[bytes[at] as number] === 1) at += 1;
  return at === start ? -1 : at;
}
