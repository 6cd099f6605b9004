import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CliBench } from '../support/cli.js';
import { codexLauncher } from '../support/real-codex.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

/** Whether a text holds these parts in this order. */
const holding = (parts: readonly string[]) => (text: string) => {
  let at = 0;
  return parts.every((part) => {
    at = text.indexOf(part, at) + 1;
    return at > 0;
  });
};

const ADAPTED = ['--schema-mode', 'adapt'];

describe('the order of properties, some of which JavaScript would sort', () => {
  const ORDERED = `{"type":"object","properties":{
    "reasoning":{"type":"string"},
    "10":{"type":"integer"},
    "2":{"type":"object","additionalProperties":{"type":"integer"}},
    "verdict":{"enum":[{"z":1,"1":2},"x"]}},
    "required":["verdict","2","10","reasoning"]}`;
  const NAMES = ['reasoning', '"10"', '"2"', 'verdict'];

  it.each([
    ['ordered.json', ORDERED],
    ['ordered.json5', `// a comment\n${ORDERED}`],
    [
      'ordered.yaml',
      'type: object\nproperties:\n  reasoning: {type: string}\n  "10": {type: integer}\n' +
        '  "2": {type: object, additionalProperties: {type: integer}}\n  verdict: {enum: [{z: 1, "1": 2}, x]}\nrequired: [verdict, "2", "10", reasoning]\n',
    ],
    [
      'refers.json',
      '{"type":"object","properties":{"reasoning":{"$ref":"parts.json#/$defs/9"},"10":{"type":"integer"},' +
        '"2":{"type":"object","additionalProperties":{"type":"integer"}},"verdict":{"enum":[{"z":1,"1":2},"x"]}},' +
        '"required":["verdict","2","10","reasoning"],"$defs":{"b":{"type":"string"},"3":{"type":"string"}}}',
    ],
  ])('of %s is kept by adapt, sample and types', async (file, text) => {
    bench.write(file, text);
    bench.write('parts.json', '{"$defs":{"9":{"type":"string"}}}');
    const { properties, required } = JSON.parse((await bench.run(['schema', 'adapt', file])).stdout);
    expect(Object.keys(properties)).toHaveLength(4);
    expect(required).toEqual(['reasoning', '10', '2', 'verdict']);
    for (const command of ['adapt', 'sample', 'types']) {
      const { stdout } = await bench.run(['schema', command, file]);
      expect(stdout, command).toSatisfy(holding(NAMES));
    }
    const wire = await bench.run(['schema', 'adapt', file]);
    expect(wire.stdout).toContain(String.raw`{\"z\":1,\"1\":2}`);
    expect((await bench.run(['schema', 'adapt', file, '--json'])).stdout).toSatisfy(holding(NAMES));
  });

  it('is that of the findings of a check', async () => {
    bench.write(
      's.json',
      '{"type":"object","properties":{"b":{"oneOf":[{}]},"10":{"oneOf":[{}]},"2":{"oneOf":[{}]}}}',
    );
    const { stderr } = await bench.run(['schema', 'check', 's.json']);
    expect(stderr).toSatisfy(holding(['properties/b', 'properties/10', 'properties/2']));
  });

  it('survives in what codex is sent, and in the value', async () => {
    bench.write('s.json', ORDERED);
    const pairs = [
      { key: 'b', value: 1 },
      { key: '1', value: 2 },
    ];
    const text = `{"reasoning":"r","10":1,"2":${JSON.stringify(pairs)},"verdict":${JSON.stringify('{"z":1,"1":2}')}}`;
    const value = '{"reasoning":"r","10":1,"2":{"b":1,"1":2},"verdict":{"z":1,"1":2}}';
    bench.codex({ stream: answering(text) });
    const run = ['run', 's.json', 'x', ...ADAPTED];
    expect(await bench.run(run)).toMatchObject({ code: 0, stdout: `${value}\n` });
    expect((await bench.run([...run, '--envelope'])).stdout).toContain(`"value":${value}`);
    bench.write('tasks.jsonl', '{"prompt":"a"}\n');
    const batch = ['batch', 's.json', 'tasks.jsonl', '-o', 'out.jsonl', '--transport', 'exec', ...ADAPTED];
    expect(await bench.run(batch)).toMatchObject({ code: 0 });
    expect(bench.read('out.jsonl')).toContain(`"value":${value}`);
  });

  it('survives in a rehearsal', async () => {
    bench.write('s.json', ORDERED);
    const value = '{"reasoning":"r","10":9007199254740993,"2":{"b":1,"1":2},"verdict":{"z":1,"1":2}}';
    bench.write('answer.json', value);
    const rehearse = ['run', 's.json', 'x', ...ADAPTED, '--codex-path', codexLauncher()];
    const given = await bench.run([...rehearse, '--rehearse-answer', 'answer.json']);
    expect(given).toMatchObject({ code: 0, stdout: `${value}\n` });
    expect((await bench.run([...rehearse, '--rehearse'])).stdout).toSatisfy(holding(NAMES));
  });
});

