import type { TurnObserver } from '../../codex/turn-request.js';
import type { ThreadEvent } from '../../events/event.js';
import { agentMessageOf, mayAnswer } from '../../events/message-choice.js';
import { NoticeCounter } from '../../events/notice-counter.js';
import { StreamFaults } from '../../events/stream-faults.js';
import { TurnAccumulator } from '../../events/turn-accumulator.js';
import type { AgentMessage, TurnState } from '../../events/turn-state.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { Redact } from '../../outcome/redact/redactor.js';
import { plural } from '../../text/plural.js';
import { NOTIFICATIONS } from '../protocol/methods.js';
import { TurnEvents } from './turn-events.js';

/** Notifications that have a thread id and perhaps no turn id. */
const OF_THE_THREAD = new Set<string>([
  NOTIFICATIONS.tokenUsage,
  NOTIFICATIONS.warning,
  NOTIFICATIONS.deprecation,
]);

/** codex replaces the middle of a longer result by a mark (0.171, measured). */
const MAX_TOOL_RESULT_BYTES = 48_000;

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
  /** The last message so far that may be the answer. */
  #lastAnswer: AgentMessage | null = null;
  readonly #longResults = new NoticeCounter();

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
    const turnId = turnOf(params);
    // codex repeats the usage of an earlier turn when it resumes a thread.
    const isOther = turnId === null ? !OF_THE_THREAD.has(method) : turnId !== this.#turnId;
    if (isOther) return;
    const turn = method === NOTIFICATIONS.turnCompleted ? fieldsOf(params['turn']) : null;
    if (turn?.['status'] === 'completed') this.#takeLastMessage(turn);
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
    const notices = this.#longResults.notices(
      'context',
      (n) =>
        `codex removes the middle of tool results over ${MAX_TOOL_RESULT_BYTES} bytes: ${plural(n, 'result')} of this turn.`,
    );
    return { ...state, notices: [...state.notices, ...notices] };
  }

  /** @param contentItems - the content of the response to `item/tool/call` */
  noteToolResult(tool: string, contentItems: unknown): void {
    const texts = (Array.isArray(contentItems) ? contentItems : []).map((item) =>
      stringOf(fieldsOf(item)?.['text']),
    );
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
    if (bytes > MAX_TOOL_RESULT_BYTES) this.#longResults.add(() => `${tool}: ${bytes} bytes`);
  }

  /** codex repeats the last message of a turn with its end: the message may have been on a line that was too long. */
  #takeLastMessage(turn: Fields): void {
    const item = lastAnswer(turn);
    if (item === null) return;
    const last = agentMessageOf(item);
    const isKnown = last.text === this.#lastAnswer?.text && last.blocked === this.#lastAnswer?.blocked;
    if (!isKnown) {
      for (const event of this.#mapper.of(NOTIFICATIONS.itemCompleted, { item })) this.#add(event);
    }
    this.#accumulator.confirmLastMessage(last);
  }

  #add(event: ThreadEvent): void {
    const item = event.type === 'item.completed' ? fieldsOf(event['item']) : null;
    if (item?.['type'] === 'agent_message') {
      const message = agentMessageOf(item);
      if (mayAnswer(message.phase)) this.#lastAnswer = message;
    }
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

/** Returns the agent message that codex lists with the end of a turn: the last one that is no commentary. */
function lastAnswer(turn: Fields): Fields | null {
  const items: readonly unknown[] = Array.isArray(turn['items']) ? turn['items'] : [];
  const messages = items.map(fieldsOf).filter((item) => item?.['type'] === 'agentMessage');
  return messages.filter((item) => mayAnswer(stringOf(item?.['phase']))).at(-1) ?? null;
}
