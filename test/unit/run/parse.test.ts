import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decode, exec, type Parse, run, runOrThrow, StructuredError, stream } from '../../../src/index.js';
import { createScriptedTransport } from '../../../src/testing.js';

const SCHEMA = {
  type: 'object',
  properties: { n: { type: 'number' } },
  required: ['n'],
  additionalProperties: false,
} as const;
const EVENTS = [
  { type: 'thread.started', thread_id: 't' },
  { type: 'turn.started' },
  { type: 'item.completed', item: { type: 'agent_message', text: '{"n":1}' } },
  { type: 'turn.completed' },
];
const JSONL = EVENTS.map((event) => `${JSON.stringify(event)}\n`).join('');

/** Each gets the same conforming answer. */
const PARSES: readonly (readonly [string, unknown, object])[] = [
  ['accepts', () => ({ ok: true, value: 'made' }), { kind: 'ok', value: 'made' }],
  ['accepts later', async () => ({ ok: true, value: undefined }), { kind: 'ok', value: undefined }],
  [
    'rejects with a reason',
    () => ({ ok: false, reason: 'too small' }),
    { kind: 'parse_failed', reason: 'too small' },
  ],
  [
    'rejects with an error',
    () => ({ ok: false, error: new Error('no') }),
    { kind: 'parse_failed', reason: 'no' },
  ],
  [
    'rejects without a reason',
    () => ({ ok: false }),
    { kind: 'parse_failed', reason: 'rejected without a reason' },
  ],
  [
    'throws',
    () => {
      throw new Error('boom');
    },
    { kind: 'parse_failed', reason: 'parse threw: boom' },
  ],
  [
    'throws a string',
    () => {
      throw 'boom';
    },
    { kind: 'parse_failed', reason: 'parse threw: boom' },
  ],
  [
    'returns a promise that rejects',
    () => Promise.reject(new TypeError('later')),
    { kind: 'parse_failed', reason: 'parse threw: later' },
  ],
  ['returns nothing', () => undefined, { kind: 'invalid_parse_result', returned: 'undefined' }],
  [
    'returns the bare value',
    (value: unknown) => value,
    { kind: 'invalid_parse_result', returned: 'an object with the keys n' },
  ],
  ['returns ok without a value', () => ({ ok: true }), { kind: 'invalid_parse_result' }],
  ['returns true', () => true, { kind: 'invalid_parse_result', returned: 'a boolean' }],
  [
    'is a Standard Schema that accepts',
    z.object({ n: z.number() }).transform(({ n }) => n + 1),
    { kind: 'ok', value: 2 },
  ],
  [
    'is a Standard Schema that rejects',
    z.object({ n: z.string() }),
    { kind: 'parse_failed', reason: expect.stringMatching(/^n: /) },
  ],
];

describe.each(PARSES)('a parse that %s', (_, parse, expected) => {
  it('has its own outcome kind, in run and decode', async () => {
    const options = { parse: parse as Parse<unknown> };
    const transport = createScriptedTransport({ stdout: EVENTS });
    expect(await run(exec('p'), SCHEMA, { ...options, transport })).toMatchObject(expected);
    expect(await decode(JSONL, { schema: SCHEMA, ...options })).toMatchObject(expected);
  });
});

it('parse is not called with an answer that does not conform', async () => {
  const parse = () => {
    throw new Error('asked');
  };
  const outcome = await decode(JSONL.replace('\\"n\\":1', '\\"n\\":\\"x\\"'), { schema: SCHEMA, parse });
  expect(outcome.kind).toBe('schema_mismatch');
});

describe('runOrThrow', () => {
  it('returns the success', async () => {
    const transport = createScriptedTransport({ stdout: EVENTS });
    expect((await runOrThrow(exec('p'), SCHEMA, { transport })).value).toEqual({ n: 1 });
  });

  it('throws one error with the outcome', async () => {
    const transport = createScriptedTransport({ stdout: '', exitCode: 3, stderr: 'Error: broken\n' });
    const error = await runOrThrow(exec('p'), SCHEMA, { transport }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StructuredError);
    expect(error).toMatchObject({
      kind: 'process_failed',
      outcome: { exitCode: 3, detail: { stderr: 'Error: broken\n' } },
    });
  });
});

describe('stream', () => {
  it('yields every event, then the outcome', async () => {
    const running = stream(exec('p'), SCHEMA, { transport: createScriptedTransport({ stdout: EVENTS }) });
    const seen: unknown[] = [];
    for await (const event of running) seen.push(event);
    expect(seen).toEqual(EVENTS);
    expect(await running.outcome).toMatchObject({ kind: 'ok', value: { n: 1 } });
  });

  it('keeps the outcome of a run that was over when the loop was left', async () => {
    const running = stream(exec('p'), SCHEMA, { transport: createScriptedTransport({ stdout: EVENTS }) });
    for await (const _ of running) break;
    expect((await running.outcome).kind).toBe('ok');
  });

  it('ends its events even if nothing could be started', async () => {
    const running = stream(exec('p'), { type: 'nonsense' }, {});
    for await (const _ of running) throw new Error('an event');
    expect((await running.outcome).kind).toBe('schema_encode');
  });
});

it('a flag that the subcommand does not accept is a TypeError', async () => {
  const transport = createScriptedTransport({ stdout: EVENTS });
  const { resume } = await import('../../../src/index.js');
  await expect(run(resume('id', 'p', { sandbox: 'read-only' }), SCHEMA, { transport })).rejects.toThrow(
    TypeError,
  );
  expect(transport.requests).toEqual([]);
});

it('an abort before the start starts nothing', async () => {
  const transport = createScriptedTransport({ stdout: EVENTS });
  const outcome = await run(exec('p'), SCHEMA, { transport, signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ kind: 'aborted', signal: null, workMayHaveRun: false });
  expect(transport.requests).toEqual([]);
});

it('deep nesting does not break the outcome', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const turn = (...lines: readonly string[]) => ['{"type":"turn.started"}', ...lines].join('\n');
  const says = (text: string) =>
    JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text } });
  const rows: readonly (readonly [string, string])[] = [
    ['turn_failed', turn(`{"type":"turn.failed","error":{"x":${deep}}}`)],
    ['turn_failed', turn(`{"type":"turn.failed","error":{"message":${deep}}}`)],
    ['turn_failed', turn(JSON.stringify({ type: 'turn.failed', error: { message: `{"error":${deep}}` } }))],
    ['ok', turn(`{"type":"zz","x":${deep}}`, says('{}'), `{"type":"turn.completed","usage":{"x":${deep}}}`)],
    ['invalid_json', turn(says(deep), '{"type":"turn.completed"}')],
  ];
  for (const [kind, jsonl] of rows) {
    const outcome = await decode(jsonl);
    expect(outcome.kind).toBe(kind);
    expect(() => JSON.stringify(outcome)).not.toThrow();
  }
});
