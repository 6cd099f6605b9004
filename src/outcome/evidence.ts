import type { ThreadEvent } from '../events/event.js';
import type { TurnState } from '../events/turn-state.js';

/** What a turn left behind; `classify` makes an outcome of it. */
export interface TurnEvidence {
  readonly turn: TurnState;
  /** Empty unless they were asked for. */
  readonly events: readonly ThreadEvent[];
  /** Why we ended it, where we did: whichever cause came first. */
  readonly stop: StopCause | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Tail, at most 16 KiB, with the beginning cut and secrets hidden. */
  readonly stderr: string;
  readonly durationMs: number;
  readonly codexVersion: string | null;
  /** codex had to be stopped after its terminal event; judge as if it had exited 0. */
  readonly lingered: boolean;
  /**
   * The app server ended under the turn, which this turn had not asked for: it crashed, was killed, or had to
   * be ended for the sake of another turn.
   */
  readonly serverEnded?: true;
  /** `turn.usage` counts this turn alone (app server), not the whole thread so far (exec). */
  readonly usageOfTurn?: true;
  /** The review, where the turn was asked to put one into a schema. */
  readonly review?: string;
  /** What the first of two steps ended with, before it was put into the schema. */
  readonly work?: string;
}

export type StopCause =
  | { readonly kind: 'aborted'; readonly signal: string | null }
  | { readonly kind: 'timeout'; readonly limit: 'overall' | 'idle'; readonly ms: number };
