import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const BIG = 100_000_000;

describe('a schema whose smallest value is enormous', () => {
  it.each([
    ['minItems', { type: 'array', items: { type: 'string' }, minItems: BIG }],
    ['minItems without a type', { minItems: BIG }],
    ['minLength', { type: 'string', minLength: 1_000_000_000 }],
    ['minProperties', { type: 'object', minProperties: BIG }],
    ['a repetition in a pattern', { type: 'string', pattern: `^a{${BIG}}$` }],
    ['minContains', { type: 'array', contains: { type: 'integer' }, minContains: BIG }],
    ['minItems in allOf', { allOf: [{ type: 'array' }, { minItems: BIG }] }],
    [
      'nested minItems, each harmless',
      { type: 'array', minItems: 1000, items: { type: 'array', minItems: 1000, items: { type: 'integer' } } },
    ],
    [
      'minItems behind references',
      {
        $ref: '#/$defs/rows',
        $defs: {
          rows: { type: 'array', minItems: 10_000, items: { $ref: '#/$defs/row' } },
          row: {
            type: 'object',
            properties: { cells: { type: 'array', minItems: 10_000 } },
            required: ['cells'],
          },
        },
      },
    ],
    ['a required property', { type: 'object', properties: { a: { minLength: BIG } }, required: ['a'] }],
  ])('by %s has no sample', async (_by, schema) => {
    const { code, stdout, stderr } = await bench.run(['schema', 'sample', JSON.stringify(schema)]);
    expect({ code, stdout }).toEqual({ code: 11, stdout: '' });
    expect(stderr).toContain('more than 100000 values and characters');
  });

  it('is no rehearsal either', async () => {
    const schema = {
      type: 'object',
      properties: { rows: { type: 'array', items: { type: 'string' }, minItems: BIG } },
      required: ['rows'],
      additionalProperties: false,
    };
    const { code, stdout } = await bench.run([
      'run',
      JSON.stringify(schema),
      'Hi',
      '--rehearse',
      '--envelope',
    ]);
    expect(code).toBe(11);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'schema_unsupported', issues: [{ code: 'no_sample' }] });
    expect(bench.codexRan()).toBe(false);
  });
});

describe('a schema that only allows enormous values', () => {
  it.each([
    ['maxLength', { type: 'string', maxLength: 1_000_000_000 }],
    ['maxItems', { type: 'array', items: { type: 'integer' }, maxItems: BIG }],
    ['a choice', { anyOf: [{ type: 'array', minItems: BIG }, { type: 'null' }] }],
  ])('by %s has a small sample', async (_by, schema) => {
    const { code, stdout } = await bench.run(['schema', 'sample', JSON.stringify(schema)]);
    expect(code).toBe(0);
    expect(stdout.length).toBeLessThan(20_000);
  });
});
