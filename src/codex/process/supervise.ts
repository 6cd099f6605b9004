import { setMaxListeners } from 'node:events';
import type { StopCause } from '../../outcome/evidence.js';
import { type Cancel, SilenceTimer, startTimer } from '../../platform/time/timer.js';
import { AbortedBySignal, type TurnLimits } from '../turn-request.js';

export interface SuperviseOptions {
  readonly limits: TurnLimits;
  /** How much of the overall limit is used up already, in milliseconds. */
  readonly elapsedMs: number;
  readonly signal?: AbortSignal;
  /** Ends codex; called once. */
  readonly stop: () => void;
}

/**
 * Decides when a turn has to be ended from outside, and remembers the first cause.
 *
 * Once the turn's terminal event is there the answer is known: from then on only the exit grace and an
 * abort count, and a limit that runs out merely cuts the grace short.
 */
export class Supervisor {
  /** Why the turn was ended; null where it ended by itself, or merely lingered. */
  cause: StopCause | null = null;
  /** Whether codex was ended because it did not exit after its terminal event. */
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
      // One signal may well abort a hundred turns: that is no leak.
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

  /** codex wrote something. */
  touch(): void {
    this.#idle.touch();
  }

  /** codex waits for an answer of ours: until the returned function is called its silence is none. */
  pause(): Cancel {
    return this.#idle.hold();
  }

  /** Whether the turn's terminal event has come; it may be taken back by another turn that starts. */
  terminalSeen(seen: boolean): void {
    if (seen === this.#terminal) return;
    this.#terminal = seen;
    this.#cancelGrace();
    if (seen) this.#cancelGrace = startTimer(this.options.limits.exitGraceMs, () => this.#endLingering());
  }

  /** codex has exited: nothing is left to decide. */
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

/** The cause that an aborted signal stands for. */
export function abortCause(signal: AbortSignal | undefined): StopCause {
  const reason: unknown = signal?.reason;
  return { kind: 'aborted', signal: reason instanceof AbortedBySignal ? reason.signal : null };
}
