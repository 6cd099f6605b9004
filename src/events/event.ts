/**
 * The JSONL events of `codex exec --json`, under codex's own names.
 *
 * Source: recorded from codex-cli 0.171.0 (see `test/fixtures/streams`). codex publishes no schema for
 * them, so every field that a release could omit is optional. Unknown events and items are kept as
 * {@link UnknownEvent} or {@link UnknownItem} and otherwise ignored.
 */

/** Token counts as codex reports them: totals of the whole thread so far, not of one turn. */
export interface Usage {
  readonly input_tokens?: number;
  readonly cached_input_tokens?: number;
  readonly cache_write_input_tokens?: number;
  readonly output_tokens?: number;
  readonly reasoning_output_tokens?: number;
}

export interface ThreadStartedEvent {
  readonly type: 'thread.started';
  readonly thread_id: string;
}

export interface TurnStartedEvent {
  readonly type: 'turn.started';
}

export interface TurnCompletedEvent {
  readonly type: 'turn.completed';
  readonly usage?: Usage | null;
}

export interface TurnFailedEvent {
  readonly type: 'turn.failed';
  readonly error?: { readonly message?: string } | null;
}

/** An error that is not always fatal: reconnects are reported this way, too. */
export interface ErrorEvent {
  readonly type: 'error';
  readonly message?: string;
}

export interface ItemEvent {
  readonly type: 'item.started' | 'item.updated' | 'item.completed';
  readonly item: ThreadItem;
}

/** An event that this release of codex-structured does not know. */
export interface UnknownEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type ThreadEvent =
  | ThreadStartedEvent
  | TurnStartedEvent
  | TurnCompletedEvent
  | TurnFailedEvent
  | ErrorEvent
  | ItemEvent
  | UnknownEvent;

export interface AgentMessageItem {
  readonly id?: string;
  readonly type: 'agent_message';
  readonly text?: string | null;
  /** `commentary`, `partial_answer` or `final_answer`. The app server sends it; `codex exec` does not (0.171). */
  readonly phase?: string | null;
  /** Whether the message may be shown, as the app server says it; absent if nobody moderated it. */
  readonly moderation?: unknown;
}

export interface CommandExecutionItem {
  readonly id?: string;
  readonly type: 'command_execution';
  readonly command?: string;
  readonly aggregated_output?: string;
  readonly exit_code?: number | null;
  readonly status?: string;
}

export interface McpToolCallItem {
  readonly id?: string;
  readonly type: 'mcp_tool_call';
  readonly server?: string;
  readonly tool?: string;
  readonly status?: string;
  readonly error?: { readonly message?: string } | null;
}

export interface ErrorItem {
  readonly id?: string;
  readonly type: 'error';
  readonly message?: string;
}

/** `file_change`, `reasoning`, `web_search`, `todo_list`, `collab_tool_call`, and whatever comes next. */
export interface UnknownItem {
  readonly id?: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

export type ThreadItem = AgentMessageItem | CommandExecutionItem | McpToolCallItem | ErrorItem | UnknownItem;
