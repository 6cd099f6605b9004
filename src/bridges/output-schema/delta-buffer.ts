/** More than this of one stream is held back no longer. */
const MAX_HELD_CHARACTERS = 64 * 1024 * 1024;

interface HeldItem {
  readonly turnId: string;
  readonly lines: string[];
}

/**
 * The deltas of messages that are to be decoded: half a message has no decoded form, so they wait for the
 * whole of it.
 */
export class DeltaBuffer {
  readonly #items = new Map<string, HeldItem>();
  /** Messages that are shown as they come. */
  readonly #shown = new Set<string>();
  #size = 0;

  /** The deltas of this message are passed on: it is not to be decoded. */
  passThrough(itemId: string): void {
    this.#shown.add(itemId);
  }

  /** @returns the lines to be passed on now */
  add(itemId: string, turnId: string, line: string): readonly string[] {
    if (this.#shown.has(itemId)) return [line];
    const item = this.#items.get(itemId) ?? { turnId, lines: [] };
    this.#items.set(itemId, item);
    item.lines.push(line);
    this.#size += line.length;
    if (this.#size <= MAX_HELD_CHARACTERS) return [];
    this.#shown.add(itemId);
    return this.take(itemId);
  }

  /** What was held of a message, which is whole now. */
  take(itemId: string): readonly string[] {
    const lines = this.#items.get(itemId)?.lines ?? [];
    this.#items.delete(itemId);
    for (const line of lines) this.#size -= line.length;
    return lines;
  }

  /** What was held of messages that this turn began and never finished. */
  takeTurn(turnId: string): readonly string[] {
    const ids = [...this.#items].filter(([, item]) => item.turnId === turnId).map(([id]) => id);
    return ids.flatMap((id) => this.take(id));
  }

  takeAll(): readonly string[] {
    return [...this.#items.keys()].flatMap((id) => this.take(id));
  }
}
