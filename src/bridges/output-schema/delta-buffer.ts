/** If a stream has more than this, its deltas are no longer held back. */
const MAX_HELD_CHARACTERS = 64 * 1024 * 1024;

interface HeldItem {
  readonly turnId: string;
  readonly lines: string[];
}

/** Holds back the deltas of messages that are to be decoded, since half a message has no decoded form. */
export class DeltaBuffer {
  readonly #items = new Map<string, HeldItem>();
  /** Messages whose deltas are passed on as they come. */
  readonly #passed = new Set<string>();
  #size = 0;

  /** Passes on the deltas of this message from now on, because it is not decoded. */
  passThrough(itemId: string): void {
    this.#passed.add(itemId);
  }

  /** @returns the lines to pass on now */
  add(itemId: string, turnId: string, line: string): readonly string[] {
    if (this.#passed.has(itemId)) return [line];
    const item = this.#items.get(itemId) ?? { turnId, lines: [] };
    this.#items.set(itemId, item);
    item.lines.push(line);
    this.#size += line.length;
    if (this.#size <= MAX_HELD_CHARACTERS) return [];
    this.#passed.add(itemId);
    return this.take(itemId);
  }

  /** Removes and returns the deltas of a message that is complete. */
  take(itemId: string): readonly string[] {
    const lines = this.#items.get(itemId)?.lines ?? [];
    this.#items.delete(itemId);
    for (const line of lines) this.#size -= line.length;
    return lines;
  }

  /** Removes and returns the deltas of messages that the turn began and did not finish. */
  takeTurn(turnId: string): readonly string[] {
    const ids = [...this.#items].filter(([, item]) => item.turnId === turnId).map(([id]) => id);
    return ids.flatMap((id) => this.take(id));
  }

  takeAll(): readonly string[] {
    return [...this.#items.keys()].flatMap((id) => this.take(id));
  }
}
