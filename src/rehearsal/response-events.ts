import type { JsonObject } from '../json/value.js';
import { DEFAULT_USAGE, type OutputItem, type StreamEnd, type StreamReply } from './responses-script.js';

/** Returns the events of a response in the format that codex reads (checked with codex-cli 0.171.0). */
export function responseEvents(reply: StreamReply, responseId: string): JsonObject[] {
  const items = reply.items.map((item, index) => ({
    type: 'response.output_item.done',
    output_index: index,
    item: wireItem(item, `${responseId}_${index}`),
  }));
  const end = endEvent(reply, responseId);
  return [
    { type: 'response.created', response: { id: responseId } },
    ...items,
    ...(end === null ? [] : [end]),
  ];
}

/** Formats a server-sent event. JSON has no raw line breaks, so one `data:` line is enough. */
export function serverSentEvent(event: JsonObject): string {
  return `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Whether the connection is closed normally after the last event. */
export function endsRegularly(end: StreamEnd): boolean {
  return end.kind !== 'cut' && end.kind !== 'hang';
}

function wireItem(item: OutputItem, id: string): JsonObject {
  if (item.kind === 'raw') return item.item;
  if (item.kind === 'tool_call') {
    return {
      type: 'function_call',
      id: `fc_${id}`,
      call_id: `call_${id}`,
      name: item.name,
      ...(item.namespace === undefined ? {} : { namespace: item.namespace }),
      arguments: JSON.stringify(item.arguments),
    };
  }
  return {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    ...(item.phase === undefined || item.phase === null ? {} : { phase: item.phase }),
    content: item.parts.map((part) =>
      part.kind === 'text'
        ? { type: 'output_text', text: part.text, annotations: [] }
        : { type: 'refusal', refusal: part.reason },
    ),
  };
}

function endEvent(reply: StreamReply, id: string): JsonObject | null {
  switch (reply.end.kind) {
    case 'completed':
      return { type: 'response.completed', response: { id, usage: wireUsage(reply) } };
    case 'incomplete':
      return {
        type: 'response.incomplete',
        response: { id, incomplete_details: { reason: reply.end.reason } },
      };
    case 'failed':
      return {
        type: 'response.failed',
        response: { id, error: { code: reply.end.code, message: reply.end.message } },
      };
    case 'cut':
    case 'hang':
      return null;
  }
}

function wireUsage(reply: StreamReply): JsonObject {
  const { inputTokens, outputTokens } = reply.usage ?? DEFAULT_USAGE;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
