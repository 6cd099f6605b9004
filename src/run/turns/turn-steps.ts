import { resume } from '../../codex/builders.js';
import type { CodexOptions, Command } from '../../codex/command.js';
import type { TurnRequest } from '../../codex/turn-request.js';
import type { TurnEvidence } from '../../outcome/evidence.js';

/** One turn of a run. */
export interface Step {
  readonly command: Command;
  readonly wireSchema: string | null;
  /** For the first of two steps: returns the second; null if the first did not succeed. */
  readonly next?: (evidence: TurnEvidence) => Step | null;
  /** Where the evidence keeps the final message of such a turn. */
  readonly keepsTextAs?: 'review' | 'work';
}

/** Prompts of the second step; the schema says the rest. */
const REVIEW_AS_STRUCTURE =
  'Return the review above as JSON that matches the schema: all of its findings, and nothing that it does not say.';
const WORK_AS_STRUCTURE =
  'Return the result of the work above as JSON that matches the schema. The work is done: do not run or change anything, and report only what the work has shown.';

/**
 * Returns the first step of a run. codex accepts a schema for a review but ignores it, and some models do not use
 * tools with a schema; for these, a second turn of the same thread has the schema.
 */
export function firstStep({ command, wireSchema }: TurnRequest, twoStep: boolean): Step {
  if (command.subcommand !== 'review' && !twoStep) return { command, wireSchema };
  const isReview = command.subcommand === 'review';
  return {
    command,
    wireSchema: null,
    keepsTextAs: isReview ? 'review' : 'work',
    next(evidence) {
      const { threadId, message } = evidence.turn;
      if (threadId === null || !endedWell(evidence)) return null;
      // An empty review has no findings to return; work may end without a message.
      if (isReview && (message?.text ?? '').trim() === '') return null;
      const prompt = isReview ? REVIEW_AS_STRUCTURE : WORK_AS_STRUCTURE;
      return { command: goingOn(threadId, prompt, command.options), wireSchema };
    },
  };
}

/** Returns the step that sends a repair prompt on the same thread. */
export function repairStep(threadId: string, prompt: string, { command, wireSchema }: TurnRequest): Step {
  return { command: goingOn(threadId, prompt, command.options), wireSchema };
}

/** Returns the step to retry; a step that resumed the latest thread resumes the one that it found. */
export function repeatedStep(step: Step, { turn }: TurnEvidence): Step {
  const { command } = step;
  if (command.subcommand !== 'resume' || typeof command.session === 'string' || turn.threadId === null) {
    return step;
  }
  return { ...step, command: { ...command, session: turn.threadId } };
}

/** Omits the images, which are on the thread already. */
function goingOn(threadId: string, prompt: string, { images: _, ...options }: CodexOptions): Command {
  return resume(threadId, prompt, options);
}

function endedWell({ stop, exitCode, signal, lingered, turn }: TurnEvidence): boolean {
  if (stop !== null || turn.terminal?.type !== 'turn.completed' || turn.messageDropped) return false;
  return lingered || (signal === null && (exitCode === 0 || exitCode === null));
}
