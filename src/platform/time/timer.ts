/** The longest delay of a Node timer, about 25 days; a longer one fires at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Cancels a timer. Does nothing if it has fired or is already canceled. */
export type Cancel = () => void;

/** Calls back once after `ms`; never if `ms` is 0. */
export function startTimer(ms: number, expired: () => void): Cancel {
  if (ms <= 0) return () => {};
  let timer: NodeJS.Timeout;
  const arm = (left: number) => {
    const now = Math.min(left, LONGEST_DELAY_MS);
    timer = setTimeout(() => (left > now ? arm(left - now) : expired()), now);
  };
  arm(ms);
  return () => clearTimeout(timer);
}

/**
 * Calls back whenever `touch` was not called for `ms`; never if `ms` is 0. A blocked event loop does not count as silence:
 * pending input is read first.
 */
export class SilenceTimer {
  #lastTouch = performance.now();
  #cancel: Cancel = () => {};
  #stopped = false;
  #holds = 0;

  constructor(
    private readonly ms: number,
    private readonly silent: () => void,
  ) {
    this.#arm(ms);
  }

  touch(): void {
    this.#lastTouch = performance.now();
  }

  /** Pauses the timer until the returned function is called, which restarts it. */
  hold(): Cancel {
    this.#holds += 1;
    let held = true;
    return () => {
      if (held) this.#holds -= 1;
      held = false;
      this.touch();
    };
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #arm(ms: number): void {
    // Timers run before pending input is read, immediates after it.
    this.#cancel = startTimer(ms, () => setImmediate(() => this.#check()));
  }

  #check(): void {
    if (this.#stopped) return;
    if (this.#holds > 0) this.touch();
    const left = this.ms - (performance.now() - this.#lastTouch);
    if (left <= 0) this.silent();
    if (!this.#stopped) this.#arm(left > 0 ? Math.ceil(left) : this.ms);
  }
}
