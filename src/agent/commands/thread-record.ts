import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fields, fieldsOf } from '../../json/fields.js';

/** codex writes its record a little after it has read the model's answer, in milliseconds from one look to the next. */
const WAITS_MS = [0, 10, 20, 40, 80, 160];

const LINE_FEED = 0x0a;

/**
 * codex's own record of a thread on disk. Of a thread that is resumed codex does not notify what the model wrote
 * (0.171.0), but it records it, before it asks about a call.
 */
export class ThreadRecord {
  #offset: number;
  #reading: Promise<unknown> = Promise.resolve();

  /** Begins where the record ends now. */
  constructor(private readonly path: string) {
    this.#offset = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Reads on until `isFound`, or for as long as that can be worth it. */
  async readUntil(isFound: () => boolean, take: (item: Fields) => void): Promise<void> {
    for (const wait of WAITS_MS) {
      if (isFound()) return;
      await sleep(wait);
      const reading = this.#reading.then(() => this.#readOn(take));
      this.#reading = reading;
      // A record that cannot be read says nothing: what it would have said stays unknown.
      if (!(await reading)) return;
    }
  }

  /** Gives each item that is new; false where there is no record. */
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
  if (!line.includes('"function_call"')) return null;
  try {
    const entry = fieldsOf(JSON.parse(line));
    return entry?.['type'] === 'response_item' ? fieldsOf(entry['payload']) : null;
  } catch {
    return null;
  }
}
