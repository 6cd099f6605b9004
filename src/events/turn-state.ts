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
  /** Any other `error` event that a terminal event followed. */
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
}

/** What one pass over a stream of events tells. Plain data; `outcome/classify` judges it. */
export interface TurnState {
  readonly threadId: string | null;
  /** Whether any event at all was understood. */
  readonly sawEvent: boolean;
  /** The last terminal event, if it came after the last `turn.started`. */
  readonly terminal: TerminalEvent | null;
  /** The last `error` event after the last terminal event (from the start, where there is none). */
  readonly trailingError: string | null;
  /** The last `error` event that is no reconnect notice, wherever it came in this turn. */
  readonly lastError: string | null;
  /** The message that answers the turn, chosen as DESIGN §3 "Which message" says. */
  readonly message: AgentMessage | null;
  /**
   * Texts of the other completed messages of the last turn, oldest first; at most the last
   * {@link MAX_CANDIDATES}, which bounds memory.
   */
  readonly otherMessages: readonly string[];
  /** True where a line that is or may be an agent message of this turn was dropped for its length. */
  readonly messageDropped: boolean;
  /** The `usage` of the last `turn.completed`; thread totals. */
  readonly usage: Usage | null;
  readonly toolCalls: ToolCalls;
  /** Whether an item that can have had effects (a command, a change, a tool call …) was seen. */
  readonly sawWork: boolean;
  readonly notices: readonly Notice[];
  /** `oldest` is the `{"id","msg"}` shape of codex before 0.30, which is not read. */
  readonly format: 'current' | 'oldest';
}

/** Completed tool calls (commands, MCP calls, file changes, …) and how many of them failed. */
export interface ToolCalls {
  readonly total: number;
  readonly failed: number;
}

/** How many other messages of a turn are kept as candidates. */
export const MAX_CANDIDATES = 16;
