import type { Usage } from './event.js';

/** Something worth telling that did not decide the outcome. */
export interface Notice {
  readonly kind: NoticeKind;
  /** One sentence for a person. */
  readonly message: string;
  /** How many times it happened. */
  readonly count: number;
  /** The first few occurrences, each cut to 200 characters. */
  readonly excerpts: readonly string[];
}

export type NoticeKind =
  /** An item of type `error`: codex warns, and goes on. */
  | 'item_error'
  /** An `error` event that says codex is reconnecting. */
  | 'reconnect'
  /** Any other `error` event that a terminal event followed, but for the one that a `turn.failed` repeats. */
  | 'error_event'
  /** A line of codex's stdout that is not one JSON object. */
  | 'unparsable_line'
  /** A line longer than the limit; it was dropped. */
  | 'oversized_line'
  /** An event or item type that is not known here. */
  | 'unknown_event'
  /** codex did not exit by itself after its terminal event and was stopped. */
  | 'lingering_exit'
  /** The answer holds an integer beyond 2^53-1, which a JavaScript number cannot hold exactly. */
  | 'unsafe_integer'
  /** Hidden context, or the result of a tool, that codex cuts. */
  | 'context'
  /** Tokens that codex does not report. */
  | 'usage'
  /** Why the run did not go on where it was asked to repair or retry. */
  | 'not_asked_again'
  /** The app server ended under a turn, which was made again on a new one (batch). */
  | 'server_ended'
  /** A property of the schema that was understood with leniency. */
  | 'schema'
  /** A format of the schema that the answer does not keep to, where formats are not asserted. */
  | 'format';

/** Why a turn counts as ended. `error` is what `turn.failed` carried, as it came. */
export type TerminalEvent =
  | { readonly type: 'turn.completed' }
  | { readonly type: 'turn.failed'; readonly error: unknown };

/** A completed agent message. `text` is null where codex sent none, or not a string. */
export interface AgentMessage {
  readonly text: string | null;
  readonly phase: string | null;
  /** Why moderation withheld it; absent if it did not. */
  readonly blocked?: string;
}

/** What one pass over a stream of events tells. Plain data; `outcome/classify` judges it. */
export interface TurnState {
  readonly threadId: string | null;
  /** Whether any event at all was understood: codex did start. */
  readonly sawEvent: boolean;
  /** Whether a turn was started: a `turn.started`, an item or a terminal event was seen. */
  readonly sawTurn: boolean;
  /** The last terminal event, if it came after the last `turn.started`. */
  readonly terminal: TerminalEvent | null;
  /**
   * The last `error` event after the last terminal event (from the start, where there is none); a reconnect
   * notice too. The empty string where that event has no message: null means that there was no such event.
   * A `turn.started` does not take it back, only a terminal event does.
   */
  readonly trailingError: string | null;
  /** The last `error` event with a message that is no reconnect notice, since the last `turn.started`. */
  readonly lastError: string | null;
  /** The message that answers the turn, chosen as DESIGN §3 "Which message" says. */
  readonly message: AgentMessage | null;
  /**
   * Texts of the other completed messages of the last turn, oldest first; at most the last
   * {@link MAX_CANDIDATES} and {@link MAX_CANDIDATES_LENGTH} together, which bounds memory.
   */
  readonly otherMessages: readonly string[];
  /**
   * True where a line was dropped for its length that may have decided the turn (an agent message, a terminal
   * event, or nobody knows what): a lost message until one that outranks it, anything else until the next turn
   * starts. `message` then says what was chosen without that line, for information: it must not be taken as
   * the answer.
   */
  readonly messageDropped: boolean;
  /** The `usage` of the last `turn.completed`, its numbers only; thread totals. */
  readonly usage: Usage | null;
  /** Of the whole stream. */
  readonly toolCalls: ToolCalls;
  /**
   * Whether an item that can have had effects (a command, a change, a tool call, an item unknown here; also
   * one that only started) was seen anywhere in the stream.
   */
  readonly sawWork: boolean;
  readonly notices: readonly Notice[];
  /** `oldest` is the `{"id","msg"}` shape of codex before 0.30, which is not read. */
  readonly format: 'current' | 'oldest';
}

/**
 * Completed items of work (commands, MCP calls, file changes, web searches, …, and items unknown here), and
 * how many of them failed: by their `status`, or by an exit code other than 0.
 */
export interface ToolCalls {
  readonly total: number;
  readonly failed: number;
}

/** How many other messages of a turn are kept as candidates. */
export const MAX_CANDIDATES = 16;

/** How long the texts of these candidates may be together, in UTF-16 code units. */
export const MAX_CANDIDATES_LENGTH = 4 * 1024 * 1024;
