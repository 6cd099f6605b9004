import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerDecoder } from '../../../../src/bridges/output-schema/answer-decoder.js';
import type { CodecResult } from '../../../../src/diagnostics/schema-results.js';
import type { JsonValue } from '../../../../src/json/value.js';
import { anyCuts, cut } from './lines.js';

/** `{"value": x}` on the wire is x. */
function unwrap(wire: JsonValue): CodecResult {
  const isWrapped = typeof wire === 'object' && wire !== null && !Array.isArray(wire) && 'value' in wire;
  return isWrapped
    ? { ok: true, value: (wire as { value: JsonValue }).value }
    : { ok: false, reason: 'no value', pointer: '' };
}

interface Run {
  readonly lines: readonly string[];
  readonly notices: readonly string[];
}

function decoded(lines: readonly string[], { asked = ['3'], pieces = (bytes: Buffer) => [bytes] } = {}): Run {
  const notices: string[] = [];
  const out: Buffer[] = [];
  const decoder = new AnswerDecoder({ decode: unwrap, notice: (sentence) => notices.push(sentence) });
  for (const id of asked) decoder.expect(id);
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (const piece of pieces(bytes)) decoder.push(piece, (some) => out.push(some));
  decoder.end((some) => out.push(some));
  return { lines: Buffer.concat(out).toString().split('\n').slice(0, -1), notices };
}

const STARTED = '{"id":3,"result":{"turn":{"id":"u-1","items":[]}}}';
const OTHERS = '{"id":4,"result":{"turn":{"id":"u-2","items":[]}}}';
const item = (text: string, { phase = 'final_answer', id = 'm-1', turn = 'u-1', event = 'completed' } = {}) =>
  `{"method":"item/${event}","params":{"item":{"type":"agentMessage","id":"${id}","text":${JSON.stringify(text)},"phase":${phase === '' ? null : `"${phase}"`}, "n":1.0},"threadId":"t","turnId":"${turn}"}}`;
const delta = (text: string, { id = 'm-1', turn = 'u-1' } = {}) =>
  `{"method":"item/agentMessage/delta","params":{"threadId":"t","turnId":"${turn}","itemId":"${id}","delta":${JSON.stringify(text)}},"emittedAtMs":1}`;
const completed = (texts: readonly string[], { status = 'completed', turn = 'u-1' } = {}) =>
  `{"method":"turn/completed","params":{"threadId":"t","turn":{"id":"${turn}","items":[${texts.map((text) => `{"type":"agentMessage","id":"m-1","text":${JSON.stringify(text)},"phase":"final_answer"}`).join(',')}],"status":"${status}"}}}`;

const WIRE = '{"value":[1,"ж"]}';
const OURS = '[1,"ж"]';

describe('the message of a turn with the schema', () => {
  it('is decoded in its item and at the end of its turn, and nothing else changes', () => {
    for (const phase of ['final_answer', '']) {
      const run = decoded([
        STARTED,
        item('', { event: 'started', phase }),
        item(WIRE, { phase }),
        completed([WIRE]),
      ]);
      expect(run).toEqual({
        lines: [STARTED, item('', { event: 'started', phase }), item(OURS, { phase }), completed([OURS])],
        notices: [],
      });
    }
  });

  it('has one delta in place of its own deltas', () => {
    const deltas = [...WIRE].map((character) => delta(character));
    const run = decoded([STARTED, ...deltas, item(WIRE), completed([WIRE])]);
    expect(run.lines).toEqual([STARTED, delta(OURS), item(OURS), completed([OURS])]);
  });

  it('is passed on unchanged with one notice if it cannot be decoded', () => {
    for (const [text, why] of [
      ['Sure! {}', 'not one JSON value'],
      ['{"v":1}', 'does not match the wire schema'],
    ] as const) {
      const lines = [STARTED, delta(text.slice(0, 2)), delta(text.slice(2)), item(text), completed([text])];
      const run = decoded(lines);
      expect(run.lines).toEqual(lines);
      expect(run.notices).toEqual([expect.stringContaining(why)]);
    }
  });

  it('is not changed if it is commentary, and neither are its deltas', () => {
    const begun = item('', { phase: 'commentary', event: 'started' });
    const lines = [
      STARTED,
      begun,
      delta('{"value"'),
      delta(':1}'),
      item('{"value":1}', { phase: 'commentary' }),
    ];
    expect(decoded(lines)).toEqual({ lines, notices: [] });
  });
});

