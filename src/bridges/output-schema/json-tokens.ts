import { Buffer } from 'node:buffer';
import { BACKSLASH, QUOTE } from './bytes.js';

/** The names that matter have at most 12 characters, each at most six bytes long when it is escaped; ids may be longer. */
const MAX_KEPT = 4096;

/** Passes over one JSON string in pieces of any size; keeps it where it is short and somebody asks. */
export class StringReader {
  isOpen = false;
  /** What came is no string of JSON. */
  isBroken = false;
  #keeps = false;
  #kept: Buffer[] = [];
  #size = 0;
  /** What is still to come of an escape: 5 its letter, 4 to 1 hexadecimal digits. */
  #escape = 0;

  /** Behind the opening quote. */
  start(keeps: boolean): void {
    this.isOpen = true;
    this.#keeps = keeps;
    this.#kept = [];
    this.#size = 0;
  }

  /** @returns where it stopped: behind the closing quote, or at the end of the piece */
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
        // A line break, among others, cannot stand in a string: it is left for the line to end at.
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

  /** The whole token, quotes included; null where it is not kept, being too long. */
  text(): string | null {
    if (!this.#keeps || this.#size > MAX_KEPT) return null;
    return `"${Buffer.concat(this.#kept).toString('utf8')}`;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (!this.#keeps || this.#size > MAX_KEPT) return;
    this.#size += to - from;
    if (this.#size <= MAX_KEPT) this.#kept.push(Buffer.from(bytes.subarray(from, to)));
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

/** 1 for what may stand in a string as it is. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** Most of most lines is passed here. */
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

/** A number is kept whole up to here; of each run of digits behind it only the first two: they tell enough. */
const WHOLE_UP_TO = 64;
/** More than is ever kept of a number. */
const LONGEST_KEPT = 2 * WHOLE_UP_TO;

/** Reads one number, `true`, `false` or `null` in pieces of any size. */
export class AtomReader {
  isOpen = false;
  #text = '';

  /** Whether this byte begins one. */
  start(byte: number): boolean {
    if (!isAtomByte(byte)) return false;
    this.isOpen = true;
    this.#text = String.fromCharCode(byte);
    return true;
  }

  /** Whether this byte belongs to it. */
  take(byte: number): boolean {
    if (!isAtomByte(byte)) return false;
    const isSpare = this.#text.length >= WHOLE_UP_TO && /\d\d$/.test(this.#text) && isDigit(byte);
    if (!isSpare && this.#text.length < LONGEST_KEPT) this.#text += String.fromCharCode(byte);
    return true;
  }

  /** The token, or null where it is none. */
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
