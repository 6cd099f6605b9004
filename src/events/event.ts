/**
 * The JSONL events of `codex exec --json`, under codex's own names.
 *
 * Source: recorded from codex-cli 0.171.0 (see `test/fixtures/streams`). codex publishes no schema for
 * them, so every field that a release could omit is optional. Unknown events and items are kept as
 * {@link UnknownEvent} or {@link UnknownItem} and otherwise ignored.
 */

/** Token counts as codex reports them: totals of the whole thread so far, not of one turn. */
export interface Usage {
  /** Input tokens, the cached ones included. */
  readonly input_tokens?: number;
  /** Input tokens that were read from the cache. */
  readonly cached_input_tokens?: number;
  /** Input tokens that were written to the cache. */
  readonly cache_write_input_tokens?: number;
  /** Output tokens, those of reasoning included. */
  readonly output_tokens?: number;
  /** Output tokens of reasoning. */
  readonly reasoning_output_tokens?: number;
}

/** The first event of a run. */
export interface ThreadStartedEvent {
  /** Tells the kinds of events apart. */
  readonly type: 'thread.started';
  /** The id by which the thread can be resumed. */
  readonly thread_id: string;
}

/** A turn was started. */
export interface TurnStartedEvent {
  /** Tells the kinds of events apart. */
  readonly type: 'turn.started';
}

/** The turn ended well. */
export interface TurnCompletedEvent {
  /** Tells the kinds of events apart. */
  readonly type: 'turn.completed';
  /** The tokens of the thread so far. */
  readonly usage?: Usage | null;
}

/** The turn failed. */
export interface TurnFailedEvent {
  /** Tells the kinds of events apart. */
  readonly type: 'turn.failed';
  /** The reason, in the words of codex. */
  readonly error?: { readonly message?: string } | null;
}

/** An error that is not always fatal: reconnects are reported this way, too. */
export interface ErrorEvent {
  /** Tells the kinds of events apart. */
  readonly type: 'error';
  /** What codex reports. */
  readonly message?: string;
}

/** An item of a turn was started, changed or completed. */
export interface ItemEvent {
  /** Tells the kinds of events apart. */
  readonly type: 'item.started' | 'item.updated' | 'item.completed';
  /** The item in its state after this event. */
  readonly item: ThreadItem;
}

/** An event that this release of codex-structured does not know. */
export interface UnknownEvent {
  /** The type, as codex writes it. */
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event of `codex exec --json`, as codex writes it. */
export type ThreadEvent =
  | ThreadStartedEvent
  | TurnStartedEvent
  | TurnCompletedEvent
  | TurnFailedEvent
  | ErrorEvent
  | ItemEvent
  | UnknownEvent;

/** A message of the model. The last one of a turn is its answer. */
export interface AgentMessageItem {
  /** The id of the item, unique in its turn. */
  readonly id?: string;
  /** Tells the kinds of items apart. */
  readonly type: 'agent_message';
  /** The text of the message. */
  readonly text?: string | null;
  /** `commentary`, `partial_answer` or `final_answer`. The app server sends it; `codex exec` does not (0.171). */
  readonly phase?: string | null;
  /** Whether the message may be shown, as the app server says it; absent if nobody moderated it. */
  readonly moderation?: unknown;
}

/** A shell command that codex ran. */
export interface CommandExecutionItem {
  /** The id of the item, unique in its turn. */
  readonly id?: string;
  /** Tells the kinds of items apart. */
  readonly type: 'command_execution';
  /** The command line. */
  readonly command?: string;
  /** stdout and stderr in the order in which codex received them. */
  readonly aggregated_output?: string;
  /** The exit code; null or absent while the command is running. */
  readonly exit_code?: number | null;
  /** `in_progress`, `completed`, `failed` or `declined`. */
  readonly status?: string;
}

/** A call of a tool on an MCP server. */
export interface McpToolCallItem {
  /** The id of the item, unique in its turn. */
  readonly id?: string;
  /** Tells the kinds of items apart. */
  readonly type: 'mcp_tool_call';
  /** The name of the server, as configured in codex. */
  readonly server?: string;
  /** The name of the tool. */
  readonly tool?: string;
  /** `in_progress`, `completed` or `failed`. */
  readonly status?: string;
  /** Why the call failed. */
  readonly error?: { readonly message?: string } | null;
}

/** An error that did not end the turn. */
export interface ErrorItem {
  /** The id of the item, unique in its turn. */
  readonly id?: string;
  /** Tells the kinds of items apart. */
  readonly type: 'error';
  /** What codex reports. */
  readonly message?: string;
}

/** `file_change`, `reasoning`, `web_search`, `todo_list`, `collab_tool_call`, and whatever comes next. */
export interface UnknownItem {
  /** The id of the item, unique in its turn. */
  readonly id?: string;
  /** The type, as codex writes it. */
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * An item of a turn: a message, a command, a call of a tool, an error, or one of a type that this version
 * does not know.
 */
export type ThreadItem = AgentMessageItem | CommandExecutionItem | McpToolCallItem | ErrorItem | UnknownItem;
