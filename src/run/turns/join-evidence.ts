import type { TurnState } from '../../events/turn-state.js';
import type { TurnEvidence } from '../../outcome/evidence.js';

/** Adds the evidence of a run's earlier turns to that of its latest turn. */
export function joinEvidence(earlier: TurnEvidence, later: TurnEvidence): TurnEvidence {
  const [first, second] = [earlier.turn, later.turn];
  const isSameThread = second.threadId === null || second.threadId === first.threadId;
  const turn: TurnState = {
    ...second,
    threadId: second.threadId ?? first.threadId,
    // Usage is a total of the thread; a turn that did not complete reports none.
    usage: second.usage ?? (isSameThread ? first.usage : null),
    sawEvent: first.sawEvent || second.sawEvent,
    sawTurn: first.sawTurn || second.sawTurn,
    sawWork: first.sawWork || second.sawWork,
    toolCalls: {
      total: first.toolCalls.total + second.toolCalls.total,
      failed: first.toolCalls.failed + second.toolCalls.failed,
    },
    notices: [...first.notices, ...second.notices],
  };
  const { review, work } = { ...earlier, ...later };
  return {
    ...later,
    turn,
    events: [...earlier.events, ...later.events],
    durationMs: earlier.durationMs + later.durationMs,
    codexVersion: later.codexVersion ?? earlier.codexVersion,
    ...(review === undefined ? {} : { review }),
    ...(work === undefined ? {} : { work }),
  };
}
