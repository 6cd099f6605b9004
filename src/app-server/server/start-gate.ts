import { startTimer } from '../../platform/time/timer.js';
import type { TurnDeadline } from '../turn/turn-deadline.js';

/** A start that takes longer waits for something; to keep the others back meanwhile would gain nothing. */
const PATIENCE_MS = 250;

/**
 * Lets turns be started a few at once, first come first served.
 *
 * A start is all work for codex. Twenty at once share its cores and are ready together, so that the cores lie
 * idle while all of them wait for the model; one after the other, the first waits while the next is started.
 */
export class StartGate {
  #inside = 0;
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly atOnce: number,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Waits until it may start; the returned function lets the next one in, and so does a start that takes long.
   *
   * @throws {TurnStopped} where the turn is to end before its time has come
   */
  async enter(stop: Pick<TurnDeadline, 'pause' | 'race'>): Promise<() => void> {
    if (this.#inside < this.atOnce) this.#inside += 1;
    else await this.#letIn(stop);
    return this.#pass();
  }

  /** Whoever leaves hands over its place. */
  async #letIn(stop: Pick<TurnDeadline, 'pause' | 'race'>): Promise<void> {
    let handOver = () => {};
    const place = new Promise<void>((resolve) => {
      handOver = resolve;
    });
    this.#waiting.add(handOver);
    // It is not codex that is silent.
    const release = stop.pause();
    try {
      await stop.race(place);
    } catch (error) {
      if (!this.#waiting.delete(handOver)) this.#leave();
      throw error;
    } finally {
      release();
    }
  }

  #pass(): () => void {
    let isOver = false;
    const leave = () => {
      if (isOver) return;
      isOver = true;
      cancel();
      this.#leave();
    };
    const cancel = startTimer(this.patienceMs, leave);
    return leave;
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#inside -= 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
