import type { Notice, NoticeKind } from './turn-state.js';

/** How many occurrences of one kind are shown; all are counted. */
const MAX_EXCERPTS = 3;

/** Counts occurrences and keeps the first few, in bounded memory. */
export class NoticeCounter {
  #count = 0;
  #excerpts: string[] = [];

  /** `excerpt` is only called while there is room for one more. */
  add(excerpt: () => string): void {
    this.#count += 1;
    if (this.#excerpts.length < MAX_EXCERPTS) this.#excerpts.push(excerpt());
  }

  /** As `add`, where telling the same thing three times would help nobody. */
  addDistinct(excerpt: string): void {
    this.#count += 1;
    if (this.#excerpts.length < MAX_EXCERPTS && !this.#excerpts.includes(excerpt))
      this.#excerpts.push(excerpt);
  }

  /** Takes over what the other has counted, and empties it. */
  absorb(other: NoticeCounter): void {
    this.#count += other.#count;
    this.#excerpts = [...this.#excerpts, ...other.#excerpts].slice(0, MAX_EXCERPTS);
    other.#count = 0;
    other.#excerpts = [];
  }

  /** No notice where nothing happened. */
  notices(kind: NoticeKind, message: (count: number) => string): readonly Notice[] {
    if (this.#count === 0) return [];
    return [{ kind, message: message(this.#count), count: this.#count, excerpts: [...this.#excerpts] }];
  }
}
