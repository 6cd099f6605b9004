/** The longest delay of a Node timer, some 25 days; anything above fires at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Cancels what was armed; harmless when it has fired, or was cancelled before. */
export type Cancel = () => void;

/** Calls back once after `ms`; never, where `ms` is 0. */
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
 * Calls back whenever nothing was heard (`touch`) for `ms`; never, where `ms` is 0.
 *
 * A blocked event loop is not taken for silence: what came in meanwhile is let in before it is judged.
 */
export class SilenceTimer {
  #lastHeard = performance.now();
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
    this.#lastHeard = performance.now();
  }

  /** No silence counts until the returned function is called; it starts anew then. */
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
    this.#cancel = startTimer(ms, () => setImmediate(() => this.#judge()));
  }

  #judge(): void {
    if (this.#stopped) return;
    if (this.#holds > 0) this.touch();
    const left = this.ms - (performance.now() - this.#lastHeard);
    if (left <= 0) this.silent();
    if (!this.#stopped) this.#arm(left > 0 ? Math.ceil(left) : this.ms);
  }
}
