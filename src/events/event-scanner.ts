import type { Buffer } from 'node:buffer';
import { todaysItemType } from './item-kinds.js';
import { endOfPlainString, skipColon, skipSpace, skipValue } from './json-skip.js';
import { NameTable } from './name-table.js';
import type { ItemStage } from './turn-accumulator.js';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Events whose content decides something: they are always parsed. */
const DECIDING = new Set([
  'thread.started',
  'session.created',
  'turn.started',
  'turn.completed',
  'turn.failed',
  'error',
]);

/**
 * Finds out the little that matters of a line whose content does not: an item that is no completed message,
 * or an unknown event. Most bytes of a stream are such lines (the output of commands), and parsing them is
 * most of the time that reading it takes.
 *
 * It is never wrong: it checks the whole line as strictly as `JSON.parse`, and passes on every line that is
 * in any way unusual (invalid, an escaped name, two items, an item that is no object). Where a field comes
 * twice the last one holds, as there.
 */
export class EventScanner {
  readonly #names = new NameTable();
  #sawItem = false;
  #itemOldType: string | null = null;
  #itemNewType: string | null = null;
  #exitCode: number | null = null;

  /** What has been read of the last line; also where `scan` gave up on it. */
  eventType: string | null = null;
  status: string | null = null;

  get itemType(): string | null {
    const type = this.#itemNewType ?? this.#itemOldType;
    return type === null ? null : todaysItemType(type);
  }

  get exitCode(): number | null {
    return this.#exitCode;
  }

  /** The stage where the event is one of an item. */
  get itemStage(): ItemStage | null {
    const type = this.eventType;
    return type === 'item.started' || type === 'item.updated' || type === 'item.completed' ? type : null;
  }

  /** Whether the event is a deciding one, or a completed item whose content matters; false while unknown. */
  get contentMatters(): boolean {
    if (this.eventType === null) return false;
    if (DECIDING.has(this.eventType)) return true;
    return (
      this.eventType === 'item.completed' && (this.itemType === 'agent_message' || this.itemType === 'error')
    );
  }

  /**
   * Reads the line that starts at `start` and ends with a line feed. Gives where that line feed is if this
   * object now says all that matters about the line, and -1 if it must be parsed.
   */
  scan(bytes: Buffer, start: number): number {
    this.eventType = null;
    this.status = null;
    this.#sawItem = false;
    this.#itemOldType = null;
    this.#itemNewType = null;
    this.#exitCode = null;
    let at = this.#object(bytes, skipSpace(bytes, start), false);
    if (at < 0) return -1;
    at = skipSpace(bytes, at);
    if (bytes[at] !== LINE_FEED || this.eventType === null || this.contentMatters) return -1;
    return this.itemStage === null || this.itemType !== null ? at : -1;
  }

  /** Past an object that is not empty: the event itself, or its item. */
  #object(bytes: Buffer, start: number, isItem: boolean): number {
    if (bytes[start] !== OPEN_OBJECT) return -1;
    let at = start;
    do {
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== QUOTE) return -1;
      const key = at + 1;
      const keyEnd = endOfPlainString(bytes, key);
      if (keyEnd < 0) return -1;
      at = skipColon(bytes, keyEnd + 1);
      if (at < 0) return -1;
      at = isItem ? this.#itemField(bytes, key, keyEnd, at) : this.#eventField(bytes, key, keyEnd, at);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSE_OBJECT ? at + 1 : -1;
  }

  #eventField(bytes: Buffer, key: number, keyEnd: number, at: number): number {
    // All the names that matter have four bytes here.
    if (keyEnd - key !== 4) return skipValue(bytes, at);
    const name = this.#names.nameAt(bytes, key, keyEnd);
    if (name === 'type') {
      const end = this.#stringEnd(bytes, at);
      if (end < 0) return -1;
      this.eventType = this.#names.nameAt(bytes, at + 1, end);
      return this.contentMatters ? -1 : end + 1;
    }
    if (name === 'item') {
      if (this.#sawItem) return -1;
      this.#sawItem = true;
      return this.#object(bytes, at, true);
    }
    return skipValue(bytes, at);
  }

  #itemField(bytes: Buffer, key: number, keyEnd: number, at: number): number {
    if (keyEnd - key > 9) return skipValue(bytes, at);
    switch (this.#names.nameAt(bytes, key, keyEnd)) {
      case 'type': {
        const end = this.#stringEnd(bytes, at);
        if (end < 0) return -1;
        this.#itemNewType = this.#names.nameAt(bytes, at + 1, end);
        return this.contentMatters ? -1 : end + 1;
      }
      case 'item_type': {
        const end = this.#stringEnd(bytes, at);
        if (end < 0) return -1;
        this.#itemOldType = this.#names.nameAt(bytes, at + 1, end);
        return end + 1;
      }
      case 'status': {
        const end = this.#stringEnd(bytes, at);
        if (end < 0) return -1;
        this.status = this.#names.nameAt(bytes, at + 1, end);
        return end + 1;
      }
      case 'exit_code': {
        const end = skipValue(bytes, at);
        if (end < 0) return -1;
        const value: unknown = JSON.parse(bytes.toString('latin1', at, end));
        this.#exitCode = typeof value === 'number' ? value : null;
        return end;
      }
      default:
        return skipValue(bytes, at);
    }
  }

  /** The closing quote of the plain string that starts with the quote at `at`; -1 for every other value. */
  #stringEnd(bytes: Buffer, at: number): number {
    return bytes[at] === QUOTE ? endOfPlainString(bytes, at + 1) : -1;
  }
}
