import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelopeText } from '../../../src/cli/output/json-text.js';
import { decode } from '../../../src/index.js';

const published = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../schemas/outcome.schema.json'), 'utf8'),
);
const isPublishedShape = new Ajv2020({ strict: false }).compile(published);

const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

/** Events as codex writes them, with fields that are missing, or of another type than they should be. */
const anyField = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.jsonValue());
const answer = fc.constantFrom(
  '{"answer":"a"}',
  '{"answer":1}',
  '{',
  '7',
  '',
  'prose',
  '{}{}',
  '```json\n{}\n```',
  '[1e999]',
);
const item = fc.oneof(
  fc.record({
    type: fc.constant('agent_message'),
    text: fc.oneof(answer, anyField),
    phase: fc.constantFrom(null, 'commentary', 'final_answer'),
  }),
  fc.record(
    {
      type: fc.constantFrom('command_execution', 'mcp_tool_call', 'error', 'file_change', 'new'),
      status: anyField,
      message: anyField,
    },
    { requiredKeys: ['type'] },
  ),
  anyField,
);
const event = fc.oneof(
  fc.record({ type: fc.constant('thread.started'), thread_id: anyField }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('turn.started') }),
  fc.record({ type: fc.constant('turn.completed'), usage: anyField }, { requiredKeys: ['type'] }),
  fc.record(
    { type: fc.constant('turn.failed'), error: fc.oneof(fc.record({ message: anyField }), anyField) },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constant('error'),
    message: fc.oneof(fc.constant('Reconnecting... 1/5 (x)'), anyField),
  }),
  fc.record({ type: fc.constantFrom('item.started', 'item.updated', 'item.completed'), item }),
);
const line = fc.oneof(
  { weight: 8, arbitrary: event.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string() },
);
const loose = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
/** A turn that ends successfully, so that the message decides. */
const finished = fc.tuple(loose, answer).map(([before, text]) => {
  const message = { type: 'item.completed', item: { type: 'agent_message', text } };
  return [before, '{"type":"turn.started"}', JSON.stringify(message), '{"type":"turn.completed"}'].join('\n');
});
const streams = fc.oneof(loose, finished);
const exitCodes = fc.constantFrom(0, 0, 0, 1, 2, 101, 130, 137);

describe('any stream', () => {
  it('has an outcome whose envelope has the published shape', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(streams, exitCodes, fc.boolean(), async (stream, exitCode, keepEvents) => {
        const outcome = await decode(stream, { schema: SCHEMA, exitCode, keepEvents });
        kinds.add(outcome.kind);
        const envelope = JSON.parse(envelopeText(outcome, keepEvents));
        expect(isPublishedShape(envelope), JSON.stringify(isPublishedShape.errors)).toBe(true);
      }),
      { numRuns: 400 },
    );
    // The generator must reach more than one corner of the table.
    expect(kinds.size).toBeGreaterThan(6);
  });

  it('of arbitrary bytes has one too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const outcome = await decode(bytes, { schema: SCHEMA });
        expect(isPublishedShape(JSON.parse(envelopeText(outcome, true)))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('has the same outcome however it is split into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(streams, fc.array(fc.nat(200), { maxLength: 6 }), async (stream, cuts) => {
        const bytes = Buffer.from(stream);
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
          bytes.length,
        ];
        async function* chunks() {
          for (let i = 1; i < places.length; i += 1) yield bytes.subarray(places[i - 1], places[i]);
        }
        const whole = await decode(bytes, { schema: SCHEMA });
        const cut = await decode(chunks(), { schema: SCHEMA });
        expect({ ...cut, detail: { ...timeless(cut) } }).toEqual({
          ...whole,
          detail: { ...timeless(whole) },
        });
      }),
      { numRuns: 200 },
    );
  });
});

function timeless(outcome: Awaited<ReturnType<typeof decode>>): object {
  if (!('detail' in outcome) || outcome.detail === undefined) return {};
  const { durationMs: _ms, attempts, ...rest } = outcome.detail;
  return { ...rest, attempts: attempts.map(({ kind }) => kind) };
}
