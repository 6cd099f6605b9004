import { startTimer } from '../../platform/time/timer.js';
import type { TurnDeadline } from '../turn/turn-deadline.js';

/** A start that takes longer waits for something other than the CPU, so it need not delay the others. */
const PATIENCE_MS = 250;

/**
 * Starts a few turns at once, in the order of their calls.
 *
 * The start of a turn keeps a core busy. If twenty start at once, all of them are ready late and at the same time, and
 * then the cores are idle while they wait for the model.
 */
export class StartGate {
  #inside = 0;
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly atOnce: number,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Waits until the turn may start. The next one may start when the returned function is called, or after a while.
   *
   * @throws {TurnStoppedError} if the turn is stopped first
   */
  async enter(stop: Pick<TurnDeadline, 'pause' | 'race'>): Promise<() => void> {
    if (this.#inside < this.atOnce) this.#inside += 1;
    else await this.#letIn(stop);
    return this.#pass();
  }

  /** Waits for the place of a turn that leaves. */
  async #letIn(stop: Pick<TurnDeadline, 'pause' | 'race'>): Promise<void> {
    let handOver = () => {};
    const place = new Promise<void>((resolve) => {
      handOver = resolve;
    });
    this.#waiting.add(handOver);
    // The idle timeout must not count while codex has nothing to do.
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
