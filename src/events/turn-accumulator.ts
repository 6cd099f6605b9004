import { type Fields, fieldsOf, stringOf } from '../json/fields.js';
import { plural } from '../text/plural.js';
import type { ThreadEvent, Usage } from './event.js';
import { excerptOf, type Redact } from './excerpt.js';
import { isFailedItem, isKnownItem, isWorkItem } from './item-types.js';
import { agentMessageOf, MessageChoice } from './message-choice.js';
import { NoticeCounter } from './notice-counter.js';
import { itemTypeOf } from './read-event.js';
import type { AgentMessage, Notice, TerminalEvent, TurnState } from './turn-state.js';

export type ItemStage = 'item.started' | 'item.updated' | 'item.completed';

/** `Reconnecting... 1/5`, or `Reconnecting... waiting for network`, which is repeated without end (0.171.0). */
export const RECONNECT =
  /^\s*reconnecting(?:(?:\.{3}|…)?\s*\d+\s*\/\s*\d+|(?:\.{3}|…)\s*waiting for network)/i;

/**
 * Events in, state of the turn out. Memory is bounded however many events come. Nothing in an event can
 * make it throw: every field may be missing or of the wrong type.
 */
export class TurnAccumulator {
  #threadId: string | null = null;
  #sawEvent = false;
  #sawTurn = false;
  #terminal: TerminalEvent | null = null;
  #trailingError: string | null = null;
  #lastError: string | null = null;
  #messages = new MessageChoice();
  /** `#messages` with those after the terminal event: they count if another terminal event follows. */
  #lateMessages: MessageChoice | null = null;
  #usage: TurnState['usage'] = null;
  #toolCalls = 0;
  #failedToolCalls = 0;
  #sawWork = false;
  readonly #itemErrors = new NoticeCounter();
  readonly #reconnects = new NoticeCounter();
  readonly #unknown = new NoticeCounter();
  /** `error` events, by whether a terminal event has come after them. */
  readonly #survivedErrors = new NoticeCounter();
  readonly #openErrors = new NoticeCounter();
  /** The last of them, while it is not known whether it is the reason of a `turn.failed`. */
  #heldError: string | null = null;

  /** @param redact - hides secrets in the excerpts of notices */
  constructor(private readonly redact?: Redact) {}

  /** Whether a terminal event of the last started turn has been seen. */
  get terminalSeen(): boolean {
    return this.#terminal !== null;
  }

  add(event: ThreadEvent): void {
    const fields = fieldsOf(event);
    if (fields === null) return;
    this.#sawEvent = true;
    switch (event.type) {
      case 'thread.started':
        this.#threadId = stringOf(fields['thread_id']) || this.#threadId;
        return;
      case 'turn.started':
        this.#startTurn();
        return;
      case 'turn.completed':
        this.#usage = readUsage(fields['usage']);
        this.#endTurn({ type: 'turn.completed' });
        return;
      case 'turn.failed':
        this.#endTurn({ type: 'turn.failed', error: fields['error'] ?? null });
        return;
      case 'error':
        this.#addError(messageOf(fields));
        return;
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        this.#addItem(event.type, fieldsOf(fields['item']));
        return;
      default:
        this.addUnknownEvent(event.type);
    }
  }

  /** An event of which only the type is known, and that is none of those named here. */
  addUnknownEvent(type: string): void {
    this.#sawEvent = true;
    this.#unknown.addDistinct(excerptOf(String(type), this.redact));
  }

  /**
   * An item of which only this much was read. The content must not matter: it is no completed agent message
   * and no completed item of type `error`.
   */
  addContentlessItem(stage: ItemStage, type: string, status: unknown, exitCode: unknown): void {
    this.#sawEvent = true;
    this.#sawTurn = true;
    if (!isKnownItem(type)) this.#unknown.addDistinct(excerptOf(`${stage} ${type}`, this.redact));
    if (!isWorkItem(type)) return;
    this.#sawWork = true;
    if (stage !== 'item.completed') return;
    this.#toolCalls += 1;
    if (isFailedItem(status, exitCode)) this.#failedToolCalls += 1;
  }

  /** Something that may have decided the turn was lost. */
  noteDropped(lost: 'message' | 'unknown'): void {
    this.#sawEvent = true;
    this.#sawTurn = true;
    if (lost === 'unknown') this.#sawWork = true;
    if (lost === 'unknown') this.#messages.noteDropped(lost);
    this.#openMessages().noteDropped(lost);
  }

