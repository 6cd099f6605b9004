import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../src/json/exact.js';
import { checkAnswer } from '../../../src/outcome/check-answer.js';
import { compileSource } from '../../../src/schema/compile-schema.js';

function judge(rule: string, answer: string, mode: 'raw' | 'adapt') {
  const text = `{"type":"object","properties":{"n":${rule}},"required":["n"],"additionalProperties":false}`;
  const schema = compileSource({ kind: 'text', text, format: 'json', name: 's.json' }, { mode });
  if ('kind' in schema) throw new Error(schema.message);
  return checkAnswer(`{"n":${answer}}`, { schema, validate: true });
}

const CASES: readonly (readonly [rule: string, wrong: string, right: string])[] = [
  ['{"type":"integer","const":9007199254740992}', '9007199254740993', '9007199254740992'],
  ['{"type":"integer","const":9007199254740993}', '9007199254740992', '9007199254740993'],
  ['{"type":"integer","enum":[1,9007199254740993]}', '9007199254740994', '9007199254740993'],
  ['{"type":"integer","maximum":18446744073709551615}', '18446744073709551616', '18446744073709551615'],
  ['{"type":"integer","minimum":-9007199254740993}', '-9007199254740994', '-9007199254740993'],
  ['{"type":"integer","exclusiveMaximum":9007199254740993}', '9007199254740993', '9007199254740992'],
  ['{"type":"integer","exclusiveMinimum":9007199254740992}', '9007199254740992', '9007199254740993'],
  ['{"type":"integer","maximum":1e21}', '1000000000000000000001', '1e21'],
  ['{"type":"integer","multipleOf":9007199254740993}', '9007199254740992', '18014398509481986'],
  ['{"type":"integer","multipleOf":10}', '9007199254740993', '90071992547409930'],
  ['{"type":"number","multipleOf":0.3}', '9007199254740992', '9007199254740993'],
  ['{"not":{"const":9007199254740992},"type":"integer"}', '9007199254740992', '9007199254740993'],
  [
    '{"type":"array","uniqueItems":true,"items":{"type":"integer"}}',
    '[9007199254740993,9007199254740993]',
    '[9007199254740992,9007199254740993]',
  ],
  [
    '{"type":"object","additionalProperties":{"maximum":9007199254740993},"properties":{"a":{"const":[{"b":9007199254740995}]}}}',
    '{"a":[{"b":9007199254740996}]}',
    '{"a":[{"b":9007199254740995}]}',
  ],
];

describe('integers beyond 2^53-1 are judged exactly', () => {
  it.each(CASES)('%s rejects %s and accepts %s', (rule, wrong, right) => {
    expect(judge(rule, wrong, 'raw').kind).toBe('schema_mismatch');
    const verdict = judge(rule, right, 'raw');
    expect(verdict.kind).toBe('ok');
    expect(jsonText('value' in verdict ? verdict.value : null)).toBe(
      `{"n":${right.replace('1e21', '1e+21')}}`,
    );
  });

  it.each([
    ['{"type":"integer","maximum":18446744073709551615}', '18446744073709551616', '18446744073709551615'],
    ['{"type":"integer","const":9007199254740993}', '"9007199254740992"', '"9007199254740993"'],
    ['{"type":"integer","multipleOf":10}', '9007199254740993', '90071992547409930'],
    ['{}', '"[9007199254740993"', '"[9007199254740993]"'],
  ])('%s, adapted, rejects %s and accepts %s', (rule, wrong, right) => {
    expect(judge(rule, wrong, 'adapt').kind).toBe('schema_mismatch');
    const verdict = judge(rule, right, 'adapt');
    expect(verdict.kind).toBe('ok');
    expect(jsonText('value' in verdict ? verdict.value : null)).toBe(`{"n":${right.replaceAll('"', '')}}`);
  });

  it('says the bound as it was written', () => {
    expect(judge('{"maximum":9007199254740993}', '9007199254740994', 'raw')).toMatchObject({
      violations: [
        {
          pointer: '/n',
          message: '"/n" must be <= 9007199254740993.',
          schemaPointer: '#/properties/n/maximum',
        },
      ],
    });
  });

  const near = fc
    .tuple(
      fc.constantFrom(2n ** 53n, 2n ** 63n, 10n ** 21n, 2n ** 31n),
      fc.integer({ min: -3, max: 3 }),
      fc.boolean(),
    )
    .map(([base, step, negative]) => (negative ? -1n : 1n) * (base + BigInt(step)));

  it('as bigints are compared', () => {
    const rules = {
      minimum: (n: bigint, limit: bigint) => n >= limit,
      maximum: (n: bigint, limit: bigint) => n <= limit,
      exclusiveMinimum: (n: bigint, limit: bigint) => n > limit,
      exclusiveMaximum: (n: bigint, limit: bigint) => n < limit,
      const: (n: bigint, limit: bigint) => n === limit,
      multipleOf: (n: bigint, limit: bigint) => n % limit === 0n,
    };
    const keyword = fc.constantFrom(...(Object.keys(rules) as (keyof typeof rules)[]));
    fc.assert(
      fc.property(keyword, near, near, (name, n, given) => {
        const limit = name === 'multipleOf' && given < 0n ? -given : given;
        const { kind } = judge(`{"type":"integer","${name}":${limit}}`, String(n), 'raw');
        expect(kind).toBe(rules[name](n, limit) ? 'ok' : 'schema_mismatch');
      }),
      { numRuns: 300 },
    );
  });
});
