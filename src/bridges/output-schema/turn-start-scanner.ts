import type { Buffer } from 'node:buffer';
import {
  AtomReader,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isSpace,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  StringReader,
} from './json-tokens.js';

/** The position of the schema in a line: it replaces `[start, end)`, counted in bytes from the start of the line. */
export interface SchemaPlace {
  readonly start: number;
  readonly end: number;
  /**
   * The form of the schema: a value, the only member of the object, or one more member. `nowhere`: the parameters
   * are a list, in which only codex knows the position of the schema.
   */
  readonly as: 'value' | 'only member' | 'member' | 'nowhere';
}

/** `other`: nothing in this line will be changed, whatever its rest is. */
export type LineVerdict = 'open' | 'other';

/** The parser of codex gives up long before this (128 in 0.171.0). */
const MAX_DEPTH = 512;

/** codex accepts parameters in a list only if all are present (28 in 0.171.0). */
const MIN_LIST_LENGTH = 10;

/** What may come next. */
type Next = 'value' | 'value or close' | 'key' | 'key or close' | 'colon' | 'comma or close' | 'nothing';

/** The meaning of the next value. */
type Role = 'method' | 'id' | 'params' | 'outputSchema' | null;

const ENVELOPE: ReadonlyMap<string | null, Role> = new Map([
  ['method', 'method'],
  ['id', 'id'],
  ['params', 'params'],
]);
/** codex also accepts a message as a list of its members. */
const ENVELOPE_LIST: readonly Role[] = ['id', 'method', 'params'];

/**
 * Reads one line of JSON-RPC in pieces of any size, and finds out whether it is a `turn/start` request and where
 * its schema belongs. Only short tokens are kept.
 *
 * Duplicate members count as in codex (0.171.0): the last `outputSchema` wins, and a message with two methods is
 * rejected.
 */
export class TurnStartScanner {
  verdict: LineVerdict = 'open';
  /** The `id` as JSON text; null if there is none (yet). */
  id: string | null = null;
  readonly places: SchemaPlace[] = [];
  #isTurnStart = false;
  #next: Next = 'value';
  #role: Role = null;
  /** For each open container, whether it is an object. */
  readonly #open: boolean[] = [];
  /** The position in a message that is a list. */
  #position = 0;
  #inParams = false;
  #inParamsList = false;
  #paramsMembers = 0;
  #paramsHasSchema = false;
  #length = 0;
  readonly #string = new StringReader();
  readonly #atom = new AtomReader();
  #isKey = false;

  /** Whether the line, which has ended, is a complete `turn/start` request with a position for the schema. */
  get isComplete(): boolean {
    this.#endAtom();
    return this.verdict === 'open' && this.#next === 'nothing' && this.#isTurnStart && this.places.length > 0;
  }

