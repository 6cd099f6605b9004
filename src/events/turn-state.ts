import type { Usage } from './event.js';

/** An observation that did not decide the outcome. */
export interface Notice {
  /** Tells the kinds of notices apart. */
  readonly kind: NoticeKind;
  /** One sentence for a person. */
  readonly message: string;
  /** How many times it happened. */
  readonly count: number;
  /** The first few occurrences, each cut to 200 characters. */
  readonly excerpts: readonly string[];
}

/** The `kind` of a notice. */
export type NoticeKind =
  /** An item of type `error`: codex reports a warning and continues. */
  | 'item_error'
  /** An `error` event that says codex is reconnecting. */
  | 'reconnect'
  /** Any other `error` event before a terminal event, except the one that `turn.failed` repeats. */
  | 'error_event'
  /** A line of codex's stdout that is not one JSON object. */
  | 'unparsable_line'
  /** A line longer than the limit; it was dropped. */
  | 'oversized_line'
  /** An unknown type of event or item. */
  | 'unknown_event'
  /** codex did not exit by itself after its terminal event and was stopped. */
  | 'lingering_exit'
  /** The answer has an integer beyond 2^53-1, which a JavaScript number cannot represent exactly. */
  | 'unsafe_integer'
  /** Hidden context, or the result of a tool, that codex cuts. */
  | 'context'
  /** codex does not report some tokens. */
  | 'usage'
  /** Why the run did not repair or retry, although that was requested. */
  | 'not_asked_again'
  /** The app server exited during a turn, which was repeated on a new one (batch). */
  | 'server_ended'
  /** Something in the schema that was accepted although it is not correct. */
  | 'schema'
  /** A format that the answer does not match, if formats are not asserted. */
  | 'format';

/** The event that ended a turn. `error` is the unmodified error of `turn.failed`. */
export type TerminalEvent =
  | { readonly type: 'turn.completed' }
  | { readonly type: 'turn.failed'; readonly error: unknown };

/** A completed agent message. `text` is null if codex sent none, or not a string. */
export interface AgentMessage {
  readonly text: string | null;
  readonly phase: string | null;
  /** Why moderation withheld it; absent if it was not withheld. */
  readonly blocked?: string;
}

/** The result of reading a stream of events, as plain data. `outcome/classify` makes an outcome of it. */
export interface TurnState {
  readonly threadId: string | null;
  /** Whether any event was parsed, so that codex started. */
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
  /** The message that answers the turn, chosen by `MessageChoice`. */
  readonly message: AgentMessage | null;
  /**
   * Texts of the other completed messages of the last turn, oldest first; at most the last
   * {@link MAX_CANDIDATES} and {@link MAX_CANDIDATES_LENGTH} together, which bounds memory.
   */
  readonly otherMessages: readonly string[];
  /**
   * Whether a line was dropped for its length that may have decided the turn: an agent message, a terminal event, or
   * an unknown line. A lost message counts until one that outranks it, anything else until the next turn starts.
   * `message` is then the choice without that line, and must not be used as the answer.
   */
  readonly messageDropped: boolean;
  /** The `usage` of the last `turn.completed`, its numbers only; thread totals. */
  readonly usage: Usage | null;
  /** The notices of the whole stream. */
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
  /** How many there were. */
  readonly total: number;
  /** How many of them failed. */
  readonly failed: number;
}

/** How many other messages of a turn are kept as candidates. */
export const MAX_CANDIDATES = 16;

/** How long the texts of these candidates may be together, in UTF-16 code units. */
export const MAX_CANDIDATES_LENGTH = 4 * 1024 * 1024;
