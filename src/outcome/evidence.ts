import type { ThreadEvent } from '../events/event.js';
import type { TurnState } from '../events/turn-state.js';

/** The evidence of a turn, from which `classify` makes an outcome. */
export interface TurnEvidence {
  /** What the events amount to. */
  readonly turn: TurnState;
  /** Empty unless requested. */
  readonly events: readonly ThreadEvent[];
  /** The first reason why this program stopped it, if it did. */
  readonly stop: StopCause | null;
  /** The exit code of codex; null if it did not exit by itself, and on the app server. */
  readonly exitCode: number | null;
  /** The signal that killed codex; null if none did. */
  readonly signal: string | null;
  /** Tail, at most 16 KiB, with the beginning cut and secrets hidden. */
  readonly stderr: string;
  /** Wall time of the turn, in milliseconds. */
  readonly durationMs: number;
  /** The version of codex; null if unknown. */
  readonly codexVersion: string | null;
  /** codex was stopped after its terminal event, which counts as exit code 0. */
  readonly lingered: boolean;
  /**
   * The app server exited during the turn, not because of it: it crashed, was killed, or was stopped because of
   * another turn.
   */
  readonly serverEnded?: true;
  /** The model that answered (app server), or that was requested (exec); null or absent if unknown. */
  readonly model?: string | null;
  /** `turn.usage` counts this turn only (app server), not the whole thread so far (exec). */
  readonly usageOfTurn?: true;
  /** The review, if the turn converts one to the schema. */
  readonly review?: string;
  /** The result of the first of two steps, before it was converted to the schema. */
  readonly work?: string;
}

export type StopCause =
  | { readonly kind: 'aborted'; readonly signal: string | null }
  | { readonly kind: 'timeout'; readonly limit: 'overall' | 'idle'; readonly ms: number };
