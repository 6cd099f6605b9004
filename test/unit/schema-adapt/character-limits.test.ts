import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../src/schema/check-schema.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';

const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const name = '😀'.repeat(70_000);
const values = Array.from({ length: 300 }, (_, index) => `${'😀'.repeat(40)}${index}`);

describe('limits of characters are the same for check and adapt: an emoji is one', () => {
  it.each([
    ['a name', closed({ [name]: { type: 'string' } })],
    ['a name below the root', closed({ a: closed({ [name]: { type: 'string' } }) })],
    ['a name in a list', closed({ a: { type: 'array', items: closed({ [name]: { type: 'string' } }) } })],
    ['a value', closed({ a: closed({ b: { type: 'string', const: name } }) })],
    ['a long enum', closed({ a: { type: 'string', enum: values } })],
  ])('%s', (_, schema) => {
    expect(checkSchema({ kind: 'value', value: schema })).toMatchObject({ kind: 'ok' });
    const adapted = compileSchema(schema, { mode: 'adapt' });
    if ('kind' in adapted) throw new Error(adapted.message.slice(0, 200));
    expect(JSON.stringify(adapted.wire)).toBe(JSON.stringify(schema));
  });

  it.each([
    ['a name', closed({ a: closed({ ['😀'.repeat(120_001)]: { type: 'string' } }) })],
    [
      'a long enum',
      closed({ a: { type: 'string', enum: values.map((value) => `${value}${'😀'.repeat(10)}`) } }),
    ],
  ])('%s above the limit is too long for both', (_, schema) => {
    expect(checkSchema({ kind: 'value', value: schema })).toMatchObject({ kind: 'schema_unsupported' });
    const adapted = compileSchema(schema, { mode: 'adapt' });
    expect('kind' in adapted ? '' : JSON.stringify(adapted.wire)).not.toBe(JSON.stringify(schema));
  });
});
