import type { JsonObject, JsonValue } from '../json/value.js';
import { completed, endedBy, message, shellCommand, status, toolCall } from './replies.js';
import { type ResponsesScript, sequence } from './responses-script.js';

type Answer = string | JsonObject | readonly JsonValue[];

/**
 * Ready-made scripts for the behavior of a model and its provider. Messages and error bodies use OpenAI's wording,
 * since codex identifies some errors by it.
 */
export const scripts = {
  /** The answer alone. A string is sent as it is, any other value as compact JSON. */
  answer: (answer: Answer) => sequence('answer', completed(message(answer))),

  /** Plain text instead of JSON. */
  prose: (text = "Sure! The person's name is Ada Lovelace.") => sequence('prose', completed(message(text))),

  /** A progress message, then the answer, in one response. */
  commentaryThenAnswer: (commentary: Answer, answer: Answer) =>
    sequence(
      'commentary-then-answer',
      completed(message(commentary, 'commentary'), message(answer, 'final_answer')),
    ),

  /** The answer first, then a progress message. */
  answerThenCommentary: (answer: Answer, commentary: Answer) =>
    sequence(
      'answer-then-commentary',
      completed(message(answer, 'final_answer'), message(commentary, 'commentary')),
    ),

  /** One message with two text parts, which codex joins. */
  twoParts: (first: string, second: string) =>
    sequence(
      'two-parts',
      completed({
        kind: 'message',
        parts: [
          { kind: 'text', text: first },
          { kind: 'text', text: second },
        ],
      }),
    ),

  refusal: (reason = "I'm sorry, I can't help with that.") =>
    sequence('refusal', completed({ kind: 'message', parts: [{ kind: 'refusal', reason }] })),

  /** A completed response without output. */
  empty: () => sequence('empty', completed()),

  /** A message with an empty text. */
  blank: () => sequence('blank', completed(message(''))),

  /** A message cut off by the output limit. */
  truncated: (text: string) =>
    sequence('truncated', endedBy({ kind: 'incomplete', reason: 'max_output_tokens' }, message(text))),

  contentFilter: () => sequence('content-filter', endedBy({ kind: 'incomplete', reason: 'content_filter' })),

  /** HTTP 400: the schema is not in the strict subset. */
  schemaRejected: () =>
    httpError('schema-rejected', 400, {
      message:
        "Invalid schema for response_format 'codex_output_schema': In context=(), 'additionalProperties' " +
        'is required to be supplied and to be false.',
      type: 'invalid_request_error',
      param: 'text.format.schema',
      code: 'invalid_json_schema',
    }),

  unauthorized: () =>
    httpError('unauthorized', 401, {
      message: 'Incorrect API key provided. You can find your API key at the API keys page.',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    }),

  forbidden: () =>
    httpError('forbidden', 403, {
      message: 'You have insufficient permissions for this operation.',
      type: 'invalid_request_error',
    }),

  rateLimited: () =>
    httpError('rate-limited', 429, {
      message: 'Rate limit reached for requests. Please try again in 20s.',
      type: 'requests',
      code: 'rate_limit_exceeded',
    }),

  /** HTTP 429 of a ChatGPT plan. `resetsAt` is in seconds since 1970. */
  usageLimit: (resetsAt: number) =>
    sequence(
      'usage-limit',
      status(429, {
        type: 'usage_limit_reached',
        message: 'The usage limit has been reached',
        plan_type: 'plus',
        resets_at: resetsAt,
      }),
    ),

  serverError: () =>
    httpError('server-error', 500, {
      message: 'The server had an error while processing your request.',
      type: 'server_error',
    }),

  unavailable: () =>
    httpError('unavailable', 503, {
      message: 'The engine is currently overloaded, please try again later.',
      type: 'server_error',
    }),

  /** The account has no credit left. */
  quotaExceeded: () => failed('quota-exceeded', 'insufficient_quota', 'You exceeded your current quota.'),

  overloaded: () => failed('overloaded', 'server_is_overloaded', 'The server is overloaded.'),

  contextLength: () =>
    failed(
      'context-length',
      'context_length_exceeded',
      "Your input exceeds the model's context window. Please adjust your input and try again.",
    ),

  /** The connection is lost once, after a whole message; the second attempt gets the answer. */
  cutOnce: (abandoned: Answer, answer: Answer) =>
    sequence('cut-once', endedBy({ kind: 'cut' }, message(abandoned)), completed(message(answer))),

  /** The connection is lost after the message, on every attempt. */
  cutAlways: (abandoned: Answer) => sequence('cut-always', endedBy({ kind: 'cut' }, message(abandoned))),

  /** The answer after a delay, in milliseconds. */
  delayed: (delayMs: number, answer: Answer) =>
    sequence('delayed', { ...completed(message(answer)), delayMs }),

  /** No reply, forever. */
  hang: () => sequence('hang', endedBy({ kind: 'hang' })),

  /** A message, and then nothing. */
  hangAfter: (text: Answer) => sequence('hang-after', endedBy({ kind: 'hang' }, message(text))),

  /** A shell command, which codex really runs in its sandbox, then the answer. */
  command: (cmd: string, answer: Answer) =>
    sequence('command', completed(shellCommand(cmd)), completed(message(answer))),

  /** As `command`, with a schema-shaped progress message before it. */
  commentaryAndCommand: (commentary: Answer, cmd: string, answer: Answer) =>
    sequence(
      'commentary-and-command',
      completed(message(commentary, 'commentary'), shellCommand(cmd)),
      completed(message(answer, 'final_answer')),
    ),

  /** A call of a tool that does not exist, then the answer. */
  unknownTool: (answer: Answer) =>
    sequence('unknown-tool', completed(toolCall('no_such_tool', {})), completed(message(answer))),

  /** A file change in codex's patch format, then the answer. */
  patch: (patch: string, answer: Answer) =>
    sequence(
      'patch',
      completed({
        kind: 'raw',
        item: { type: 'custom_tool_call', id: 'ctc_0', call_id: 'call_0', name: 'apply_patch', input: patch },
      }),
      completed(message(answer)),
    ),

  /** A summary of the model's reasoning, then the answer. */
  reasoning: (summary: string, answer: Answer) =>
    sequence(
      'reasoning',
      completed(
        {
          kind: 'raw',
          item: { type: 'reasoning', id: 'rs_0', summary: [{ type: 'summary_text', text: summary }] },
        },
        message(answer),
      ),
    ),

  /** A call of an MCP server's tool, then the answer. */
  mcpCall: (server: string, tool: string, args: JsonObject, answer: Answer) =>
    sequence('mcp-call', completed(toolCall(tool, args, `mcp__${server}`)), completed(message(answer))),
} satisfies Record<string, (...args: never[]) => ResponsesScript>;

function failed(name: string, code: string, text: string): ResponsesScript {
  return sequence(name, endedBy({ kind: 'failed', code, message: text }));
}

/** An HTTP error with OpenAI's error body, in which absent members are null. */
function httpError(
  name: string,
  httpStatus: number,
  error: { message: string; type: string; param?: string; code?: string },
): ResponsesScript {
  return sequence(name, status(httpStatus, { param: null, code: null, ...error }));
}