describe('integers beyond 2^53-1', () => {
  const schema = (rule: string) =>
    `{"type":"object","properties":{"n":${rule}},"required":["n"],"additionalProperties":false}`;
  const run = async (rule: string, n: string, mode: string) => {
    bench.codex({ stream: answering(`{"n":${n}}`) });
    return bench.run(['run', schema(rule), 'x', '--schema-mode', mode]);
  };

  it('are judged exactly', async () => {
    const rule = '{"type":"integer","const":9007199254740992}';
    expect(await run(rule, '9007199254740993', 'raw')).toMatchObject({ code: 26, stdout: '' });
    const stdout = '{"n":9007199254740992}\n';
    expect(await run(rule, '9007199254740992', 'raw')).toMatchObject({ code: 0, stdout });
  });

  it('are told apart by decode', async () => {
    bench.write('s.json', schema('{"type":"integer","maximum":9007199254740992}'));
    bench.write(
      'events.jsonl',
      answering('{"n":9007199254740993}')
        .map((event) => JSON.stringify(event))
        .join('\n'),
    );
    const decoded = await bench.run(['decode', 'events.jsonl', '--schema', 's.json', '--schema-mode', 'raw']);
    expect(decoded).toMatchObject({ code: 26 });
    expect(decoded.stderr).toContain('/n: must be <= 9007199254740992.');
  });

  it.each(['9007199254740993', '1e21', '9.007199254740993e15', '-1E30', '9007199254740993.0'])(
    '%s in a schema is an error in strict mode, at its place',
    async (integer) => {
      for (const rule of [
        `{"type":"integer","const":${integer}}`,
        `{"type":"number","maximum":${integer}}`,
      ]) {
        const { code, stderr } = await bench.run(['schema', 'check', schema(rule)]);
        expect({ code, stderr }).toEqual({ code: 11, stderr: expect.stringContaining('[unsafe_integer]') });
        expect(stderr).toMatch(/:1:\d+: error: \/properties\/n\/(const|maximum): The integer/);
      }
    },
  );

  it('are named as they were written', async () => {
    const { stderr } = await bench.run([
      'schema',
      'check',
      schema('{"type":"integer","enum":[9007199254740993]}'),
    ]);
    expect(stderr).toContain('The integer 9007199254740993 is');
  });

  it('are refused where nothing could hold them: as the whole value', async () => {
    bench.codex({ stream: answering('{"value":9007199254740993}') });
    const { code, stderr } = await bench.run(['run', '{"type":"integer"}', 'x', ...ADAPTED]);
    expect(code).toBe(26);
    expect(stderr).toContain('9007199254740993 is beyond 2^53-1');
  });
});

describe("a rehearsal's answer that does not fit is judged in the author's form", () => {
  const TASK =
    '{"type":"object","properties":{"title":{"type":"string"},"points":{"type":"integer","minimum":0},' +
    '"tags":{"type":"object","additionalProperties":{"type":"string"}}},"required":["title"]}';
  const rehearse = (answer: string, ...more: string[]) => {
    bench.write('s.json', TASK);
    bench.write('answer.json', answer);
    const flags = [...ADAPTED, '--rehearse-answer', 'answer.json', '--codex-path', codexLauncher()];
    return bench.run([...more, ...flags]);
  };

  it.each<[string, string, Record<string, string>]>([
    ['{"points":1}', 'required', { pointer: '', schemaPointer: '#/required' }],
    ['{"title":"a","points":-1}', 'minimum', { pointer: '/points' }],
    ['{"title":"a","points":"x"}', 'type', { pointer: '/points', schemaPointer: '#/properties/points/type' }],
    ['{"title":"a","tags":{"b":1}}', 'type', { pointer: '/tags/b' }],
    ['{"title":"a","tags":[]}', 'type', { pointer: '/tags' }],
    ['{"title":"a","other":1}', 'wire', { pointer: '/other' }],
    ['[]', 'type', { pointer: '' }],
  ])('%s: %s', async (answer, keyword, place) => {
    const { code, stdout } = await rehearse(answer, 'run', 's.json', 'x', '--envelope');
    expect(code).toBe(26);
    const { violations, value } = JSON.parse(stdout);
    expect(violations).toContainEqual(expect.objectContaining({ keyword, ...place }));
    expect(value).toEqual(JSON.parse(answer));
  });

  it('in a batch too', async () => {
    bench.write('tasks.jsonl', '{"prompt":"a"}\n{"prompt":"b"}\n');
    await rehearse('{"title":"a","points":"x"}', 'batch', 's.json', 'tasks.jsonl', '-o', 'out.jsonl');
    for (const line of bench.read('out.jsonl').trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({
        kind: 'schema_mismatch',
        violations: [{ pointer: '/points' }],
      });
    }
  });
});
