import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench, type ResultLine } from '../support/batch-bench.js';
import { SCHEMA } from '../support/cli.js';

const TEXT = JSON.stringify({
  ...SCHEMA,
  description: 'A café’s “guest”',
  maxProperties: 1,
  examples: [0.5],
});
let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
  mkdirSync(bench.path('sub'));
  bench.write('s.json', TEXT);
  bench.tasks('t.jsonl', ['a']);
});
afterEach(() => bench.dispose());

function batch(schema: string, ...more: string[]) {
  const args = ['t.jsonl', '-o', 'r.jsonl', '--resume', '--schema-mode', 'raw', '--quiet'];
  return bench.run(['batch', schema, ...args, ...more]);
}

/** How many tasks run when the batch is made first with one schema, and then resumed with another. */
async function runsAgain(schema: string, text: string): Promise<number> {
  bench.write(schema, text);
  const before = bench.turns().length;
  expect(await batch(schema)).toMatchObject({ code: 0, stderr: '' });
  return bench.turns().length - before;
}

describe('a resumed batch runs nothing again if the schema says the same', () => {
  it('in another layout, encoding, language or place', async () => {
    await batch('s.json');
    const value = JSON.parse(TEXT);
    const pretty = JSON.stringify(value, null, 4);
    const same: readonly (readonly [schema: string, text: string])[] = [
      ['s.json', `${pretty}\n`],
      ['s.json', pretty.replaceAll('\n', '\r\n')],
      ['s.json', `\uFEFF${pretty}`],
      ['s.json', TEXT.replace('é', '\\u00e9').replace('"type"', '"\\u0074ype"')],
      ['s.json', TEXT.replace(':1', ':1.0').replace('0.5', '5e-1')],
      ['sub/other.json', TEXT],
      ['s.jsonc', `// a guest\n${pretty.replace('{', '{ /* here */')}`],
      ['s.json5', `{type: 'object', ${pretty.slice(pretty.indexOf('"properties"'))}`],
      ['s.yaml', `# YAML\n${pretty}\n`],
      ['s.mjs', `export default ${TEXT}`],
    ];
    for (const [schema, text] of same) expect(await runsAgain(schema, text), `${schema}: ${text}`).toBe(0);
  });

  it('in a file that it refers to, too', async () => {
    const refers = (ref: string) =>
      `{"type":"object","properties":{"name":{"$ref":"${ref}"}},"required":["name"]}`;
    bench.write('name.json', '{"type":"string","maxLength":20}');
    expect(await runsAgain('r.json', refers('name.json'))).toBe(1);
    bench.write('name.json', '{ "type": "string",\r\n "maxLength": 20 }\n');
    expect(await runsAgain('r.json', ` ${refers('./name.json')}`)).toBe(0);
    bench.write('name.json', '{"type":"string","maxLength":21}');
    expect(await runsAgain('r.json', refers('name.json'))).toBe(1);
  });

  it('as the schema of a task, inline or in a file', async () => {
    const tasks = (text: string) => bench.write('t.jsonl', text);
    tasks(`{"id":"x","prompt":"a","schema":${TEXT}}\n`);
    await batch('s.json');
    tasks(`{ "schema" : ${TEXT.replaceAll(':', ' : ')}, "prompt" : "\\u0061" , "id":"x" }\r\n`);
    await batch('s.json');
    bench.write('own.yaml', JSON.stringify(JSON.parse(TEXT), null, 2));
    tasks('{"id":"x","prompt":"a","schema":"own.yaml"}');
    await batch('s.json');
    expect(bench.turns()).toEqual(['a']);
  });
});

it('a resumed batch runs a task again if the schema says something else, be it in another order', async () => {
  bench.write(
    's.json',
    '{"type":"object","properties":{"name":{"type":"string"},"b":{"const":9007199254740993}}}',
  );
  await batch('s.json');
  for (const other of [
    '{"type":"object","properties":{"b":{"const":9007199254740993},"name":{"type":"string"}}}',
    '{"type":"object","properties":{"b":{"const":9007199254740992},"name":{"type":"string"}}}',
    '{"properties":{"b":{"const":9007199254740992},"name":{"type":"string"}},"type":"object"}',
    '{"properties":{"10":{},"2":{},"name":{"type":"string"}},"type":"object"}',
    '{"properties":{"2":{},"10":{},"name":{"type":"string"}},"type":"object"}',
    '{"properties":{"2":{},"10":{},"name":{"type":"string","description":"x"}},"type":"object"}',
  ]) {
    bench.tasks('t.jsonl', [{ id: '0', prompt: 'a' }]);
    const before = bench.turns().length;
    bench.write('s.json', other);
    await batch('s.json');
    expect(bench.turns().length - before, other).toBe(1);
  }
});

it('a resumed batch runs a task again if its prompt is another, be it by white space', async () => {
  bench.tasks('t.jsonl', [{ id: 'x', title: 'one' }]);
  await batch('s.json', '--template', 'Say {{title}}');
  for (const [template, runs] of [
    ['Say {{title}}', 0],
    ['Say {{ title }}', 0],
    ['Say  {{title}}', 1],
  ] as const) {
    const before = bench.turns().length;
    await batch('s.json', '--template', template);
    expect(bench.turns().length - before, template).toBe(runs);
  }
});

describe('a journal of an earlier version', () => {
  /** What version 0.1.0 of 2026-11-30 gave to the prompt `a` under this schema, by the text of its file. */
  const FORMER = '9878513f57f3b95e774bee7db5c8c568152773b0fd5b08d889eb50ce5d5047e9';
  const former = `${JSON.stringify(SCHEMA, null, 2)}\n`;
  const resume = (...more: string[]) =>
    bench.batch(['t.jsonl', '-o', 'r.jsonl', '--resume', '--quiet', ...more]);

  beforeEach(async () => {
    bench.write('s.json', former);
    await bench.batch(['t.jsonl', '-o', 'r.jsonl', '--quiet']);
    const [{ inputHash } = {} as ResultLine] = bench.results('r.jsonl');
    bench.write('r.jsonl', bench.read('r.jsonl').replace(inputHash, FORMER));
  });

  it('is resumed with the same file, and knows its results by their new hash from then on', async () => {
    expect(await resume()).toMatchObject({ code: 0, stderr: '' });
    expect(bench.results('r.jsonl').map(({ id, value }) => [id, value?.name])).toEqual([['0', 'a']]);
    bench.write('s.json', JSON.stringify(SCHEMA));
    await resume();
    expect(bench.turns()).toEqual(['a']);
  });

  it('runs again if the file was laid out anew before the first resume: nobody knows what it said', async () => {
    bench.write('s.json', JSON.stringify(SCHEMA));
    await resume();
    expect(bench.turns()).toEqual(['a', 'a']);
  });
});
