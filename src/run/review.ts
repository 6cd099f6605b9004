import { resume } from '../codex/builders.js';
import type { TurnState } from '../events/turn-state.js';
import {
  isStartFailure,
  type StartFailure,
  type Transport,
  type TurnEvidence,
  type TurnRequest,
} from '../transports/transport.js';

/** Said in the second turn; the schema says the rest. */
const AS_STRUCTURE =
  'Give the review above in the structure that is asked for: all of its findings, and nothing that it does not say.';

/**
 * A review, then its result in the schema: codex takes a schema for a review and ignores it, but a further
 * turn of the same thread keeps to one.
 *
 * A review that does not end well is the outcome; there is then no second turn.
 */
export async function runReview(
  transport: Transport,
  request: TurnRequest,
): Promise<TurnEvidence | StartFailure> {
  const startedAt = performance.now();
  const review = await transport.runTurn({ ...request, wireSchema: null });
  if (isStartFailure(review)) return review;
  const { threadId, message } = review.turn;
  const text = message?.text ?? '';
  if (threadId === null || text.trim() === '' || !endedWell(review)) return review;
  const answer = await transport.runTurn({
    ...request,
    command: resume(threadId, AS_STRUCTURE, request.command.options),
    limits: { ...request.limits, timeoutMs: left(request.limits.timeoutMs, performance.now() - startedAt) },
  });
  return isStartFailure(answer) ? answer : both(review, answer, text);
}

function endedWell({ stop, exitCode, signal, lingered, turn }: TurnEvidence): boolean {
  if (stop !== null || turn.terminal?.type !== 'turn.completed' || turn.messageDropped) return false;
  return lingered || (signal === null && (exitCode === 0 || exitCode === null));
}

/** 0 stands for no limit at all. */
function left(timeoutMs: number, spentMs: number): number {
  return timeoutMs === 0 ? 0 : Math.max(timeoutMs - spentMs, 1);
}

/** The answer's evidence, with what the review did. */
function both(review: TurnEvidence, answer: TurnEvidence, text: string): TurnEvidence {
  const [first, second] = [review.turn, answer.turn];
  const turn: TurnState = {
    ...second,
    threadId: second.threadId ?? first.threadId,
    sawEvent: true,
    sawWork: first.sawWork || second.sawWork,
    toolCalls: {
      total: first.toolCalls.total + second.toolCalls.total,
      failed: first.toolCalls.failed + second.toolCalls.failed,
    },
    notices: [...first.notices, ...second.notices],
  };
  return {
    ...answer,
    turn,
    events: [...review.events, ...answer.events],
    durationMs: review.durationMs + answer.durationMs,
    review: text,
  };
}
