import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTasks } from '../../../../src/batch/input/read-tasks.js';
import { short, tasksOf } from './read.js';

describe('tasks of JSONL', () => {
  it('are strings, or objects with all that a task may have', async () => {
    const full = {
      prompt: 'b',
      id: 'x-1',
      schema: { type: 'object' },
      cwd: 'sub',
      images: ['a.png'],
      context: { issue: 'text', rules: { value: 'own', kind: 'application' } },
      model: 'm',
    };
    expect(await tasksOf('jsonl', `"a"\n${JSON.stringify(full)}\n`)).toEqual([
      { kind: 'task', task: { index: 0, id: '0', prompt: 'a' }, hasDefaultId: true },
      {
        hasDefaultId: false,
        kind: 'task',
        task: {
          ...full,
          index: 1,
          context: {
            issue: { value: 'text', kind: 'untrusted' },
            rules: { value: 'own', kind: 'application' },
          },
        },
      },
    ]);
  });

  it.each([1, 2, 3, 7, 1000])('are the same in pieces of %i bytes', async (size) => {
    const text = '\ufeff"ä\u2028€"\r\n\r\n  \n{"prompt":"😀"}\n"last"';
    expect(await short('jsonl', text, { size })).toEqual(['ä\u2028€', '😀', 'last']);
  });

  it('null is as good as nothing, and a whole number is an id', async () => {
    const [read] = await tasksOf('jsonl', '{"id":7,"prompt":"a","model":null,"cwd":null,"context":null}');
    expect(read).toEqual({ kind: 'task', task: { index: 0, id: '7', prompt: 'a' }, hasDefaultId: false });
  });

  it.each([
    [
      '{"promt":"a"}',
      `its field "promt" is unknown; known fields are id, prompt, schema, cwd, images, context, model (to ignore other fields, use --template '{{prompt}}')`,
    ],
    ['{"id":"a"}', "it has no field 'prompt', and no --template is given"],
    ['{"prompt":" "}', 'its prompt is empty'],
    ['""', 'its prompt is empty'],
    ['{"prompt":5}', "its field 'prompt' must be a string"],
    ['{"prompt":"a","id":""}', "its field 'id' is empty"],
    ['{"prompt":"a","id":true}', "its field 'id' must be a string"],
    [
      '{"prompt":"a","id":9007199254740993}',
      "its field 'id' is a number that may have been rounded; write it as a string",
    ],
    ['{"prompt":"a","cwd":1}', "its field 'cwd' must be a string"],
    ['{"prompt":"a","model":""}', "its field 'model' is empty"],
    ['{"prompt":"a","images":[1]}', "its field 'images' must be a list of non-empty strings"],
    ['{"prompt":"a","schema":5}', "its field 'schema' must be a JSON Schema or the name of a file"],
    ['{"prompt":"a","context":"x"}', "its field 'context' must be an object"],
    [
      '{"prompt":"a","context":{"a b":"x"}}',
      "in its field 'context', 'a b' is not a valid context key: use letters, digits, '_', '-' and '.', starting with a letter or '_', at most 64 characters",
    ],
    [
      '{"prompt":"a","context":{"a":5}}',
      `the context 'a' must be a string or {"value", "kind": "untrusted" or "application"}`,
    ],
  ])('%s is said to be wrong', async (line, problem) => {
    expect(await short('jsonl', `"good"\n${line}\n"good"\n`)).toEqual([
      'good',
      `! Line 2 of tasks.jsonl: ${problem}.`,
      'good',
    ]);
  });

  it.each([
    ['{"prompt":"a"', 'is not JSON: it is incomplete (column 14): expected'],
    ['{"prompt":"a"} x', 'is not JSON: it has more text after its JSON value (column 16)'],
    [
      '{"prompt":"a","prompt":"b"}',
      'is not JSON: it has the key "prompt" twice in one object (column 15; first at column 2)',
    ],
    ['{"prompt":"a","x":1e999}', 'is not JSON: it has a number that is too large'],
    ['5', 'is a number; a task is a string (its prompt) or an object'],
    ['null', 'is null; a task'],
    ['[1]', 'is an array; a task'],
  ])('%s is one invalid task, and the others are read', async (line, problem) => {
    const [, invalid, last] = await short('jsonl', `"good"\n${line}\n"good"\n`);
    expect(invalid).toContain(`! Line 2 of tasks.jsonl ${problem}`);
    expect(last).toBe('good');
  });

  it('bytes that are no UTF-8 and lines that are too long are invalid tasks', async () => {
    const long = Buffer.alloc(17 * 1024 ** 2, 'x');
    const text = Buffer.concat([Buffer.from([0x22, 0xff, 0x22, 0x0a]), long, Buffer.from('\n"good"\n')]);
    expect(await short('jsonl', text, { size: 65_536 })).toEqual([
      '! Line 1 of tasks.jsonl is not UTF-8 text: byte 0xFF at column 2 is invalid.',
      '! Line 2 of tasks.jsonl is longer than 16 MiB.',
      'good',
    ]);
  });

  it('a prompt that codex would refuse is an invalid task; characters count, not their halves', async () => {
    const most = '😀'.repeat(1_048_576);
    const [good, bad] = await short('jsonl', `${JSON.stringify(most)}\n${JSON.stringify(`${most}x`)}\n`);
    expect(good).toBe(most);
    expect(bad).toBe(
      '! Line 2 of tasks.jsonl: its prompt is too long: it has 1048577 characters, and codex accepts at most 1048576.',
    );
  });

  it('an invalid task keeps the id that it gives; what is not read has one that nobody gives', async () => {
    const [read] = await tasksOf('jsonl', '{"id":"mine","promt":"a"}');
    expect(read).toMatchObject({ kind: 'invalid', invalid: { index: 0, id: 'mine' } });
    const reads = await tasksOf('jsonl', 'no json\n{"id":"0","prompt":"a"}\n{"promt":"b"}\n');
    expect(reads.map((each) => (each.kind === 'task' ? each.task.id : each.invalid.id))).toEqual([
      '#0',
      '0',
      '2',
    ]);
  });

  it.each([
    ['[\n{"prompt":"a"}\n]', "is not one JSON value a line: make it so with jq -c '.[]'"],
    ['{\n"prompt":"a"\n}', "is not one JSON value a line: make it so with jq -c '.'"],
  ])('JSON that is no JSONL is refused as a whole', async (text, message) => {
    await expect(tasksOf('jsonl', text)).rejects.toThrow(message);
  });

  it.each(['jsonl', 'csv'] as const)('UTF-16 with a byte order mark is decoded (%s)', async (kind) => {
    const [header, quoted] = kind === 'csv' ? ['prompt\n', 'é😀'] : ['', '"é😀"'];
    const little = Buffer.from(`\ufeff${header}${quoted}\n`, 'utf16le');
    for (const text of [little, Buffer.from(little).swap16()]) {
      for (const size of [1, 3, 65_536]) expect(await short(kind, text, { size })).toEqual(['é😀']);
    }
  });

  it.each([
    [Buffer.from('"a"\n', 'utf16le'), 'UTF-16 text without byte order mark'],
    [gzipSync('"a"\n'), 'gzip data; decompress it first'],
    [Buffer.from('PK\u0003\u0004 and more'), 'a zip archive; extract the file first'],
  ])('what is no text is refused as a whole, and named', async (text, what) => {
    await expect(tasksOf('jsonl', text)).rejects.toThrow(`tasks.jsonl is not UTF-8 text: it is ${what}`);
  });

  it('of nothing there are none', async () => {
    expect(await tasksOf('jsonl', '')).toEqual([]);
    expect(await tasksOf('jsonl', '\n\r\n \n')).toEqual([]);
  });
});

describe('many tasks', () => {
  const LINES = 20_000;
  const PADDING = 'x'.repeat(4_000);

  it('are read as they are asked for, through bounded memory', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; given < LINES; given++) yield Buffer.from(`{"prompt":"${given} ${PADDING}"}\n`);
    }
    const reads = readTasks({ kind: 'jsonl', bytes: endless(), name: 'stdin', template: null });
    await reads.next();
    expect(given).toBeLessThanOrEqual(2);
    const before = process.memoryUsage().rss;
    let count = 1;
    let most = before;
    for await (const read of reads) {
      expect(read.kind).toBe('task');
      count += 1;
      if (count % 1000 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
    expect(count).toBe(LINES);
    // All of them are 80 MB as bytes, and twice that as strings.
    expect(most - before).toBeLessThan(64 * 1024 ** 2);
  });
});
