import type { JsonObject } from '../json/value.js';

/**
 * A script of the provider's replies to codex's model requests. It sees only what a model would see, so the same
 * script can drive `codex exec`, a resumed thread and the app server.
 */
export interface ResponsesScript {
  /** A name for messages and test titles. */
  readonly name: string;
  /** Returns the reply to a model request. Called once per request. */
  replyTo(request: ModelRequest): Reply;
}

/** A request of codex to the Responses API. */
export interface ModelRequest {
  /** The number of earlier model requests to this provider, from any thread. */
  readonly index: number;
  /** The request body that codex sent. */
  readonly body: JsonObject;
}

/** What the provider sends back. */
export type Reply = StreamReply | StatusReply;

/** A reply with HTTP 200 and an event stream. */
export interface StreamReply {
  /** Tells the replies apart. */
  readonly kind: 'stream';
  /** The items of the answer, in order. */
  readonly items: readonly OutputItem[];
  /** How the stream ends. */
  readonly end: StreamEnd;
  /** The delay before the first event, in milliseconds. Default 0. */
  readonly delayMs?: number;
  /** The token usage of this response. Default: 10 input and 5 output tokens. */
  readonly usage?: ResponseUsage;
}

/** A reply with an HTTP error status and a JSON body. */
export interface StatusReply {
  /** Tells the replies apart. */
  readonly kind: 'status';
  /** The status code. */
  readonly status: number;
  /** The body, sent as JSON. */
  readonly body: JsonObject;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An item of a response. */
export type OutputItem = MessageItem | ToolCallItem | RawItem;

/** A message of the assistant. codex joins its parts without a separator. */
export interface MessageItem {
  /** Tells the items apart. */
  readonly kind: 'message';
  /** The parts of the message, in order. */
  readonly parts: readonly MessagePart[];
  /** `commentary` or `final_answer`; omitted from the response if null or absent. */
  readonly phase?: string | null;
}

/** A part of a message. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal'; readonly reason: string };

/** A tool call, which codex really executes, in its sandbox. */
export interface ToolCallItem {
  /** Tells the items apart. */
  readonly kind: 'tool_call';
  /** The tool's name, as codex offers it; `exec_command` is its shell. */
  readonly name: string;
  /** The arguments of the call. */
  readonly arguments: JsonObject;
  /** The namespace of the tool, such as an MCP server's. */
  readonly namespace?: string;
}

/** Any other output item, in the format of the Responses API. */
export interface RawItem {
  /** Tells the items apart. */
  readonly kind: 'raw';
  /** The item, as the Responses API sends it. */
  readonly item: JsonObject;
}

/** How a response ends. */
export type StreamEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'incomplete'; readonly reason: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** The connection is closed in the middle of the stream. */
  | { readonly kind: 'cut' }
  /** Nothing more is sent, and the connection stays open until codex or the provider closes it. */
  | { readonly kind: 'hang' };

/** Token counts of a response. */
export interface ResponseUsage {
  /** Input tokens of the request. */
  readonly inputTokens: number;
  /** Output tokens of the answer. */
  readonly outputTokens: number;
}

export const DEFAULT_USAGE: ResponseUsage = { inputTokens: 10, outputTokens: 5 };

/** Makes a script with one reply per request; the last one is repeated for further requests. */
export function sequence(name: string, ...replies: readonly [Reply, ...Reply[]]): ResponsesScript {
  const [first] = replies;
  return {
    name,
    replyTo: ({ index }) => replies[Math.min(index, replies.length - 1)] ?? first,
  };
}
