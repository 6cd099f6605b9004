import type { Usage } from '../../events/event.js';
import type { Notice, TurnState } from '../../events/turn-state.js';
import type { TurnEvidence } from '../../outcome/evidence.js';

/** Adds the evidence of a run's earlier turns to that of its latest turn. */
export function joinEvidence(earlier: TurnEvidence, later: TurnEvidence): TurnEvidence {
  const [first, second] = [earlier.turn, later.turn];
  const isSameThread = second.threadId === null || second.threadId === first.threadId;
  const turn: TurnState = {
    ...second,
    threadId: second.threadId ?? first.threadId,
    // A turn that did not complete reports none.
    usage:
      later.usageOfTurn === true
        ? sumOf(first.usage, second.usage)
        : (second.usage ?? (isSameThread ? first.usage : null)),
    sawEvent: first.sawEvent || second.sawEvent,
    sawTurn: first.sawTurn || second.sawTurn,
    sawWork: first.sawWork || second.sawWork,
    toolCalls: {
      total: first.toolCalls.total + second.toolCalls.total,
      failed: first.toolCalls.failed + second.toolCalls.failed,
    },
    notices: [...first.notices, ...(earlier.review === undefined ? [] : [REVIEW_USAGE]), ...second.notices],
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

/** codex 0.171 reports zeros for a review (exec), or nothing (app server). */
const REVIEW_USAGE: Notice = {
  kind: 'usage',
  message:
    'codex does not report the tokens of a review; usage counts only the turn that returned it as JSON.',
  count: 1,
  excerpts: [],
};

function sumOf(first: Usage | null, second: Usage | null): Usage | null {
  if (first === null || second === null) return first ?? second;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]) as Set<keyof Usage>;
  return Object.fromEntries([...names].map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]));
}
