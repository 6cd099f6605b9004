import { definedOnly } from '../json/defined-only.js';
import { jsonText } from '../json/exact.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import type {
  MessageItem,
  OutputItem,
  StatusReply,
  StreamEnd,
  StreamReply,
  ToolCallItem,
} from './responses-script.js';

/** Makes a message with one text part; a value is sent as compact JSON. */
export function message(answer: string | JsonObject | readonly JsonValue[], phase?: string): MessageItem {
  const text = typeof answer === 'string' ? answer : jsonText(answer);
  return { kind: 'message', parts: [{ kind: 'text', text }], ...definedOnly({ phase }) };
}

/** Makes a tool call, which codex really executes. */
export function toolCall(name: string, args: JsonObject, namespace?: string): ToolCallItem {
  return { kind: 'tool_call', name, arguments: args, ...definedOnly({ namespace }) };
}

/** Makes a shell command, which codex really runs, in its sandbox. */
export function shellCommand(cmd: string): ToolCallItem {
  return toolCall('exec_command', { cmd });
}

/** Makes a response that ends normally. */
export function completed(...items: readonly OutputItem[]): StreamReply {
  return endedBy({ kind: 'completed' }, ...items);
}

/** Makes a response that ends in this way. */
export function endedBy(end: StreamEnd, ...items: readonly OutputItem[]): StreamReply {
  return { kind: 'stream', items, end };
}

/** Makes an HTTP error with OpenAI's error body. */
export function status(
  httpStatus: number,
  error: JsonObject,
  headers?: Readonly<Record<string, string>>,
): StatusReply {
  return { kind: 'status', status: httpStatus, body: { error }, ...definedOnly({ headers }) };
}
