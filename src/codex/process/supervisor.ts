import { setMaxListeners } from 'node:events';
import type { StopCause } from '../../outcome/evidence.js';
import { type Cancel, SilenceTimer, startTimer } from '../../platform/time/timer.js';
import { AbortedBySignal, type TurnLimits } from '../turn-request.js';

export interface SuperviseOptions {
  readonly limits: TurnLimits;
  /** How much of the overall limit is already used up, in milliseconds. */
  readonly elapsedMs: number;
  readonly signal?: AbortSignal;
  /** Stops codex; called once. */
  readonly stop: () => void;
}

/**
 * Stops a turn at a limit or on an abort, and records the first cause.
 *
 * After the turn's terminal event the answer is known: then only the exit grace and an abort apply, and the overall
 * limit only shortens the grace.
 */
export class Supervisor {
  /** Why the turn was stopped; null if it ended by itself or only lingered. */
  cause: StopCause | null = null;
  /** Whether codex was stopped because it did not exit after its terminal event. */
  lingered = false;
  #terminal = false;
  #stopping = false;
  #cancelGrace: Cancel = () => {};
  readonly #idle: SilenceTimer;
  readonly #release: Cancel;

  constructor(private readonly options: SuperviseOptions) {
    const { limits, elapsedMs, signal } = options;
    this.#idle = new SilenceTimer(limits.idleTimeoutMs, () => this.#limit('idle', limits.idleTimeoutMs));
    const overallLeft = limits.timeoutMs > 0 ? Math.max(limits.timeoutMs - elapsedMs, 1) : 0;
    const cancelOverall = startTimer(overallLeft, () => this.#limit('overall', limits.timeoutMs));
    const onAbort = () => {
      if (signal !== undefined) this.#end(abortCause(signal));
    };
    if (signal !== undefined) {
      // One signal may abort a hundred turns, so Node's warning about a leak would be wrong.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', onAbort, { once: true });
    }
    this.#release = () => {
      cancelOverall();
      this.#idle.stop();
      this.#cancelGrace();
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal?.aborted === true) onAbort();
  }

  /** Restarts the idle timeout: codex has written something. */
  touch(): void {
    this.#idle.touch();
  }

  /** Pauses the idle timeout until the returned function is called, while codex waits for our answer. */
  pause(): Cancel {
    return this.#idle.hold();
  }

  /** Records whether the last event was a terminal event. The start of another turn resets it. */
  terminalSeen(seen: boolean): void {
    if (seen === this.#terminal) return;
    this.#terminal = seen;
    this.#cancelGrace();
    if (seen) this.#cancelGrace = startTimer(this.options.limits.exitGraceMs, () => this.#endLingering());
  }

  /** Cancels all limits, since codex has exited. */
  release(): void {
    this.#release();
  }

  #limit(limit: 'overall' | 'idle', ms: number): void {
    if (!this.#terminal) this.#end({ kind: 'timeout', limit, ms });
    else if (limit === 'overall') this.#endLingering();
  }

  #endLingering(): void {
    if (this.#stopping) return;
    this.lingered = true;
    this.#stop();
  }

  #end(cause: StopCause): void {
    if (this.#stopping) return;
    this.cause = cause;
    this.#stop();
  }

  #stop(): void {
    this.#stopping = true;
    this.#release();
    this.options.stop();
  }
}

/** Returns the stop cause of an aborted signal. */
export function abortCause(signal: AbortSignal | undefined): StopCause {
  const reason: unknown = signal?.reason;
  return { kind: 'aborted', signal: reason instanceof AbortedBySignal ? reason.signal : null };
}
