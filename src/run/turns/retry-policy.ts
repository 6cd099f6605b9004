import { classify, type Verdict } from '../../outcome/classify.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import { statedWaitMs } from '../../outcome/reset-time.js';

/** A temporary failure, after which the same turn may be retried. */
export type TransientFailure = Extract<Verdict, { kind: 'turn_failed' | 'process_failed' }>;

/** Classifies a turn by itself, without judging its answer. */
export function turnVerdict(own: TurnEvidence): Verdict {
  return classify(own, { schema: null, validate: false });
}

/** Returns the failure for which a turn may be retried; null if it may not. */
export function transientFailure(own: TurnEvidence, retryUnsafe: boolean): TransientFailure | null {
  const verdict = turnVerdict(own);
  if (verdict.kind !== 'turn_failed' && verdict.kind !== 'process_failed') return null;
  return verdict.retryable && (retryUnsafe || !verdict.workMayHaveRun) ? verdict : null;
}

/** Returns why a wait is too long, as a sentence; null if it is not. */
export function waitProblem(waitMs: number, leftMs: number): string | null {
  const seconds = Math.ceil(waitMs / 1000);
  if (waitMs > MAX_WAIT_MS)
    return `Not retried: the error asks for a wait of ${seconds} s, more than the maximum of ${MAX_WAIT_MS / 1000} s.`;
  return waitMs >= leftMs ? `Not retried: a wait of ${seconds} s would exceed the time limit.` : null;
}

/** Whether codex exited before it accepted the prompt. */
export function neverStarted({ stop, turn }: TurnEvidence): boolean {
  return stop === null && turn.threadId === null;
}

/** A longer wait, if the error asks for it, is not waited for: the caller should decide. */
export const MAX_WAIT_MS = 15 * 60_000;

const FIRST_WAIT_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** Spreads the retries of clients that were given the same time. */
const STATED_SPREAD = 0.1;

export interface RetryFacts {
  /** The provider's message; empty if there is none. */
  readonly message: string;
  /** ISO 8601. */
  readonly resetsAt: string | undefined;
  /** The number of earlier waits. */
  readonly earlier: number;
  readonly now: number;
  /** At least 0 and below 1. */
  readonly random: number;
}

/**
 * Returns how long to wait before a retry, in milliseconds: the time that the error states plus up to 10 %, or else a
 * random time below a limit that doubles with each retry (full jitter).
 */
export function retryDelayMs({ message, resetsAt, earlier, now, random }: RetryFacts): number {
  const stated = untilReset(resetsAt, now) ?? statedWaitMs(message);
  if (stated !== undefined) return Math.ceil(stated * (1 + STATED_SPREAD * random));
  return Math.floor(random * Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** earlier));
}

/** Ignores a time in the past. */
function untilReset(resetsAt: string | undefined, now: number): number | undefined {
  const ms = resetsAt === undefined ? 0 : Date.parse(resetsAt) - now;
  return ms > 0 ? ms : undefined;
}