  /** The last message of the turn is known: no lost one came after it. */
  confirmLastMessage(message: AgentMessage): void {
    this.#messages.confirmLast(message);
  }

  /** The state so far; may be asked at any time and any number of times. */
  state(): TurnState {
    return {
      threadId: this.#threadId,
      sawEvent: this.#sawEvent,
      sawTurn: this.#sawTurn,
      terminal: this.#terminal,
      trailingError: this.#trailingError,
      lastError: this.#lastError,
      message: this.#messages.message,
      otherMessages: this.#messages.otherMessages,
      messageDropped: this.#messages.dropped,
      usage: this.#usage,
      toolCalls: { total: this.#toolCalls, failed: this.#failedToolCalls },
      sawWork: this.#sawWork,
      notices: this.#notices(),
      format: 'current',
    };
  }

  #startTurn(): void {
    this.#sawTurn = true;
    this.#messages = new MessageChoice();
    this.#lateMessages = null;
    this.#terminal = null;
    this.#lastError = null;
  }

  #endTurn(terminal: TerminalEvent): void {
    this.#sawTurn = true;
    this.#terminal = terminal;
    this.#messages = this.#lateMessages ?? this.#messages;
    this.#lateMessages = null;
    this.#trailingError = null;
    const reason = terminal.type === 'turn.failed' ? messageOf({ error: terminal.error }) : null;
    // codex says why a turn failed twice; that is the failure itself, and no news beside it.
    if (this.#heldError !== reason) this.#tellHeldError();
    this.#heldError = null;
    this.#survivedErrors.absorb(this.#openErrors);
  }

  /** Returns the messages before the next terminal event, which is the last one if no other follows. */
  #openMessages(): MessageChoice {
    if (this.#terminal === null) return this.#messages;
    this.#lateMessages ??= this.#messages.copy();
    return this.#lateMessages;
  }

  #addError(message: string): void {
    this.#trailingError = message;
    if (RECONNECT.test(message)) {
      this.#reconnects.add(() => excerptOf(message, this.redact));
      return;
    }
    if (message !== '') this.#lastError = message;
    this.#tellHeldError();
    this.#heldError = message;
  }

  #tellHeldError(): void {
    const message = this.#heldError;
    if (message !== null) this.#openErrors.add(() => excerptOf(message, this.redact));
  }

  #addItem(stage: ItemStage, item: Fields | null): void {
    this.#sawTurn = true;
    const type = item === null ? null : itemTypeOf(item);
    if (item === null || type === null) {
      // Without a type, the item may have been work.
      this.#sawWork = true;
      this.#unknown.addDistinct(`${stage} without a type of item`);
    } else if (stage === 'item.completed' && type === 'agent_message') {
      this.#openMessages().add(agentMessageOf(item));
    } else if (stage === 'item.completed' && type === 'error') {
      this.#itemErrors.add(() => excerptOf(messageOf(item), this.redact));
    } else {
      this.addContentlessItem(stage, type, item['status'], item['exit_code']);
    }
  }

  #notices(): readonly Notice[] {
    return [
      ...this.#itemErrors.notices(
        'item_error',
        (n) => `codex reported ${plural(n, 'warning')} and continued.`,
      ),
      ...this.#reconnects.notices('reconnect', (n) => `codex lost its connection ${plural(n, 'time')}.`),
      ...this.#survivedErrors.notices(
        'error_event',
        (n) => `codex reported ${plural(n, 'error')} before the turn ended.`,
      ),
      ...this.#unknown.notices(
        'unknown_event',
        (n) => `codex sent ${plural(n, 'event')} of unknown types, which had no effect.`,
      ),
    ];
  }
}

/** Returns the message of an error from any of its places; empty if there is none. */
function messageOf(fields: Fields): string {
  const nested = fields['error'];
  return stringOf(fields['message']) ?? stringOf(fieldsOf(nested)?.['message']) ?? stringOf(nested) ?? '';
}

/** Releases add counts over time. The limit keeps a stream from growing the object without bound. */
const MAX_COUNTS = 32;

/** Returns all fields that are numbers, also unknown ones; null if the value has no fields. */
function readUsage(value: unknown): Usage | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const counts = Object.entries(fields).filter(([, count]) => typeof count === 'number' && count >= 0);
  return Object.fromEntries(counts.slice(0, MAX_COUNTS));
}
