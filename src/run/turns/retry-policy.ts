import { classify, type Verdict } from '../../outcome/classify.js';
import type { TurnEvidence } from '../../transports/transport.js';
import { MAX_WAIT_MS } from './retry-delay.js';

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
