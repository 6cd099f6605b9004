import type { TimeSource } from '../../../../src/run/turns/time-source.js';

/** Time that passes only by waits and by `pass`; remembers the waits. */
export class FakeClock implements TimeSource {
  readonly waits: number[] = [];
  #ms = 0;

  constructor(
    private readonly start = Date.parse('2030-01-01T00:00:00Z'),
    private readonly chance = 0.5,
    private readonly whileWaiting: () => void = () => {},
  ) {}

  now(): number {
    return this.start + this.#ms;
  }

  elapsed(): number {
    return this.#ms;
  }

  random(): number {
    return this.chance;
  }

  pass(ms: number): void {
    this.#ms += ms;
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(ms);
    this.whileWaiting();
    if (signal?.aborted !== true) this.#ms += ms;
  }
}
