import type { BatchResult } from '../../../../src/batch/batch-result.js';
import type { BatchSummary, KindSummary } from '../../../../src/batch/engine/summary-accumulator.js';
import type { ThreadEvent } from '../../../../src/events/event.js';
import type { Detail } from '../../../../src/outcome/outcome.js';

export const OPTIONS = { title: 'ticket.schema.json', env: {} };

export function detail(over: Partial<Detail> = {}): Detail {
  return {
    threadId: '0190-thread',
    text: null,
    events: [],
    usage: { input_tokens: 1200, cached_input_tokens: 1000, output_tokens: 40 },
    exitCode: null,
    signal: null,
    stderr: '',
    durationMs: 1234,
    codexVersion: '0.171.0',
    model: 'gpt-6.2-sol',
    transport: 'app-server',
    schema: { sha256: 'ab'.repeat(32), adapted: false },
    validated: true,
    attempts: [{ kind: 'ok', durationMs: 1234 }],
    notices: [],
    toolCalls: { total: 0, failed: 0 },
    ...over,
  };
}

export function key(id: string, index: number) {
  return { id, index, inputHash: 'cd'.repeat(32) };
}

export function ok(
  id: string,
  index: number,
  text = '{"name":"Ada"}',
  over: Partial<Detail> = {},
): BatchResult {
  return {
    ...key(id, index),
    ok: true,
    kind: 'ok',
    value: JSON.parse(text),
    detail: detail({ text, ...over }),
  };
}

const RAN = { ok: false, workMayHaveRun: true, retryable: false } as const;

export function mismatch(
  id: string,
  index: number,
  message = 'The answer is not valid: 2 violations.',
): BatchResult {
  return {
    ...key(id, index),
    ...RAN,
    kind: 'schema_mismatch',
    message,
    value: { name: 5 },
    violations: [
      {
        pointer: '/name',
        keyword: 'type',
        schemaPointer: '#/properties/name/type',
        message: 'must be a string',
      },
      { pointer: '', keyword: 'required', schemaPointer: '#/required', message: "lacks 'age'" },
    ],
    detail: detail({
      text: '{"name":5}',
      durationMs: 8100,
      attempts: [
        { kind: 'schema_mismatch', durationMs: 4000 },
        { kind: 'schema_mismatch', durationMs: 4100, cause: 'repair' },
      ],
    }),
  };
}

export function turnFailed(
  id: string,
  index: number,
  message = 'The model is overloaded; try again later.',
): BatchResult {
  return {
    ...key(id, index),
    ...RAN,
    workMayHaveRun: false,
    retryable: true,
    kind: 'turn_failed',
    message,
    error: { code: 'overloaded', message, native: { message } },
    detail: detail({ durationMs: 61_000, usage: null, stderr: 'ERROR stream disconnected\n' }),
  };
}

export function invalidTask(id: string, index: number, message = 'Line 7 is not JSON.'): BatchResult {
  return {
    ...key(id, index),
    ok: false,
    workMayHaveRun: false,
    retryable: false,
    kind: 'invalid_task',
    message,
  };
}

export function timedOut(id: string, index: number): BatchResult {
  const message = 'No answer within 10 minutes.';
  return {
    ...key(id, index),
    ...RAN,
    kind: 'timeout',
    limit: 'overall',
    ms: 600_000,
    message,
    detail: detail({ durationMs: 600_000, toolCalls: { total: 3, failed: 1 } }),
  };
}

export function abortedEarly(id: string, index: number): BatchResult {
  const message = 'The run was aborted before it started.';
  return { ...key(id, index), ...RAN, workMayHaveRun: false, kind: 'aborted', signal: 'SIGINT', message };
}

export function notJson(
  id: string,
  index: number,
  text = 'Sure! Here is the JSON you asked for.',
): BatchResult {
  return {
    ...key(id, index),
    ...RAN,
    kind: 'invalid_json',
    reason: 'syntax',
    line: 1,
    column: 1,
    valuesSeen: 0,
    message: 'The answer is not valid JSON (line 1, column 1).',
    detail: detail({ text, durationMs: 950 }),
  };
}

export const EVENTS: readonly ThreadEvent[] = [
  { type: 'thread.started', thread_id: '0190-thread' },
  { type: 'turn.started' },
  {
    type: 'item.completed',
    item: { id: 'item_0', type: 'reasoning', text: 'I should look at the tests first.' },
  },
  { type: 'item.started', item: { id: 'item_1', type: 'command_execution', command: "bash -lc 'npm test'" } },
  {
    type: 'item.completed',
    item: {
      id: 'item_1',
      type: 'command_execution',
      command: "bash -lc 'npm test'",
      aggregated_output: '\x1b[31mFAIL\x1b[0m src/parse.test.ts\n  expected 4, got 5\n',
      exit_code: 1,
      status: 'failed',
    },
  },
  {
    type: 'item.completed',
    item: {
      id: 'item_2',
      type: 'file_change',
      changes: [{ path: 'src/parse.ts', kind: 'update' }],
      status: 'completed',
    },
  },
  { type: 'error', message: 'Reconnecting... 1/5' },
  { type: 'item.completed', item: { id: 'item_3', type: 'agent_message', text: '{"name":"Ada"}' } },
  { type: 'turn.completed', usage: { input_tokens: 1200, cached_input_tokens: 1000, output_tokens: 40 } },
];

/** Counts as the engine would, without its percentiles. */
export function summaryOf(results: readonly BatchResult[], over: Partial<BatchSummary> = {}): BatchSummary {
  const byKind = new Map<BatchResult['kind'], number>();
  for (const { kind } of results) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  const good = results.filter(({ ok }) => ok).length;
  return {
    total: results.length,
    ok: good,
    failed: results.length - good,
    resumed: 0,
    notRun: 0,
    stopped: null,
    byKind: [...byKind].map(
      ([kind, count]): KindSummary => ({
        kind,
        count,
        p50Ms: kind === 'invalid_task' ? null : 1234,
        p95Ms: kind === 'invalid_task' ? null : 4800,
      }),
    ),
    tokens: { input: 1_234_567, cachedInput: 1_000_000, output: 45_678 },
    retries: 3,
    repairs: 2,
    elapsedMs: 133_000,
    ...over,
  };
}

/** One of each, and the hostile. */
export function sampleResults(): BatchResult[] {
  return [
    ok('ticket-1', 0, '{"title":"Login fails","priority":1,"tags":["auth","web"],"big":9007199254740995}', {
      events: EVENTS,
      toolCalls: { total: 2, failed: 1 },
    }),
    mismatch('src/lib/a very long path/that/does/not/fit/anywhere/parse.ts', 1),
    turnFailed('ticket-3', 2),
    invalidTask('3', 3),
    timedOut('ticket-5', 4),
    notJson('ticket-6', 5),
    ok('ticket-7', 6, '{"title":"Grüße, 世界 🎉","priority":2,"tags":[],"done":true}', { durationMs: 850 }),
  ];
}
