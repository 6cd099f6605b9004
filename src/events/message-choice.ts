import { type Fields, stringOf } from '../json/fields.js';
import { blockReasonOf } from './moderation.js';
import { type AgentMessage, MAX_CANDIDATES, MAX_CANDIDATES_LENGTH } from './turn-state.js';

const FINAL_PHASE = 'final_answer';

interface Candidate {
  readonly order: number;
  readonly text: string;
}

/**
 * Chooses the message that answers a turn: the last one, but one of the final phase beats a later one
 * without a phase, and one of any other phase (commentary, a partial answer) is never chosen.
 */
export class MessageChoice {
  #chosen: AgentMessage | null = null;
  #chosenOrder = 0;
  #others: Candidate[] = [];
  #othersLength = 0;
  #seen = 0;
  #sawPhase = false;
  #dropped = false;
  #turnInDoubt = false;

  get message(): AgentMessage | null {
    return this.#chosen;
  }

  get otherMessages(): readonly string[] {
    return this.#others.map((candidate) => candidate.text);
  }

  /**
   * Whether a message that may be the answer was lost, and none came after it that surely outranks it; or an
   * event that may have ended the turn, after which no message counts.
   */
  get dropped(): boolean {
    return this.#dropped || this.#turnInDoubt;
  }

  add(message: AgentMessage): void {
    const order = this.#seen++;
    const rank = rankOf(message);
    if (message.phase !== null) this.#sawPhase = true;
    if (this.#outranksLostOnes(message)) this.#dropped = false;
    if (rank === 0 || (this.#chosen !== null && rank < rankOf(this.#chosen))) {
      this.#keepAsOther(order, message.text);
      return;
    }
    if (this.#chosen !== null) this.#keepAsOther(this.#chosenOrder, this.#chosen.text);
    this.#chosen = message;
    this.#chosenOrder = order;
  }

  /** Returns a copy that may take further messages without changing this choice. */
  copy(): MessageChoice {
    const copy = new MessageChoice();
    copy.#chosen = this.#chosen;
    copy.#chosenOrder = this.#chosenOrder;
    copy.#others = [...this.#others];
    copy.#othersLength = this.#othersLength;
    copy.#seen = this.#seen;
    copy.#sawPhase = this.#sawPhase;
    copy.#dropped = this.#dropped;
    copy.#turnInDoubt = this.#turnInDoubt;
    return copy;
  }

  noteDropped(lost: 'message' | 'unknown'): void {
    if (lost === 'message') this.#dropped = true;
    else this.#turnInDoubt = true;
  }

  /** This message is the last one: only a lost one of the final phase may still outrank it. */
  confirmLast(message: AgentMessage): void {
    if (!this.#outranksLostOnes(message)) return;
    this.#dropped = false;
    this.#turnInDoubt = false;
  }

  /** A lost message may have been of the final phase, but only if this turn has phases at all. */
  #outranksLostOnes(message: AgentMessage): boolean {
    const rank = rankOf(message);
    return rank === 2 || (rank === 1 && !this.#sawPhase);
  }

  #keepAsOther(order: number, text: string | null): void {
    if (text === null || text.length > MAX_CANDIDATES_LENGTH) return;
    const at = this.#others.findLastIndex((candidate) => candidate.order < order) + 1;
    this.#others.splice(at, 0, { order, text });
    this.#othersLength += text.length;
    while (this.#others.length > MAX_CANDIDATES || this.#othersLength > MAX_CANDIDATES_LENGTH) {
      this.#othersLength -= this.#others.shift()?.text.length ?? 0;
    }
  }
}

/** What an item of the type `agent_message` says, or the app server's `agentMessage`. */
export function agentMessageOf(item: Fields): AgentMessage {
  const blocked = blockReasonOf(item['moderation']);
  return {
    text: stringOf(item['text']),
    phase: stringOf(item['phase']),
    ...(blocked === null ? {} : { blocked }),
  };
}

/** Whether a message of this phase may be the answer: `commentary` and `partial_answer` are not. */
export function mayAnswer(phase: string | null): boolean {
  return phase === null || phase === FINAL_PHASE;
}

function rankOf(message: AgentMessage): 0 | 1 | 2 {
  if (!mayAnswer(message.phase)) return 0;
  return message.phase === FINAL_PHASE ? 2 : 1;
}
