import type { TurnObserver } from '../../codex/turn-request.js';
import type { ThreadEvent } from '../../events/event.js';
import { agentMessageOf, mayAnswer } from '../../events/message-choice.js';
import { StreamFaults } from '../../events/stream-faults.js';
import { TurnAccumulator } from '../../events/turn-accumulator.js';
import type { AgentMessage, TurnState } from '../../events/turn-state.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { Redact } from '../../outcome/redact/redactor.js';
import { NOTIFICATIONS } from '../protocol/methods.js';
import { TurnEvents } from './turn-events.js';

/** Notifications that have a thread id but no turn id. */
const OF_THE_THREAD = new Set<string>([
  NOTIFICATIONS.tokenUsage,
  NOTIFICATIONS.warning,
  NOTIFICATIONS.deprecation,
]);

/** Follows one turn through the notifications of its thread. The errors of an observer are thrown to the caller. */
export class TurnTracker {
  readonly events: ThreadEvent[] = [];
  /** Resolves at the turn's terminal event. */
  readonly ended: Promise<void>;
  readonly #accumulator: TurnAccumulator;
  readonly #mapper = new TurnEvents();
  readonly #faults: StreamFaults;
  #end: () => void = () => {};
  #turnId: string | null = null;
  /** The notifications that arrived before the turn's id. */
  #early: (readonly [string, Fields])[] | null = [];
  #final: AgentMessage | null = null;

  constructor(
    readonly threadId: string,
    private readonly observe: TurnObserver,
    maxLineBytes: number,
    redact?: Redact,
  ) {
    this.#accumulator = new TurnAccumulator(redact);
    this.#faults = new StreamFaults(maxLineBytes, redact);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get turnId(): string | null {
    return this.#turnId;
  }

  get terminalSeen(): boolean {
    return this.#accumulator.terminalSeen;
  }

  emitStart(): void {
    this.#add({ type: 'thread.started', thread_id: this.threadId });
    this.#add({ type: 'turn.started' });
  }

  /** Sets the turn's id. Notifications of other turns are ignored. */
  started(turnId: string | null): void {
    this.#turnId = turnId;
    const early = this.#early ?? [];
    this.#early = null;
    for (const [method, params] of early) this.take(method, params);
  }

  take(method: string, params: Fields): void {
    if (this.terminalSeen) return;
    if (this.#early !== null) {
      this.#early.push([method, params]);
      return;
    }
    if (!OF_THE_THREAD.has(method) && turnOf(params) !== this.#turnId) return;
    if (method === NOTIFICATIONS.turnCompleted) this.#final = finalMessage(fieldsOf(params['turn']));
    for (const event of this.#mapper.of(method, params)) this.#add(event);
  }

  /** Ends the turn with the error with which the app server rejected it. */
  refused(native: Readonly<Record<string, unknown>>): void {
    this.#early = null;
    this.#add({ type: 'turn.failed', error: native });
  }

  unreadable(line: Buffer): void {
    this.#faults.addUnparsable(line);
  }

  /** Records a line that was dropped for its length. Only the head of a `turn/completed` line names its turn. */
  oversized(head: Buffer): void {
    this.#faults.addOversized(head);
    if (this.terminalSeen) return;
    const ending = ENDING.exec(head.toString('utf8', 0, 400));
    if (ending === null) this.#accumulator.noteDropped('unknown');
    else if (ending[1] === this.threadId && (this.#turnId === null || ending[2] === this.#turnId)) {
      // `turn/completed` contains the answer, so the answer is what is too long.
      this.#accumulator.noteDropped('message');
      this.#add({ type: 'turn.completed', usage: null });
    }
  }

  state(): TurnState {
    const state = this.#faults.addTo(this.#accumulator.state());
    const final = this.#final;
    if (final === null || state.terminal?.type !== 'turn.completed') return state;
    if (final.text === state.message?.text && final.blocked === state.message?.blocked) {
      return { ...state, messageDropped: false };
    }
    // codex names the final message, which is more reliable than the order of messages.
    const others = state.otherMessages.filter((text) => text !== final.text);
    const demoted = state.message?.text ?? null;
    const otherMessages = demoted === null || demoted === final.text ? others : [...others, demoted];
    return { ...state, message: final, otherMessages, messageDropped: false };
  }

  #add(event: ThreadEvent): void {
    this.#accumulator.add(event);
    if (this.terminalSeen) this.#end();
    if (this.observe.keepEvents) this.events.push(event);
    this.observe.onBytes?.(Buffer.from(`${JSON.stringify(event)}\n`));
    this.observe.onEvent?.(event);
  }
}

const ENDING = /^\{"method":"turn\/completed","params":\{"threadId":"([^"]+)","turn":\{"id":"([^"]+)"/;

function turnOf(params: Fields): string | null {
  return stringOf(params['turnId']) ?? stringOf(fieldsOf(params['turn'])?.['id']);
}

/** Returns the final agent message that `turn/completed` lists. */
function finalMessage(turn: Fields | null): AgentMessage | null {
  const items: readonly unknown[] = Array.isArray(turn?.['items']) ? turn['items'] : [];
  const messages = items.map(fieldsOf).filter((item) => item?.['type'] === 'agentMessage');
  const last = messages.filter((item) => mayAnswer(stringOf(item?.['phase']))).at(-1);
  return last ? agentMessageOf(last) : null;
}
