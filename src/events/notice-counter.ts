import type { Notice, NoticeKind } from './turn-state.js';

/** How many occurrences of one kind are shown; all are counted. */
const MAX_EXCERPTS = 3;

/** Counts occurrences and keeps the first few, in bounded memory. */
export class NoticeCounter {
  #count = 0;
  #excerpts: string[] = [];

  /** Counts an occurrence. `excerpt` is called only if its text is kept. */
  add(excerpt: () => string): void {
    this.#count += 1;
    if (this.#excerpts.length < MAX_EXCERPTS) this.#excerpts.push(excerpt());
  }

  /** Like `add`, but keeps each text once. */
  addDistinct(excerpt: string): void {
    this.#count += 1;
    if (this.#excerpts.length < MAX_EXCERPTS && !this.#excerpts.includes(excerpt))
      this.#excerpts.push(excerpt);
  }

  /** Moves the counts of another counter into this one. */
  absorb(other: NoticeCounter): void {
    this.#count += other.#count;
    this.#excerpts = [...this.#excerpts, ...other.#excerpts].slice(0, MAX_EXCERPTS);
    other.#count = 0;
    other.#excerpts = [];
  }

  /** Returns the notice; none if nothing was counted. */
  notices(kind: NoticeKind, message: (count: number) => string): readonly Notice[] {
    if (this.#count === 0) return [];
    return [{ kind, message: message(this.#count), count: this.#count, excerpts: [...this.#excerpts] }];
  }
}
