import { describe, expect, it } from 'vitest';
import { short, tasksOf } from './read.js';

describe('tasks of CSV', () => {
  it('are the rows, by the header', async () => {
    expect(await tasksOf('csv', 'id,prompt,model,cwd,schema\nx,"a, b",m,sub,s.json\n,c,,,\n')).toEqual([
      {
        kind: 'task',
        task: { index: 0, id: 'x', prompt: 'a, b', model: 'm', cwd: 'sub', schema: 's.json' },
        hasDefaultId: false,
      },
      { kind: 'task', task: { index: 1, id: '1', prompt: 'c' }, hasDefaultId: true },
    ]);
  });

  it.each([1, 3, 1000])('are the same in pieces of %i bytes', async (size) => {
    const text = '\ufeffprompt\r\n"ä\r\n""b"""\r\n\r\n5" disk\n" x "\rlast';
    expect(await short('csv', text, { size })).toEqual(['ä\r\n"b"', '5" disk', ' x ', 'last']);
  });

  it('a row with too many or too few fields is an invalid task', async () => {
    expect(await short('csv', 'id,prompt\n1,a,b\n2\n3,c\n')).toEqual([
      '! Row 2 of tasks.csv has 3 fields, and the header has 2.',
      '! Row 3 of tasks.csv has 1 fields, and the header has 2.',
      'c',
    ]);
  });

  it('so is one that is no UTF-8, or empty', async () => {
    const text = Buffer.concat([
      Buffer.from('id,prompt\n1,'),
      Buffer.from([0xff]),
      Buffer.from('\n2,\n3,c\n'),
    ]);
    expect(await short('csv', text)).toEqual([
      '! Row 2 of tasks.csv is not UTF-8 text: byte 0xFF is invalid (in the column "prompt").',
      "! Row 3 of tasks.csv: its field 'prompt' is empty.",
      'c',
    ]);
  });

  it('go through a template, empty cells too', async () => {
    const text = 'title,a.b,__proto__\nx,,z\n';
    expect(await short('csv', text, { template: '<{{title}}|{{a.b}}|{{__proto__}}>' })).toEqual(['<x||z>']);
  });

  it('may have a schema in a cell', async () => {
    const [read] = await tasksOf('csv', 'prompt,schema\na,"{""type"":""object""}"\n');
    expect(read).toMatchObject({ task: { schema: { type: 'object' } } });
  });

  it.each([
    [
      'a,b\n1,2',
      undefined,
      `tasks.csv has no column 'prompt', and there is no --template; its header has: "a" and "b".`,
    ],
    ['a;prompt\n1;2', undefined, 'Columns are separated by commas.'],
    ['prompt,x\n1,2', undefined, 'has the column "x", which is unknown'],
    ['prompt,images\n1,2', undefined, 'has the column "images", which is unknown'],
    ['prompt,prompt\n1,2', undefined, 'has the column "prompt" twice'],
    ['a,b\n1,2', '{{c}}', "has no column 'c', which the template names"],
  ])('the header %j is refused', async (text, template, message) => {
    await expect(tasksOf('csv', text, template === undefined ? {} : { template })).rejects.toThrow(message);
  });

  it('a quote that is never closed ends it, after the rows before it', async () => {
    const seen: string[] = [];
    const reading = (async () => {
      const { readTasks } = await import('../../../../src/batch/input/read-tasks.js');
      const bytes = (async function* () {
        yield Buffer.from('prompt\na\nb\n"c\nd\n');
      })();
      for await (const read of readTasks({ kind: 'csv', bytes, name: 'tasks.csv', template: null }))
        seen.push(read.kind === 'task' ? read.task.prompt : '');
    })();
    await expect(reading).rejects.toThrow(
      'Row 4 of tasks.csv has a quote that is never closed; nothing from there on can be read.',
    );
    expect(seen).toEqual(['a', 'b']);
  });

  it('a row that is too long ends it, without being read to its end', async () => {
    let given = 0;
    const { readTasks } = await import('../../../../src/batch/input/read-tasks.js');
    const bytes = (async function* () {
      yield Buffer.from('prompt\na\n"');
      for (; given < 1000; given++) yield Buffer.alloc(1024 ** 2, 'x');
    })();
    const reading = (async () => {
      for await (const _ of readTasks({ kind: 'csv', bytes, name: 'stdin', template: null }));
    })();
    await expect(reading).rejects.toThrow('Row 3 of stdin is longer than 16 MiB');
    expect(given).toBeLessThan(25);
  });

  it('what the source cannot give is not taken for its end', async () => {
    const { readTasks } = await import('../../../../src/batch/input/read-tasks.js');
    const bytes = (async function* () {
      yield Buffer.from('prompt\na\n');
      throw new Error('EIO');
    })();
    const reading = (async () => {
      for await (const _ of readTasks({ kind: 'csv', bytes, name: 'stdin', template: null }));
    })();
    await expect(reading).rejects.toThrow('EIO');
  });
});
