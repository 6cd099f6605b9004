import { resume } from '../../codex/builders.js';
import type { CodexOptions, Command } from '../../codex/command.js';
import type { TurnEvidence, TurnRequest } from '../../transports/transport.js';

/** One turn of a run. */
export interface Step {
  readonly command: Command;
  readonly wireSchema: string | null;
  /** For a turn whose result another one puts into the schema: that turn; null where it did not end well. */
  readonly next?: (evidence: TurnEvidence) => Step | null;
  /** Where the evidence of such a turn keeps what it said. */
  readonly keepsTextAs?: 'review' | 'work';
}

/** Said in the second turn; the schema says the rest. */
const REVIEW_AS_STRUCTURE =
  'Give the review above in the structure that is asked for: all of its findings, and nothing that it does not say.';
const WORK_AS_STRUCTURE =
  'Give the result of the work above in the structure that is asked for. The work is done: run and change nothing more, and say nothing that it has not shown.';

/**
 * What a run begins with. codex takes a schema for a review and ignores it, and some models use no tools under
 * one; a further turn of the same thread keeps to it.
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
      // A review that says nothing has no findings to give; work may well end without a word.
      if (isReview && (message?.text ?? '').trim() === '') return null;
      const prompt = isReview ? REVIEW_AS_STRUCTURE : WORK_AS_STRUCTURE;
      return { command: goingOn(threadId, prompt, command.options), wireSchema };
    },
  };
}

/** Asks again on the thread of the turn before. */
export function repairStep(threadId: string, prompt: string, { command, wireSchema }: TurnRequest): Step {
  return { command: goingOn(threadId, prompt, command.options), wireSchema };
}

/** The same step again: where it meant the latest thread, the one that it was. */
export function repeatedStep(step: Step, { turn }: TurnEvidence): Step {
  const { command } = step;
  if (command.subcommand !== 'resume' || typeof command.session === 'string' || turn.threadId === null) {
    return step;
  }
  return { ...step, command: { ...command, session: turn.threadId } };
}

/** The images are on the thread already. */
function goingOn(threadId: string, prompt: string, { images: _, ...options }: CodexOptions): Command {
  return resume(threadId, prompt, options);
}

function endedWell({ stop, exitCode, signal, lingered, turn }: TurnEvidence): boolean {
  if (stop !== null || turn.terminal?.type !== 'turn.completed' || turn.messageDropped) return false;
  return lingered || (signal === null && (exitCode === 0 || exitCode === null));
}
