import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SchemaInjector, TurnRejectedError } from '../../../../src/bridges/output-schema/schema-injector.js';
import { anyCuts, anyLine, cut, injected, injectedText, WIRE } from './lines.js';

const RUNS = { numRuns: 400, seed: 20_261 };

describe('a turn/start request', () => {
  it.each([
    [
      '{"id":1,"method":"turn/start","params":{"a":1}}',
      `{"id":1,"method":"turn/start","params":{"a":1,"outputSchema":${WIRE}}}`,
    ],
    [
      '{"id":1,"method":"turn/start","params":{ }}',
      `{"id":1,"method":"turn/start","params":{ "outputSchema":${WIRE}}}`,
    ],
    [
      '{"params":{"a":1},"method":"turn/start","id":1}',
      `{"params":{"a":1,"outputSchema":${WIRE}},"method":"turn/start","id":1}`,
    ],
    [
      '{"params":{"outputSchema":null ,"a":[]},"method":"turn\\/start"}',
      `{"params":{"outputSchema":${WIRE} ,"a":[]},"method":"turn\\/start"}`,
    ],
    // Of a member written twice the last one holds, for codex too.
    [
      '{"method":"turn/start","params":{"outputSchema":{},"outputSchema":null}}',
      `{"method":"turn/start","params":{"outputSchema":{},"outputSchema":${WIRE}}}`,
    ],
    [
      '{"method":"turn/start","params":{"outputSchema":null,"outputSchema":{}}}',
      `{"method":"turn/start","params":{"outputSchema":${WIRE},"outputSchema":{}}}`,
    ],
    [
      '  {"method":"turn/start","params":{"n":1.00e5,"n":-0}}\r',
      `  {"method":"turn/start","params":{"n":1.00e5,"n":-0,"outputSchema":${WIRE}}}\r`,
    ],
    // codex takes a message as a list of its members, too.
    ['[7,"turn/start",{"a":[1,2]}]', `[7,"turn/start",{"a":[1,2],"outputSchema":${WIRE}}]`],
    [
      ' [ "x" , "turn\\/start" , {"outputSchema":null} , null ]',
      ` [ "x" , "turn\\/start" , {"outputSchema":${WIRE}} , null ]`,
    ],
    ...[`0.${'0'.repeat(9000)}1`, `-1${'0'.repeat(9000)}`, `1.${'5'.repeat(70)}E+${'0'.repeat(5000)}9`].map(
      (number): [string, string] => [
        `{"method":"turn/start","params":{"n":${number}}}`,
        `{"method":"turn/start","params":{"n":${number},"outputSchema":${WIRE}}}`,
      ],
    ),
  ])('%.90s', (line, expected) => {
    expect(injectedText(line)).toBe(expected);
    expect(injectedText(`\n${line}\n\n${line}\n`)).toBe(`\n${expected}\n\n${expected}\n`);
  });

  it('reports the ids of requests that were given the schema', () => {
    const ids: (string | null)[] = [];
    const lines = [
      '{"id":"x","method":"turn/start","params":{}}',
      '{"method":"turn/start","params":{},"id":7}',
      '{"id":8,"method":"turn/start","params":{"outputSchema":{}}}',
      '{"id":9,"method":"turn/steer","params":{}}',
    ];
    injectedText(lines.join('\n'), { onInjected: (id) => ids.push(id) });
    expect(ids).toEqual(['"x"', '7']);
  });

  it('writes a schema of many lines on one line', () => {
    const out = injectedText('{"method":"turn/start","params":{}}\n', { schema: '\ufeff{\n  "a":\r\n 1}\n' });
    expect(out).toBe('{"method":"turn/start","params":{"outputSchema":{   "a":  1}}}\n');
  });

  it('ends the stream rather than pass on a turn without its schema', () => {
    const line = `{"params":{"outputSchema":null,"a":"${'x'.repeat(100)}"},"method":"turn/start"}\n`;
    expect(injectedText(line, { maxHeldBytes: 200 })).toContain(WIRE);
    const inject = () => injectedText(line, { maxHeldBytes: 50 });
    expect(inject).toThrow(TurnRejectedError);
    expect(inject).toThrow('more than 50 bytes after the position of its schema');
  });

  it('ends the stream if its parameters are a list, since codex would accept it without a schema', () => {
    const list = `["t",null,null,[{"type":"text","text":"hi"}]${',null'.repeat(24)}]`;
    for (const line of [
      `{"id":1,"method":"turn/start","params":${list}}`,
      `{"params":${list},"method":"turn/start"}`,
      `[1,"turn/start",${list}]`,
    ]) {
      expect(() => injectedText(`${line}\n`)).toThrow(TurnRejectedError);
      expect(() => injectedText(`${line}\n`)).toThrow('parameters in a list');
      const other = line.replace('turn/start', 'turn/steer');
      expect(injectedText(other)).toBe(other);
    }
  });

  it('reports long ids', () => {
    const ids: (string | null)[] = [];
    const id = JSON.stringify('x'.repeat(1000));
    injectedText(`{"id":${id},"method":"turn/start","params":{}}`, {
      onInjected: (given) => ids.push(given),
    });
    injectedText('["p","turn/start",{}]', { onInjected: (given) => ids.push(given) });
    expect(ids).toEqual([id, '"p"']);
  });
});

