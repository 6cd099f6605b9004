import type { Buffer } from 'node:buffer';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isSpace,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './bytes.js';
import { AtomReader, StringReader } from './json-tokens.js';

/** Where the schema goes into a line: in place of `[start, end)`, counted from the start of the line. */
export interface SchemaPlace {
  readonly start: number;
  readonly end: number;
  /**
   * How it goes in: as a value, as the only member of the object, or as a further one. `nowhere`: the
   * parameters are a list, in which only codex knows the place of the schema.
   */
  readonly as: 'value' | 'only member' | 'member' | 'nowhere';
}

/** `other`: nothing in this line will be changed, whatever is still to come of it. */
export type LineVerdict = 'open' | 'other';

/** codex's own reader gives up long before this (128 in 0.171.0). */
const MAX_DEPTH = 512;

/** codex takes parameters in a list only where all are there (28 in 0.171.0): a shorter one it refuses. */
const FEWEST_IN_LIST = 10;

/** What may come next. */
type Next = 'value' | 'value or close' | 'key' | 'key or close' | 'colon' | 'comma or close' | 'nothing';

/** What the value that comes next is to us. */
type Role = 'method' | 'id' | 'params' | 'outputSchema' | null;

const ENVELOPE: ReadonlyMap<string | null, Role> = new Map([
  ['method', 'method'],
  ['id', 'id'],
  ['params', 'params'],
]);
/** codex also takes a message as a list of its members. */
const ENVELOPE_LIST: readonly Role[] = ['id', 'method', 'params'];

/**
 * Reads one line of JSON-RPC as it comes, in pieces of any size, and finds out whether it is a `turn/start`
 * request and where its schema belongs. It keeps nothing but short tokens.
 *
 * A member written twice counts as codex counts it (0.171.0): of `outputSchema` the last one holds; a message
 * with two methods is refused.
 */
export class TurnStartScanner {
  verdict: LineVerdict = 'open';
  /** The `id`, as JSON text; null where there is none (yet). */
  id: string | null = null;
  readonly places: SchemaPlace[] = [];
  #isTurnStart = false;
  #next: Next = 'value';
  #role: Role = null;
  /** Of each open container: whether it is an object. */
  readonly #open: boolean[] = [];
  /** Of a message that is a list: which of its members this is. */
  #position = 0;
  #inParams = false;
  #inParamsList = false;
  #paramsMembers = 0;
  #paramsHasSchema = false;
  #length = 0;
  readonly #string = new StringReader();
  readonly #atom = new AtomReader();
  #isKey = false;

  /** Whether the line, which is over, is a whole `turn/start` request with a place for a schema. */
  get isComplete(): boolean {
    this.#endAtom();
    return this.verdict === 'open' && this.#next === 'nothing' && this.#isTurnStart && this.places.length > 0;
  }

  /**
   * Reads on from `from`.
   *
   * @returns where it stopped: at a line feed, at the end, or where the verdict fell
   */
  scan(bytes: Buffer, from: number): number {
    // Offsets in the line are offsets in this piece plus what came before it.
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
    // A lone value is no request.
    if (depth === 0 && byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) this.verdict = 'other';
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#openContainer(byte === OPEN_OBJECT);
    else if (byte === QUOTE) this.#startString(false);
    else if (this.#atom.start(byte)) {
      // What begins with an n is null, or no JSON at all: the place is marked before it may be passed on.
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
      if (this.#paramsMembers >= FEWEST_IN_LIST)
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

/** What a string says, whichever way it is escaped. */
function nameOf(token: string): string | null {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : null;
}
