import type { JsonObject } from '../json/value.js';

/**
 * What the provider says to codex's model requests, one {@link Reply} a request.
 *
 * A script sees only what a model would see, so the same script can drive `codex exec`, a resumed
 * thread, and the app server.
 */
export interface ResponsesScript {
  /** Names the behaviour in test titles and in the manifest of recorded streams. */
  readonly name: string;
  /** The reply to one model request. Called once for each; must not have side effects. */
  replyTo(request: ModelRequest): Reply;
}

export interface ModelRequest {
  /** How many model requests this provider had before this one, from any thread. */
  readonly index: number;
  /** What codex sent. */
  readonly body: JsonObject;
}

export type Reply = StreamReply | StatusReply;

/** HTTP 200 and an event stream. */
export interface StreamReply {
  readonly kind: 'stream';
  readonly items: readonly OutputItem[];
  readonly end: StreamEnd;
  /** Silence before the first event, in milliseconds. */
  readonly delayMs?: number;
  /** What this one response is said to have cost; `DEFAULT_USAGE` where absent. */
  readonly usage?: ResponseUsage;
}

/** Anything but HTTP 200, with a JSON body. */
export interface StatusReply {
  readonly kind: 'status';
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export type OutputItem = MessageItem | ToolCallItem | RawItem;

/** A message of the assistant. Its parts are joined by codex without anything between them. */
export interface MessageItem {
  readonly kind: 'message';
  readonly parts: readonly MessagePart[];
  /** `commentary` or `final_answer`; a null or absent phase is left out of the wire. */
  readonly phase?: string | null;
}

export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal'; readonly reason: string };

/** codex really carries this out, in its sandbox. */
export interface ToolCallItem {
  readonly kind: 'tool_call';
  /** The tool's name as codex offers it; `exec_command` is its shell. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** For tools that are offered inside a namespace, as MCP servers' are. */
  readonly namespace?: string;
}

/** Any other output item, in the Responses API's own shape. */
export interface RawItem {
  readonly kind: 'raw';
  readonly item: JsonObject;
}

export type StreamEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'incomplete'; readonly reason: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** The connection is torn down in the middle of the stream. */
  | { readonly kind: 'cut' }
  /** Nothing more comes, and the connection stays open until codex or the provider goes away. */
  | { readonly kind: 'hang' };

export interface ResponseUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const DEFAULT_USAGE: ResponseUsage = { inputTokens: 10, outputTokens: 5 };

/** One reply after the other; the last one is repeated for whatever is asked after it. */
export function sequence(name: string, ...replies: readonly [Reply, ...Reply[]]): ResponsesScript {
  const [first] = replies;
  return {
    name,
    replyTo: ({ index }) => replies[Math.min(index, replies.length - 1)] ?? first,
  };
}
