import type { JsonObject, JsonValue } from '../json/value.js';
import type {
  MessageItem,
  OutputItem,
  StatusReply,
  StreamEnd,
  StreamReply,
  ToolCallItem,
} from './responses-script.js';

/** A message with one text part; a value is sent as its compact JSON text. */
export function message(answer: string | JsonObject | readonly JsonValue[], phase?: string): MessageItem {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return { kind: 'message', parts: [{ kind: 'text', text }], ...(phase === undefined ? {} : { phase }) };
}

export function toolCall(name: string, args: JsonObject, namespace?: string): ToolCallItem {
  return { kind: 'tool_call', name, arguments: args, ...(namespace === undefined ? {} : { namespace }) };
}

/** A shell command: codex runs it for real, in its sandbox. */
export function shellCommand(cmd: string): ToolCallItem {
  return toolCall('exec_command', { cmd });
}

/** A stream that ends as it should. */
export function completed(...items: readonly OutputItem[]): StreamReply {
  return endedBy({ kind: 'completed' }, ...items);
}

export function endedBy(end: StreamEnd, ...items: readonly OutputItem[]): StreamReply {
  return { kind: 'stream', items, end };
}

/** OpenAI's error body with that HTTP status. */
export function status(
  httpStatus: number,
  error: JsonObject,
  headers?: Readonly<Record<string, string>>,
): StatusReply {
  return {
    kind: 'status',
    status: httpStatus,
    body: { error },
    ...(headers === undefined ? {} : { headers }),
  };
}
