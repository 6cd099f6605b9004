import { Buffer } from 'node:buffer';
import fc from 'fast-check';

/** Streams as codex might write them, and all that can go wrong with their bytes. */

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom('{"a":1}', '', 'x\u2028"\\/\b\f\n\r\t\u0000\ud800é😀', 'Reconnecting... 1/5 (x)'),
);
const name = fc.constantFrom(
  ...['agent_message', 'assistant_message', 'reasoning', 'error', 'todo_list', 'command_execution'],
  ...['mcp_tool_call', 'file_change', 'web_search', 'new_kind', '__proto__', 'constructor', 'ünknown', ''],
);
const eventName = fc.constantFrom(
  ...['item.started', 'item.updated', 'item.completed', 'item.completed', 'item.completed'],
  ...[
    'turn.started',
    'turn.completed',
    'turn.failed',
    'error',
    'thread.started',
    'session.created',
    'new.event',
  ],
);
const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
const field = <T>(sensible: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ arbitrary: sensible as fc.Arbitrary<unknown>, weight: 9 }, value), {
    nil: undefined,
    freq: 9,
  });

const item = fc.record({
  id: fc.constant('item_1'),
  type: field(name),
  item_type: fc.option(name, { nil: undefined, freq: 1 }),
  text: field(text),
  phase: fc.option(fc.constantFrom('final_answer', 'commentary', 'other'), { nil: undefined, freq: 1 }),
  aggregated_output: value,
  exit_code: field(fc.constantFrom(0, 1, -0, 1e300, null)),
  status: field(fc.constantFrom('completed', 'failed', 'declined', 'in_progress', 'new')),
});

const event = fc.record({
  type: field(eventName),
  thread_id: field(text),
  item: field(item),
  message: field(text),
  error: field(fc.record({ message: text })),
  usage: field(fc.record({ input_tokens: fc.nat() })),
  extra: value,
});

/** JSON as others might write it: spaces, other order, repeated and escaped names. */
const spelling = fc.constantFrom<(line: string) => string>(
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => line.replaceAll(',"', ' ,\t"').replaceAll(':', ': '),
  (line) => line.replace('"type"', '"t\\u0079pe"'),
  (line) => line.replace('{', '{"type":"item.updated",'),
  (line) => line.replace(/\}$/, ',"type":"turn.completed"}'),
  (line) => line.replace('"status"', '"type":"agent_message","status"'),
  (line) => line.replace('"id"', '"status":"failed","exit_code":1,"id"'),
  (line) => line.replaceAll('"exit_code":0', '"exit_code":00'),
  (line) => line.replaceAll('"exit_code":1', '"exit_code":-1.5E+3'),
  (line) => line.slice(0, -1),
  (line) => line + line,
  (line) => `\u001b[?2004h${line}\r`,
  (line) => `\ufeff${line}`,
);

const line = fc.oneof(
  { arbitrary: fc.tuple(event, spelling).map(([fields, spell]) => spell(JSON.stringify(fields))), weight: 8 },
  {
    arbitrary: fc.constantFrom(
      '{"type":"turn.started"}',
      '{"type":"turn.completed"}',
      '{"id":"1","msg":{"type":"x"}}',
      '{"type":"item.completed","item":{"type":"command_execution","x":tru}}',
      '{"type":"item.completed","item":{"type":"command_execution","x":"\u0001"}}',
      `{"type":"item.completed","item":{"type":"reasoning","x":${'['.repeat(400)}${']'.repeat(400)}}}`,
      `{"type":"item.completed","item":{"type":"reasoning","x":${'['.repeat(200)}${']'.repeat(199)}}}`,
      '',
    ),
    weight: 2,
  },
  { arbitrary: text, weight: 1 },
);

/** One byte replaced, removed or put in. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  byte: fc.oneof(
    fc.constantFrom(...Buffer.from('"\\{}[],:\n0-eE.u \u001b')),
    fc.integer({ min: 0, max: 255 }),
  ),
  remove: fc.constantFrom(0, 1),
});

/** Streams of lines, most of them sound, with now and then a byte changed. */
export const streams: fc.Arbitrary<Buffer> = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.array(mutation, { maxLength: 3 }), fc.boolean())
  .map(([lines, mutations, lastLineFeed]) => {
    const whole = Buffer.from(lines.join('\n') + (lastLineFeed ? '\n' : ''));
    return mutations.reduce(mutate, whole);
  });

function mutate(bytes: Buffer, { at, byte, remove }: { at: number; byte: number; remove: number }): Buffer {
  const index = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, index), Buffer.from([byte]), bytes.subarray(index + remove)]);
}

/** Single lines, for what looks at one. */
export const lines: fc.Arbitrary<string> = line;
