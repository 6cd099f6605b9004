import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../../src/index.js';
import { tasksOf } from '../batch/input/read.js';

const root = new URL('../../../', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('schemas/batch-task.schema.json', root), 'utf8'));

function validator(of: object) {
  const compiled = compileSchema(of as Record<string, unknown>, { mode: 'raw' });
  if ('kind' in compiled) throw new Error(compiled.message);
  return (value: unknown) => compiled.validate(value as never).ok;
}

const CASES: readonly unknown[] = [
  'a prompt',
  '',
  ' \n',
  5,
  null,
  ['a'],
  {},
  { prompt: 'a' },
  { prompt: '' },
  { promt: 'a' },
  { prompt: 'a', other: 1 },
  { prompt: 'a', id: 'x' },
  { prompt: 'a', id: 7 },
  { prompt: 'a', id: '' },
  { prompt: 'a', id: true },
  { prompt: 'a', id: 1.5 },
  { prompt: 'a', id: 'x'.repeat(1001) },
  { prompt: 'a', schema: {} },
  { prompt: 'a', schema: 's.json' },
  { prompt: 'a', schema: [] },
  { prompt: 'a', cwd: 'sub', model: 'm', images: ['i.png'] },
  { prompt: 'a', cwd: null, model: null, images: null, context: null, schema: null, id: null },
  { prompt: 'a', cwd: '' },
  { prompt: 'a', images: 'i.png' },
  { prompt: 'a', images: [''] },
  { prompt: 'a', images: [5] },
  { prompt: 'a', context: { key: 'text' } },
  { prompt: 'a', context: { key: { value: 'v', kind: 'application' } } },
  { prompt: 'a', context: { key: { value: 'v' } } },
  { prompt: 'a', context: { key: { value: 'v', kind: 'other' } } },
  { prompt: 'a', context: { 'a b': 'text' } },
  { prompt: 'a', context: 'text' },
];

describe('the published schema of a task', () => {
  it.each(CASES.map((task) => [JSON.stringify(task).slice(0, 80), task] as const))(
    'takes and refuses what the reader does: %s',
    async (_, task) => {
      const isValid = validator(schema);
      // An array in the first line is refused as a whole.
      const [, read] = await tasksOf('jsonl', `"first"\n${JSON.stringify(task)}\n`);
      expect(isValid(task)).toBe(read?.kind === 'task');
    },
  );

  it('holds for the tasks that the documentation shows', () => {
    const isValid = validator(schema);
    const templated = validator({ ...schema.$defs.templated, $defs: schema.$defs });
    const page = readFileSync(new URL('docs/batch.md', root), 'utf8');
    const shown = [...page.matchAll(/^\$ cat \S+\.jsonl\n((?:["{].*\n)+)/gm)].flatMap(([, lines = '']) =>
      lines.trimEnd().split('\n'),
    );
    expect(shown.length).toBeGreaterThan(1);
    for (const line of shown) expect(isValid(JSON.parse(line)), line).toBe(true);
    const fields = [...page.matchAll(/'(\{"id".*?\})' > issues\.jsonl/g)].map(([, line = '']) => line);
    expect(fields.length).toBeGreaterThan(0);
    for (const line of fields) expect(templated(JSON.parse(line)), line).toBe(true);
  });
});