  /**
   * Continues reading at `from`.
   *
   * @returns where it stopped: at a line feed, at the end, or where the verdict was reached
   */
  scan(bytes: Buffer, from: number): number {
    // An offset in the line is the offset in this piece plus the length of the earlier pieces.
    const base = this.#length - from;
    let at = from;
    while (at < bytes.length && this.verdict === 'open') {
      if (this.#string.isOpen) at = this.#inString(bytes, at);
      else if (this.#atom.isOpen && this.#atom.take(bytes[at] ?? 0)) at += 1;
      else {
        this.#endAtom();
        const byte = bytes[at] ?? 0;
        if (byte === LINE_FEED) break;
        if (!isSpace(byte)) this.#token(byte, base + at);
        at += 1;
      }
    }
    this.#length += at - from;
    return at;
  }

  #inString(bytes: Buffer, from: number): number {
    const at = this.#string.take(bytes, from);
    if (this.#string.isBroken) this.verdict = 'other';
    else if (!this.#string.isOpen) this.#endString(this.#string.text());
    return at;
  }

  #token(byte: number, offset: number): void {
    if (this.#next === 'colon') {
      if (byte === COLON) this.#next = 'value';
      else this.verdict = 'other';
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close(byte === CLOSE_OBJECT, offset);
    else if (this.#next === 'comma or close') {
      if (byte === COMMA) this.#nextMember();
      else this.verdict = 'other';
    } else if (this.#next === 'nothing') this.verdict = 'other';
    else if (this.#next === 'key' || this.#next === 'key or close') {
      if (byte === QUOTE) this.#startString(true);
      else this.verdict = 'other';
    } else this.#startValue(byte, offset);
  }

  #startValue(byte: number, offset: number): void {
    const depth = this.#open.length;
    // A scalar is not a request.
    if (depth === 0 && byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) this.verdict = 'other';
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#openContainer(byte === OPEN_OBJECT);
    else if (byte === QUOTE) this.#startString(false);
    else if (this.#atom.start(byte)) {
      // A value that begins with n is null or invalid. Its position is recorded before it can be passed on.
      if (this.#role === 'outputSchema' && byte === 0x6e) {
        this.places.push({ start: offset, end: offset + 4, as: 'value' });
      }
    } else this.verdict = 'other';
  }

  #nextMember(): void {
    const isObject = this.#open.at(-1) === true;
    this.#next = isObject ? 'key' : 'value';
    if (isObject) return;
    if (this.#open.length === 1) {
      this.#position += 1;
      this.#role = ENVELOPE_LIST[this.#position] ?? null;
    } else if (this.#inParamsList && this.#open.length === 2) this.#paramsMembers += 1;
  }

  #openContainer(isObject: boolean): void {
    const depth = this.#open.length;
    if (depth >= MAX_DEPTH || this.#role === 'method') this.verdict = 'other';
    if (depth === 1 && this.#role === 'params') {
      this.#inParams = isObject;
      this.#inParamsList = !isObject;
      this.#paramsMembers = isObject ? 0 : 1;
      this.#paramsHasSchema = false;
    }
    this.#role = depth === 0 && !isObject ? (ENVELOPE_LIST[0] ?? null) : null;
    this.#open.push(isObject);
    this.#next = isObject ? 'key or close' : 'value or close';
  }

  #close(isObject: boolean, offset: number): void {
    const mayClose =
      this.#next === 'comma or close' || this.#next === (isObject ? 'key or close' : 'value or close');
    if (!mayClose || this.#open.pop() !== isObject) {
      this.verdict = 'other';
      return;
    }
    if (this.#inParams && this.#open.length === 1) {
      this.#inParams = false;
      const as = this.#paramsMembers === 0 ? 'only member' : 'member';
      if (!this.#paramsHasSchema) this.places.push({ start: offset, end: offset, as });
    }
    if (this.#inParamsList && this.#open.length === 1) {
      this.#inParamsList = false;
      if (this.#paramsMembers >= MIN_LIST_LENGTH)
        this.places.push({ start: offset, end: offset, as: 'nowhere' });
    }
    this.#valueDone();
  }

  #startString(isKey: boolean): void {
    this.#isKey = isKey;
    const isOfInterest = isKey ? this.#isNamingDepth() : this.#role === 'method' || this.#role === 'id';
    this.#string.start(isOfInterest);
  }

  #endString(text: string | null): void {
    if (this.#isKey) this.#named(text);
    else this.#scalarDone(text);
  }

  #endAtom(): void {
    if (!this.#atom.isOpen) return;
    const text = this.#atom.end();
    if (text === null) this.verdict = 'other';
    else this.#scalarDone(text);
  }

  #isNamingDepth(): boolean {
    return this.#open.length === 1 || (this.#inParams && this.#open.length === 2);
  }

  #named(key: string | null): void {
    this.#next = 'colon';
    if (!this.#isNamingDepth()) return;
    const name = key === null ? null : nameOf(key);
    if (this.#open.length === 2) {
      this.#paramsMembers += 1;
      this.#role = name === 'outputSchema' ? 'outputSchema' : null;
      if (name === 'outputSchema') this.#paramsHasSchema = true;
    } else {
      this.#role = ENVELOPE.get(name) ?? null;
    }
  }

  #scalarDone(text: string | null): void {
    if (this.#role === 'method') {
      if (this.#isTurnStart || text === null || nameOf(text) !== 'turn/start') this.verdict = 'other';
      this.#isTurnStart = true;
    } else if (this.#role === 'id') this.id = text;
    this.#role = null;
    this.#valueDone();
  }

  #valueDone(): void {
    this.#next = this.#open.length === 0 ? 'nothing' : 'comma or close';
  }
}

/** Returns the unescaped text of a string. */
function nameOf(token: string): string | null {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : null;
}
