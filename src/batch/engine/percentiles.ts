/** So many values are kept as they are. */
const EXACT = 4096;
/** Beyond that, each counts as one of the steps between which there is 1 %: off by half of it. */
const STEP = Math.log(1.01);

/** Percentiles of any number of durations, in bounded memory. */
export class Percentiles {
  #exact: number[] | null = [];
  readonly #steps = new Map<number, number>();
  #count = 0;

  add(ms: number): void {
    this.#count += 1;
    if (this.#exact === null) {
      this.#step(ms);
      return;
    }
    this.#exact.push(ms);
    if (this.#exact.length <= EXACT) return;
    for (const value of this.#exact) this.#step(value);
    this.#exact = null;
  }

  /** @param share from 0 to 1; null where nothing was added */
  at(share: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(Math.ceil(share * this.#count), 1);
    if (this.#exact !== null) return [...this.#exact].sort((a, b) => a - b)[rank - 1] ?? null;
    let seen = 0;
    for (const [step, count] of [...this.#steps].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= rank) return Math.round(Math.exp((step + 0.5) * STEP) - 1);
    }
    return null;
  }

  #step(ms: number): void {
    const step = Math.floor(Math.log(ms + 1) / STEP);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
  }
}
