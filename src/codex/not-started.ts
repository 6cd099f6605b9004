import { TurnAccumulator } from '../events/turn-accumulator.js';
import type { StopCause, TurnEvidence } from '../outcome/evidence.js';

/** Returns the evidence of a turn that was stopped before anything of it had started. */
export function notStarted(
  stop: StopCause | null,
  startedAt: number,
  codexVersion: string | null,
): TurnEvidence {
  return {
    turn: new TurnAccumulator().state(),
    events: [],
    stop,
    exitCode: null,
    signal: null,
    stderr: '',
    durationMs: Math.round(performance.now() - startedAt),
    codexVersion,
    lingered: false,
  };
}
