import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench, linesOf } from '../support/batch-bench.js';
import { paced } from '../support/machine-pace.js';

const root = new URL('../../', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('schemas/batch-result.schema.json', root), 'utf8'));
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

/** What is wrong with each line that is no result by the schema. */
function problems(lines: readonly string[]): unknown[] {
  return lines.flatMap((line) => (validate(JSON.parse(line)) ? [] : [{ line, errors: validate.errors }]));
}

function kindsIn(lines: readonly string[]): string[] {
  return lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
}

const TASKS = [
  'one',
  'prose',
  { promt: 'x' },
  { id: 'none', prompt: 'x', schema: 'none.json' },
  { id: 'open', prompt: 'x', schema: { type: 'object', properties: {} } },
  { id: 'image', prompt: 'x', images: ['none.png'] },
  { id: 'slow', prompt: 'hang' },
];
const KINDS = [
  'ok',
  'invalid_json',
  'invalid_task',
  'schema_encode',
  'schema_unsupported',
  'invalid_task',
  'timeout',
];

describe('the published schema of a result', () => {
  it('is made of that of an outcome: node scripts/generate-batch-result-schema.mjs', () => {
    const script = fileURLToPath(new URL('scripts/generate-batch-result-schema.mjs', root));
    execFileSync(process.execPath, [script, bench.path('made.json')]);
    expect(schema).toEqual(JSON.parse(bench.read('made.json')));
  });

  it.each([[[]], [['--envelope=full']], [['--shard', '1/1']]])(
    'holds for what a batch prints: %j',
    async (args) => {
      bench.tasks('tasks.jsonl', TASKS);
      const common = ['tasks.jsonl', '--ordered', '--quiet', '--timeout', `${paced(2_000)}ms`];
      const lines = linesOf((await bench.batch([...common, ...args])).stdout);
      expect(kindsIn(lines)).toEqual(KINDS);
      expect(problems(lines)).toEqual([]);
    },
  );

  it('holds for what ends a batch', async () => {
    for (const prompt of ['limit', 'auth']) {
      const { stdout } = await bench.batch(['-j', '1', '--quiet'], { stdin: `"${prompt}"\n` });
      expect(kindsIn(linesOf(stdout))).toEqual(['turn_failed']);
      expect(problems(linesOf(stdout))).toEqual([]);
    }
    const missing = await bench.batch(['--codex-path', 'none', '--quiet'], { stdin: '"a"\n' });
    expect(kindsIn(linesOf(missing.stdout))).toEqual(['codex_not_found']);
    expect(problems(linesOf(missing.stdout))).toEqual([]);
  });

  it.each([
    ['an envelope without its key', { id: undefined }],
    ['a field that nobody knows', { other: 1 }],
    ['a hash that is none', { inputHash: 'x' }],
    ['a shard that is none', { shard: '0/2' }],
    ['a place before the first', { index: -1 }],
    ['a kind that nobody knows', { kind: 'other' }],
    ['a success without a value', { value: undefined }],
  ])('does not hold for %s', async (_, change) => {
    const { stdout } = await bench.batch(['--quiet'], { stdin: '"a"\n' });
    const [line = ''] = linesOf(stdout);
    expect(problems([line])).toEqual([]);
    const changed = JSON.stringify({ ...(JSON.parse(line) as object), ...change });
    expect(problems([changed])).toHaveLength(1);
  });
});