describe('the deltas of a message that never became complete', () => {
  const [given, second] = [delta('{"va', { id: 'm-0' }), [delta(WIRE), item(WIRE)]];

  it('are dropped if the turn completed, since codex started the message again', () => {
    const run = decoded([STARTED, given, ...second, completed([WIRE])]);
    expect(run.lines).toEqual([STARTED, delta(OURS), item(OURS), completed([OURS])]);
  });

  it('are passed on if the turn did not complete, or if the stream ends', () => {
    const interrupted = completed([], { status: 'interrupted' });
    expect(decoded([STARTED, given, interrupted]).lines).toEqual([STARTED, given, interrupted]);
    expect(decoded([STARTED, given]).lines).toEqual([STARTED, given]);
  });
});

describe('everything else', () => {
  it("passes: a turn with the client's own schema, before a turn and after it, other messages", () => {
    const lines = [
      item(WIRE),
      OTHERS,
      STARTED,
      item(WIRE, { turn: 'u-2' }),
      delta(WIRE, { turn: 'u-2' }),
      completed([WIRE], { turn: 'u-2' }),
      '{"method":"item/completed","params":{"item":{"type":"commandExecution","text":"{\\"value\\":1}"},"turnId":"u-1"}}',
      'item/completed is not JSON',
      '[]',
      '',
    ];
    expect(decoded(lines)).toEqual({ lines, notices: [] });
    const over = [STARTED, completed([]), item(WIRE), completed([WIRE])];
    expect(decoded(over)).toEqual({ lines: over, notices: [] });
    const refused = ['{"id":3,"error":{"code":-32600,"message":"no"}}', item(WIRE)];
    expect(decoded(refused)).toEqual({ lines: refused, notices: [] });
  });

  it('passes at once, whatever its length: only lines that may have a message are held back', () => {
    const decoder = new AnswerDecoder({ decode: unwrap, notice: () => undefined });
    decoder.expect('3');
    const mib = Buffer.alloc(1024 * 1024, 'x');
    let [taken, given, held] = [0, 0, 0];
    const push = (bytes: Buffer) => {
      taken += bytes.length;
      decoder.push(bytes, (some) => {
        given += some.length;
      });
      held = Math.max(held, taken - given);
    };
    push(Buffer.from(`${STARTED}\n{"method":"item/commandExecution/outputDelta","params":{"delta":"`));
    for (let index = 0; index < 64; index += 1) push(mib);
    push(Buffer.from('"}}\n'));
    expect(held).toBeLessThan(64 * 1024);
    expect(given).toBe(taken);
  });

  it('decodes a message of megabytes', () => {
    const long = JSON.stringify({ value: 'y'.repeat(5_000_000) });
    const run = decoded([STARTED, item(long)], { pieces: (bytes) => cut(bytes, [0.1, 0.5, 0.9]) });
    expect(run.lines[1]).toBe(item(JSON.stringify('y'.repeat(5_000_000))));
  });
});

it('is the same however the stream is cut', () => {
  const lines = [
    STARTED,
    delta('{"val'),
    delta('ue":1}'),
    item('{"value":1}'),
    OTHERS,
    item('no'),
    completed(['{"value":1}']),
  ];
  const whole = decoded(lines);
  expect(whole.lines).toContain(item('1'));
  fc.assert(
    fc.property(anyCuts, (cuts) => {
      expect(decoded(lines, { pieces: (bytes) => cut(bytes, cuts) })).toEqual(whole);
    }),
    { numRuns: 200, seed: 6 },
  );
});
