import { classify, type Verdict } from '../../outcome/classify.js';
import { statedWaitMs } from '../../outcome/reset-time.js';
import type { TurnEvidence } from '../../transports/transport.js';

/** A failure that passes: the same turn may be made again. */
export type TransientFailure = Extract<Verdict, { kind: 'turn_failed' | 'process_failed' }>;

/** What a turn came to by itself alone, whatever its answer is worth. */
export function turnVerdict(own: TurnEvidence): Verdict {
  return classify(own, { schema: null, validate: false });
}

/** Why this turn may be made again as it was; null where it may not. */
export function transientFailure(own: TurnEvidence, retryUnsafe: boolean): TransientFailure | null {
  const verdict = turnVerdict(own);
  if (verdict.kind !== 'turn_failed' && verdict.kind !== 'process_failed') return null;
  return verdict.retryable && (retryUnsafe || !verdict.workMayHaveRun) ? verdict : null;
}

/** Why a wait is not begun, as a sentence; null where it is. */
export function waitProblem(waitMs: number, leftMs: number): string | null {
  const seconds = Math.ceil(waitMs / 1000);
  if (waitMs > MAX_WAIT_MS) return `The wait of ${seconds} s that the error asks for is too long.`;
  return waitMs >= leftMs ? `A wait of ${seconds} s does not fit into the time limit.` : null;
}

/** codex did not get so far as to take the prompt. */
export function neverStarted({ stop, turn }: TurnEvidence): boolean {
  return stop === null && turn.threadId === null;
}

/** A stated wait beyond this one is not waited for: somebody should know first. */
export const MAX_WAIT_MS = 15 * 60_000;

const FIRST_WAIT_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;
/** Those who were told the same time must not all come back at it. */
const STATED_SPREAD = 0.1;

export interface RetryFacts {
  /** What the provider said, where it said something. */
  readonly message: string;
  /** ISO 8601. */
  readonly resetsAt: string | undefined;
  /** How many waits there were before this one. */
  readonly earlier: number;
  readonly now: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * How long to wait before the same turn is made again, in milliseconds: what the error states, a little more
 * so that not all come at once, or else a random time below a bound that doubles (full jitter).
 */
export function retryDelayMs({ message, resetsAt, earlier, now, random }: RetryFacts): number {
  const stated = untilReset(resetsAt, now) ?? statedWaitMs(message);
  if (stated !== undefined) return Math.ceil(stated * (1 + STATED_SPREAD * random));
  return Math.floor(random * Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** earlier));
}

/** A time that has passed says nothing. */
function untilReset(resetsAt: string | undefined, now: number): number | undefined {
  const ms = resetsAt === undefined ? 0 : Date.parse(resetsAt) - now;
  return ms > 0 ? ms : undefined;
}
