import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fields, fieldsOf, parseFields } from '../../json/fields.js';

/** The milliseconds before each read: codex writes its record shortly after it has read the model's answer. */
const READ_DELAYS_MS = [0, 10, 20, 40, 80, 160];

const LINE_FEED = 0x0a;

/**
 * codex's own record of a thread on disk. In a resumed thread codex does not notify of what the model wrote
 * (0.171.0), but it records that before it asks about a call.
 */
export class ThreadRecord {
  #offset: number;
  #reading: Promise<unknown> = Promise.resolve();

  /** Starts at the current end of the record. */
  constructor(private readonly path: string) {
    this.#offset = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Reads new items until `isFound`, for at most a third of a second. */
  async readUntil(isFound: () => boolean, take: (item: Fields) => void): Promise<void> {
    for (const wait of READ_DELAYS_MS) {
      if (isFound()) return;
      await sleep(wait);
      const reading = this.#reading.then(() => this.#readOn(take));
      this.#reading = reading;
      // If the record cannot be read, what the model wrote stays unknown.
      if (!(await reading)) return;
    }
  }

  /** Passes each new item to `take`. Returns false if there is no record. */
  async #readOn(take: (item: Fields) => void): Promise<boolean> {
    try {
      await using file = await open(this.path);
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.max(size - this.#offset, 0));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#offset);
      const end = bytes.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1;
      this.#offset += end;
      for (const line of bytes.toString('utf8', 0, end).split('\n')) {
        const item = itemIn(line);
        if (item !== null) take(item);
      }
      return true;
    } catch {
      return false;
    }
  }
}

function itemIn(line: string): Fields | null {
  const entry = line.includes('"function_call"') ? parseFields(line) : null;
  return entry?.['type'] === 'response_item' ? fieldsOf(entry['payload']) : null;
}
