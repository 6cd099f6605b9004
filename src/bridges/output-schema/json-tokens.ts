import { Buffer } from 'node:buffer';

export const LINE_FEED = 0x0a;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const BACKSLASH = 0x5c;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Whether it is JSON whitespace within a line. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/** In bytes. The names that matter have at most 12 characters, six bytes each if they are escaped; ids may be longer. */
const MAX_TOKEN = 4096;

/** Reads one JSON string in pieces of any size. Keeps its text on request, if it is short. */
export class StringReader {
  isOpen = false;
  /** The bytes are not a JSON string. */
  isBroken = false;
  #keeps = false;
  #kept: Buffer[] = [];
  #size = 0;
  /** The rest of an escape: 5 is its letter, 4 to 1 are the remaining hexadecimal digits. */
  #escape = 0;

  /** Starts after the opening quote. */
  start(keeps: boolean): void {
    this.isOpen = true;
    this.#keeps = keeps;
    this.#kept = [];
    this.#size = 0;
  }

  /** @returns where it stopped: after the closing quote, or at the end of the piece */
  take(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length) {
      if (this.#escape > 0) {
        this.#escaped(bytes[at] ?? 0);
        at += 1;
      } else {
        at = pastPlain(bytes, at);
        if (at === bytes.length) break;
        const byte = bytes[at];
        at += 1;
        if (byte === BACKSLASH) this.#escape = 5;
        else if (byte === QUOTE) this.isOpen = false;
        // A control character is invalid in a string. It is not consumed, since a line break ends the line.
        else {
          this.isBroken = true;
          at -= 1;
        }
      }
      if (this.isBroken || !this.isOpen) break;
    }
    this.#keep(bytes, from, at);
    return at;
  }

  /** Returns the whole token with its quotes; null if it was not kept, or is too long. */
  text(): string | null {
    if (!this.#keeps || this.#size > MAX_TOKEN) return null;
    return `"${Buffer.concat(this.#kept).toString('utf8')}`;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (!this.#keeps || this.#size > MAX_TOKEN) return;
    this.#size += to - from;
    if (this.#size <= MAX_TOKEN) this.#kept.push(Buffer.from(bytes.subarray(from, to)));
  }

  #escaped(byte: number): void {
    if (this.#escape < 5) {
      if (isHex(byte)) this.#escape -= 1;
      else this.isBroken = true;
    } else if (byte === 0x75) this.#escape = 4;
    else if ('"\\/bfnrt'.includes(String.fromCharCode(byte))) this.#escape = 0;
    else this.isBroken = true;
  }
}

/** 1 for each byte that needs no escape in a string. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** Most bytes of most lines are skipped here. */
function pastPlain(bytes: Buffer, from: number): number {
  const end = bytes.length;
  let at = from;
  while (at < end && PLAIN[bytes[at] as number] === 1) at += 1;
  return at;
}

function isHex(byte: number): boolean {
  return /[0-9a-fA-F]/.test(String.fromCharCode(byte));
}

const ATOM = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** A number is kept whole up to this length. After that, two digits of each run of digits are enough to validate it. */
const MAX_EXACT = 64;
/** The maximum that is kept of a number. */
const MAX_ATOM = 2 * MAX_EXACT;

/** Reads one number, `true`, `false` or `null` in pieces of any size. */
export class AtomReader {
  isOpen = false;
  #text = '';

  /** Returns whether this byte begins one. */
  start(byte: number): boolean {
    if (!isAtomByte(byte)) return false;
    this.isOpen = true;
    this.#text = String.fromCharCode(byte);
    return true;
  }

  /** Returns whether this byte belongs to it. */
  take(byte: number): boolean {
    if (!isAtomByte(byte)) return false;
    const isRedundant = this.#text.length >= MAX_EXACT && /\d\d$/.test(this.#text) && isDigit(byte);
    if (!isRedundant && this.#text.length < MAX_ATOM) this.#text += String.fromCharCode(byte);
    return true;
  }

  /** Returns the token; null if it is invalid. */
  end(): string | null {
    this.isOpen = false;
    return ATOM.test(this.#text) ? this.#text : null;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Letters, digits, signs and the point. */
function isAtomByte(byte: number): boolean {
  return (
    isDigit(byte) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e ||
    byte === 0x45
  );
}
