import { Buffer } from 'node:buffer';
import { currentItemType } from './item-types.js';
import { isWordAt, NameTable } from './name-table.js';
import { endOfPlainString, skipColon, skipSpace, skipValue } from './skip-json.js';
import type { ItemStage } from './turn-accumulator.js';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const TYPE = Buffer.from('type');
const ITEM = Buffer.from('item');
const STATUS = Buffer.from('status');
const ITEM_TYPE = Buffer.from('item_type');
const EXIT_CODE = Buffer.from('exit_code');

/** Events whose content decides something: they are always parsed. */
const DECIDING = new Set([
  'thread.started',
  'session.created',
  'turn.started',
  'turn.completed',
  'turn.failed',
  'error',
]);
const ITEM_STAGES: ReadonlySet<string> = new Set(['item.started', 'item.updated', 'item.completed']);

interface EventType {
  readonly name: string;
  readonly decides: boolean;
  readonly stage: ItemStage | null;
}

interface ItemType {
  readonly name: string;
  /** Whether the content matters once the item is completed. */
  readonly matters: boolean;
}

function eventTypeOf(name: string): EventType {
  return { name, decides: DECIDING.has(name), stage: ITEM_STAGES.has(name) ? (name as ItemStage) : null };
}

function itemTypeOf(spelling: string): ItemType {
  const name = currentItemType(spelling);
  return { name, matters: name === 'agent_message' || name === 'error' };
}

/**
 * Reads only the types of a line whose content does not matter: an item that is not a completed message, or an unknown
 * event. Most bytes of a stream are such lines (the output of commands), and parsing them would take most of the time.
 *
 * It checks the whole line as strictly as `JSON.parse`, and leaves every unusual line to the parser (invalid, an escaped
 * name, two items, an item that is not an object). Of a duplicate field, the last one counts, as in `JSON.parse`.
 */
export class EventScanner {
  readonly #eventTypes = new NameTable(eventTypeOf);
  readonly #itemTypes = new NameTable(itemTypeOf);
  readonly #statuses = new NameTable((name) => name);
  #event: EventType | null = null;
  #item: ItemType | null = null;
  #oldItem: ItemType | null = null;
  #sawItem = false;

  /** What has been read of the last line, also where `scan` gave up on it. */
  status: string | null = null;
  exitCode: number | null = null;

  get eventType(): string | null {
    return this.#event === null ? null : this.#event.name;
  }

  /** The stage where the event is one of an item. */
  get itemStage(): ItemStage | null {
    return this.#event === null ? null : this.#event.stage;
  }

  get itemType(): string | null {
    const type = this.#item ?? this.#oldItem;
    return type === null ? null : type.name;
  }

  /** Whether the event is a deciding one, or a completed item whose content matters; false while unknown. */
  get contentMatters(): boolean {
    if (this.#event === null) return false;
    if (this.#event.stage !== 'item.completed') return this.#event.decides;
    return (this.#item ?? this.#oldItem)?.matters ?? false;
  }

  /**
   * Reads the line that starts at `start` and ends with a line feed. Returns the offset of the line feed if this object
   * now has everything that matters about the line, and -1 if the line must be parsed.
   */
  scan(bytes: Buffer, start: number): number {
    this.#event = null;
    this.#item = null;
    this.#oldItem = null;
    this.#sawItem = false;
    this.status = null;
    this.exitCode = null;
    let at = this.#object(bytes, skipSpace(bytes, start), false);
    if (at < 0) return -1;
    at = skipSpace(bytes, at);
    if (bytes[at] !== LINE_FEED || this.#event === null || this.contentMatters) return -1;
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
      const length = keyEnd - key;
      at = isItem ? this.#itemField(bytes, key, length, at) : this.#eventField(bytes, key, length, at);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSE_OBJECT ? at + 1 : -1;
  }

  #eventField(bytes: Buffer, key: number, length: number, at: number): number {
    if (length === 4 && isWordAt(bytes, key, TYPE)) {
      const end = stringEnd(bytes, at);
      if (end < 0) return -1;
      this.#event = this.#eventTypes.at(bytes, at + 1, end);
      return this.contentMatters ? -1 : end + 1;
    }
    if (length === 4 && isWordAt(bytes, key, ITEM)) {
      if (this.#sawItem) return -1;
      this.#sawItem = true;
      return this.#object(bytes, at, true);
    }
    return skipValue(bytes, at);
  }

  #itemField(bytes: Buffer, key: number, length: number, at: number): number {
    if (length === 4 && isWordAt(bytes, key, TYPE)) {
      const end = stringEnd(bytes, at);
      if (end < 0) return -1;
      this.#item = this.#itemTypes.at(bytes, at + 1, end);
      return this.contentMatters ? -1 : end + 1;
    }
    if (length === 6 && isWordAt(bytes, key, STATUS)) {
      const end = stringEnd(bytes, at);
      if (end < 0) return -1;
      this.status = this.#statuses.at(bytes, at + 1, end);
      return end + 1;
    }
    if (length === 9 && isWordAt(bytes, key, ITEM_TYPE)) {
      const end = stringEnd(bytes, at);
      if (end < 0) return -1;
      this.#oldItem = this.#itemTypes.at(bytes, at + 1, end);
      return end + 1;
    }
    const end = skipValue(bytes, at);
    if (end >= 0 && length === 9 && isWordAt(bytes, key, EXIT_CODE)) {
      const value: unknown = JSON.parse(bytes.toString('latin1', at, end));
      this.exitCode = typeof value === 'number' ? value : null;
    }
    return end;
  }
}

/** The closing quote of the plain string that starts with the quote at `at`; -1 for every other value. */
function stringEnd(bytes: Buffer, at: number): number {
  return bytes[at] === QUOTE ? endOfPlainString(bytes, at + 1) : -1;
}