describe('every other line', () => {
  it.each([
    '',
    '\r',
    'not JSON',
    '\u0000\u0001',
    '{"method":"turn/start","params":{}',
    '{"method":"turn/start","params":{}} x',
    '{"method":"turn/start","params":{}}{}',
    '{"method":"turn/start","params":{"a":01}}',
    '{"method":"turn/start","params":{"a":nul}}',
    '{"method":"turn/start","params":{"outputSchema":nul}}',
    '{"method":"turn/start","params":{"a":"\\x"}}',
    '{"method":"turn/start","params":{"a":"\\u12g4"}}',
    '{"method":"turn/start","params":{"a":1,}}',
    '{"method":"turn/start","params":{"a" 1}}',
    '{"method":"turn/start","params":[}}',
    '{"method":"turn/start","params":{]}',
    '{"method":"turn/start","params":[{}]}',
    '{"method":"turn/start","params":null}',
    '{"method":"turn/start"}',
    '{"method":"turn/start","params":{"a":"open',
    '[{"method":"turn/start","params":{}}]',
    '["turn/start",{}]',
    '[1,"turn/start"]',
    '[1,"turn/start",null]',
    '[1,["turn/start"],{}]',
    '[1,"turn/start",{}',
    '[1,"turn/start","params",{}]',
    '{"method":"turn/start","params":[]}',
    `{"method":"turn/start","params":{"n":1.${'5'.repeat(9000)}.1}}`,
    `{"method":"turn/start","params":{"n":1${'e1'.repeat(9000)}}}`,
    `[1,"turn/start",{"n":0${'0'.repeat(9000)}}]`,
    '"turn/start"',
    '{"result":{"method":"turn/start","params":{}}}',
    '{"method":"turn/start","method":"turn/start","params":{}}',
    '{"params":{},"method":"other"}',
    '{"params":{"outputSchema":null},"method":"other"}',
    `{"method":"turn/start","params":${'['.repeat(2000)}${']'.repeat(2000)}}`,
    `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  ])('passes unchanged: %#', (line) => {
    for (const text of [line, `${line}\n`, `\n${line}\n${line}\r\n`]) expect(injectedText(text)).toBe(text);
  });

  it('passes unchanged, even if it is not text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), anyCuts, (bytes, cuts) => {
        expect(injected(cut(Buffer.from(bytes), cuts))).toEqual(Buffer.from(bytes));
      }),
      RUNS,
    );
  });
});

describe('however the stream is cut', () => {
  it('is the same for each line', () => {
    const ends = fc.constantFrom('\n', '\r\n', '\n\n', '\nnoise\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyLine, ends), { maxLength: 4 }), anyCuts, (lines, cuts) => {
        const text = lines.map(([line, end]) => line.text + end).join('');
        const expected = lines.map(([line, end]) => line.expected + end).join('');
        expect(injected(cut(Buffer.from(text), cuts)).toString()).toBe(expected);
      }),
      RUNS,
    );
  });

  it('is the same if it is cut at every byte', () => {
    fc.assert(
      fc.property(anyLine, ({ text, expected }) => {
        const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
        expect(injected(bytes).toString()).toBe(expected);
      }),
      { ...RUNS, numRuns: 150 },
    );
  });
});

describe('a huge line', () => {
  const MIB = 1024 * 1024;
  const filling = Buffer.alloc(MIB, 'x');

  /** The largest number of bytes that were taken and not yet given. */
  function mostHeld(head: string, tail: string, mib: number): { held: number; out: string } {
    let [taken, given, held] = [0, 0, 0];
    const ends: Buffer[] = [];
    const injector = new SchemaInjector({ schema: WIRE });
    const push = (piece: Buffer) => {
      taken += piece.length;
      injector.push(piece, (bytes) => {
        given += bytes.length;
        if (bytes.length < MIB) ends.push(Buffer.from(bytes));
      });
      held = Math.max(held, taken - given);
    };
    push(Buffer.from(head));
    for (let index = 0; index < mib; index += 1) push(filling);
    push(Buffer.from(tail));
    return { held, out: Buffer.concat(ends).toString() };
  }

  it.each([
    ['of another method', '{"id":1,"method":"x","params":{"a":"', '"}}\n', ''],
    [
      'with the method behind',
      '{"id":1,"params":{"a":"',
      '"},"method":"turn/start"}\n',
      `,"outputSchema":${WIRE}`,
    ],
    ['of a turn', '{"id":1,"method":"turn/start","params":{"a":"', '"}}\n', `,"outputSchema":${WIRE}`],
    ['without any JSON', 'x', '\n', ''],
  ])('of 64 MiB %s is passed on at once', (_, head, tail, inserted) => {
    const { held, out } = mostHeld(head, tail, 64);
    expect(held).toBeLessThan(200);
    expect(out).toBe(head + tail.replace('}', `${inserted}}`));
  });

  it('of 64 MiB after a null is held back, and then gets its schema', () => {
    const { held, out } = mostHeld('{"params":{"outputSchema":null,"a":"', '"},"method":"turn/start"}\n', 64);
    expect(held).toBeGreaterThan(64 * MIB);
    expect(out).toBe(`{"params":{"outputSchema":${WIRE},"a":""},"method":"turn/start"}\n`);
  });
});
