import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDepth } from '../../../src/json/max-depth.js';
import { parseStrict } from '../../../src/json/strict-parse.js';
import type { JsonValue } from '../../../src/json/value.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import type { CompiledSchema, CompileOptions } from '../../../src/schema/compiled-schema.js';
import { CHECKED_FORMATS } from '../../../src/schema/dialect/checked-formats.js';
import { prepareSchema } from '../../../src/schema/prepare-schema.js';
import { formatChecks } from '../../../src/schema/validate/formats/index.js';

function compiled(schema: unknown, options?: CompileOptions): CompiledSchema {
  const result = compileSchema(schema, { mode: 'raw', ...options });
  if ('kind' in result) throw new Error(result.message);
  return result;
}

const isValid = (schema: unknown, json: string): boolean => compiled(schema).validate(JSON.parse(json)).ok;
const draft = (number: number) => `http://json-schema.org/draft-0${number}/schema#`;

function violations(schema: unknown, value: JsonValue) {
  const result = compiled(schema).validate(value);
  return result.ok ? [] : result.violations;
}

describe('validation is that of JSON Schema', () => {
  it.each<[string, unknown, string, boolean]>([
    ['inherited names are no properties', { required: ['toString'] }, '{}', false],
    ['nor are they seen by properties', { properties: { constructor: { type: 'number' } } }, '{}', true],
    [
      'constructor is a name like any other',
      { properties: { constructor: { type: 'number' } } },
      '{"constructor":"x"}',
      false,
    ],
    [
      '__proto__ too',
      { properties: JSON.parse('{"__proto__":{"type":"number"}}') },
      '{"__proto__":"x"}',
      false,
    ],
    ['the empty name may be required', { type: 'object', required: [''] }, '{}', false],
    ['the empty name may be required beside another', { required: ['a', ''] }, '{"a":1}', false],
    ['the empty name may be present', { required: [''] }, '{"":null}', true],
    ['the empty name may depend', { dependentRequired: { a: [''] } }, '{"a":1}', false],
    ['the empty name may be depended on', { dependentRequired: { '': ['b'] } }, '{"":1}', false],
    ['__proto__ may be required', { required: ['__proto__'] }, '{}', false],
    ['__proto__ may be present', { required: ['__proto__'] }, '{"__proto__":1}', true],
    [
      '__proto__ counts as named',
      { properties: JSON.parse('{"__proto__":{}}'), additionalProperties: false },
      '{"__proto__":1}',
      true,
    ],
    [
      '__proto__ is additional',
      { properties: { a: {} }, additionalProperties: false },
      '{"__proto__":1}',
      false,
    ],
    [
      '__proto__ is unevaluated',
      { properties: { a: {} }, unevaluatedProperties: false },
      '{"__proto__":1}',
      false,
    ],
    [
      '__proto__ is evaluated',
      { properties: JSON.parse('{"__proto__":{}}'), unevaluatedProperties: false },
      '{"__proto__":1}',
      true,
    ],
    [
      '__proto__ may depend',
      { dependentRequired: JSON.parse('{"__proto__":["a"]}') },
      '{"__proto__":1}',
      false,
    ],
    ['members called valueOf are compared', { const: { valueOf: 1 } }, '{"valueOf":1}', true],
    ['members called constructor are compared', { enum: [{ constructor: {} }] }, '{"constructor":{}}', true],
    ['the order of members does not matter', { const: { a: 1, b: [2] } }, '{"b":[2.0],"a":1}', true],
    ['zero has no sign', { const: 0 }, '-0.0', true],
    ['equal items are found', { uniqueItems: true }, '[{"a":1,"b":2},{"b":2,"a":1}]', false],
    ['1 is not true', { uniqueItems: true }, '[1,true,0,false,"1",null,"null"]', true],
    ['19.99 is a multiple of 0.01', { multipleOf: 0.01 }, '19.99', true],
    ['19.995 is not', { multipleOf: 0.01 }, '19.995', false],
    ['a limit is not inherited from nowhere', { type: 'object', format: 'constructor' }, '{}', true],
    ['a pattern is Unicode', { pattern: '^.$' }, '"😀"', true],
    ['a pattern may be older', { pattern: '^a\\-b$' }, '"a-b"', true],
    ['lengths count code points', { maxLength: 1 }, '"😀"', true],
    ['nullable means nothing', { nullable: true, type: 'string' }, 'null', false],
    ['nullable needs no type', { nullable: true }, '1', true],
    ['id is no keyword any more', { id: 'x', type: 'string' }, '"a"', true],
    ['$async is none', { $async: true, type: 'string' }, '1', false],
    [
      'up to draft-07 a $ref stands alone',
      { $schema: draft(7), definitions: { a: {} }, $ref: '#/definitions/a', type: 'string' },
      '1',
      true,
    ],
    ['later it does not', { $defs: { a: {} }, $ref: '#/$defs/a', type: 'string' }, '1', false],
    [
      'draft-04 limits are exclusive by a flag',
      { $schema: draft(4), maximum: 3, exclusiveMaximum: true },
      '3',
      false,
    ],
    ['draft-04 may use const', { $schema: draft(4), const: 1 }, '2', false],
    [
      'tuples are understood where no draft is named',
      { items: [{ type: 'string' }], additionalItems: false },
      '["a",1]',
      false,
    ],
    ['dependencies too', { dependencies: { a: ['b'], c: { required: ['d'] } } }, '{"c":1}', false],
    ['contains evaluates what it finds', { contains: { const: 1 }, unevaluatedItems: false }, '[1,2]', false],
  ])('%s', (_, schema, json, valid) => {
    expect(isValid(schema, json)).toBe(valid);
  });
});

describe('violations', () => {
  it('say where, by which keyword, and why, but not what', () => {
    const schema = {
      type: 'object',
      properties: {
        'a/b': { $ref: '#/$defs/n' },
        list: { type: 'array', items: { type: 'string', minLength: 2 } },
      },
      required: ['z'],
      additionalProperties: false,
      $defs: { n: { type: ['integer', 'null'] } },
    };
    expect(violations(schema, { 'a/b': 'secret', list: ['secret', 'x'], more: 1 })).toEqual(
      expect.arrayContaining([
        {
          pointer: '',
          keyword: 'required',
          schemaPointer: '#/required',
          message: 'The value must have the property "z".',
        },
        {
          pointer: '',
          keyword: 'additionalProperties',
          schemaPointer: '#/additionalProperties',
          message: 'The value must not have the property "more".',
        },
        {
          pointer: '/a~1b',
          keyword: 'type',
          schemaPointer: '#/$defs/n/type',
          message: '"/a~1b" must be integer or null.',
        },
        {
          pointer: '/list/1',
          keyword: 'minLength',
          schemaPointer: '#/properties/list/items/minLength',
          message: '"/list/1" must NOT have fewer than 2 characters.',
        },
      ]),
    );
  });

  it.each<[string, unknown, JsonValue, string, string, string]>([
    ['false', { properties: { a: false } }, { a: 1 }, '/a', 'false', '#/properties/a'],
    [
      'a draft-07 tuple',
      { $schema: draft(7), items: [{ type: 'string' }] },
      [1],
      '/0',
      'type',
      '#/items/0/type',
    ],
    [
      'additionalItems',
      { $schema: draft(7), items: [{}], additionalItems: { type: 'null' } },
      [1, 2],
      '/1',
      'type',
      '#/additionalItems/type',
    ],
    [
      'dependencies',
      { $schema: draft(7), dependencies: { a: ['b'] } },
      { a: 1 },
      '',
      'dependencies',
      '#/dependencies',
    ],
    [
      'a draft-04 limit',
      { $schema: draft(4), minimum: 1, exclusiveMinimum: true },
      1,
      '',
      'minimum',
      '#/minimum',
    ],
    [
      'unevaluatedProperties',
      { unevaluatedProperties: false },
      { a: 1 },
      '',
      'unevaluatedProperties',
      '#/unevaluatedProperties',
    ],
    [
      'unevaluatedItems',
      { unevaluatedItems: { type: 'null' } },
      [null, 1],
      '/1',
      'type',
      '#/unevaluatedItems/type',
    ],
    ['format', { items: { format: 'date' } }, ['x'], '/0', 'format', '#/items/format'],
    [
      'a property among many',
      { properties: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, { type: 'null' }])) },
      { p39: 1 },
      '/p39',
      'type',
      '#/properties/p39/type',
    ],
  ])('of %s point into the schema as it was written', (_, schema, value, pointer, keyword, schemaPointer) => {
    expect(violations(schema, value)).toMatchObject([{ pointer, keyword, schemaPointer }]);
  });

  it.each<[string, number, boolean]>([
    ['allOf', 20, false],
    ['anyOf', 20, false],
    ['oneOf', 20, false],
    ['anyOf', 3, true],
    ['oneOf', 3, true],
  ])('of many alternatives in %s are the same as of few', (keyword, value, valid) => {
    const alternatives = Array.from({ length: 12 }, (_, i) => ({ const: i }));
    const result = compiled({ items: { [keyword]: alternatives } }).validate([value]);
    expect(result.ok).toBe(valid);
    if (!result.ok)
      expect(result.violations).toContainEqual(
        expect.objectContaining({
          pointer: '/0',
          keyword: 'const',
          schemaPointer: `#/items/${keyword}/7/const`,
        }),
      );
    if (!result.ok && keyword !== 'allOf')
      expect(result.violations[0]).toMatchObject({ keyword, schemaPointer: `#/items/${keyword}` });
  });

  it('say when more than one of many alternatives matches', () => {
    const oneOf = Array.from({ length: 12 }, (_, i) => ({ minimum: i }));
    expect(violations({ oneOf }, 5)).toMatchObject([{ keyword: 'oneOf', schemaPointer: '#/oneOf' }]);
    expect(violations({ oneOf }, 0)).toEqual([]);
  });

  it('are not more than anyone reads', () => {
    const many = Array.from({ length: 100_000 }, () => 1);
    expect(violations({ items: { type: 'string' } }, many)).toHaveLength(100);
  });
});

describe('formats', () => {
  it('are notes where they are not to be asserted', () => {
    const schema = {
      items: { format: 'date' },
      anyOf: [{ items: { format: 'ipv4' } }, { items: { format: 'date' } }],
    };
    expect(compiled(schema).validate(['x'])).toMatchObject({ ok: false });
    const lenient = compiled(schema, { validateFormats: false }).validate(['x']);
    expect(lenient).toMatchObject({
      ok: true,
      notes: expect.arrayContaining([expect.objectContaining({ pointer: '/0', keyword: 'format' })]),
    });
    expect(compiled(schema, { validateFormats: false }).validate(['2024-02-29'])).toEqual({
      ok: true,
      notes: [],
    });
  });

  it('that are checked are the ones that are said to be', () => {
    expect([...formatChecks.keys()].filter((name) => !CHECKED_FORMATS.has(name))).toEqual([]);
    const unchecked = [...CHECKED_FORMATS].filter((name) => !formatChecks.has(name));
    expect(unchecked.sort()).toEqual(['binary', 'password']);
  });

  it('take any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const check of formatChecks.values()) expect(typeof check(text)).toBe('boolean');
      }),
    );
  });
});

describe('hostile schemas and values', () => {
  const tree = {
    $ref: '#/$defs/t',
    $defs: {
      t: { anyOf: [{ type: 'number' }, { type: 'array', items: { $ref: '#/$defs/t' }, uniqueItems: true }] },
    },
  };

  it('a value as deep as can be parsed goes through parser, validator and printer', () => {
    const text = `${'['.repeat(maxDepth)}1${']'.repeat(maxDepth)}`;
    const parsed = parseStrict(text);
    if (!parsed.ok) throw new Error(parsed.message);
    const result = compiled(tree).validate(parsed.value);
    expect(result).toMatchObject({ ok: true });
    expect(JSON.stringify(parsed.value)).toBe(text);
  });

  it('so does one of a schema with several references a level', () => {
    const $defs = {
      e: { oneOf: [{ $ref: '#/$defs/leaf' }, { $ref: '#/$defs/pair' }, { $ref: '#/$defs/not' }] },
      leaf: { type: 'number' },
      pair: {
        type: 'object',
        properties: { l: { $ref: '#/$defs/e' }, r: { $ref: '#/$defs/e' } },
        required: ['l', 'r'],
      },
      not: {
        type: 'object',
        properties: { x: { $ref: '#/$defs/e' } },
        required: ['x'],
        unevaluatedProperties: false,
      },
    };
    const deep = (leaf: string): JsonValue =>
      JSON.parse(`${'{"x":'.repeat(maxDepth)}${leaf}${'}'.repeat(maxDepth)}`);
    expect(compiled({ $ref: '#/$defs/e', $defs }).validate(deep('1'))).toMatchObject({ ok: true });
    expect(violations({ $ref: '#/$defs/e', $defs }, deep('"x"'))).toHaveLength(100);
  });

  it('a thousand levels are judged', () => {
    const deep = (leaf: string): JsonValue => JSON.parse(`${'['.repeat(1000)}${leaf}${']'.repeat(1000)}`);
    expect(compiled(tree).validate(deep('1'))).toMatchObject({ ok: true });
    expect(compiled(tree).validate(deep('"x"'))).toMatchObject({ ok: false });
  });

  it('a value that is far deeper than can be parsed is said to be', () => {
    let value: JsonValue = 'x';
    for (let i = 0; i < 100_000; i++) value = [value];
    expect(compiled(tree).validate(value)).toMatchObject({ ok: false, tooDeep: true });
  });

  it('a schema as deep as can be parsed', () => {
    let schema: JsonValue = { type: 'string' };
    for (let i = 0; i < maxDepth / 2 - 1; i++) schema = { type: 'object', properties: { a: schema } };
    expect(compiled(schema).validate({ a: { a: 1 } })).toMatchObject({ ok: false });
  });

  it.each(['allOf', 'anyOf', 'oneOf'])(
    'definitions that ask the same exponentially often, by %s',
    (keyword) => {
      const defs = Array.from({ length: 60 }, (_, i): [string, JsonValue] => [
        `d${i}`,
        { [keyword]: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]);
      const schema = {
        properties: { a: { $ref: '#/$defs/d0' } },
        $defs: Object.fromEntries([...defs, ['d60', { type: 'string' }]]),
      };
      expect(compiled(schema).validate({ a: 'x' })).toMatchObject({ ok: keyword !== 'oneOf' });
      const failed = compiled(schema).validate({ a: 1 });
      expect(failed).toMatchObject({ ok: false });
      expect(failed.ok ? [] : failed.violations).toContainEqual(expect.objectContaining({ pointer: '/a' }));
      const unevaluated = {
        ...schema,
        $ref: '#/$defs/d0',
        $defs: { ...schema.$defs, d60: { properties: { b: true } } },
        unevaluatedProperties: false,
      };
      expect(compiled(unevaluated).validate({ b: 1 }).ok).toBe(keyword !== 'oneOf');
    },
  );

  it('data that is deep where it is compared', () => {
    const deep: JsonValue = JSON.parse(`${'['.repeat(maxDepth - 3)}1${']'.repeat(maxDepth - 3)}`);
    const schema = { $schema: draft(6), enum: [deep, [deep]], uniqueItems: true };
    expect(compiled(schema).validate(deep)).toMatchObject({ ok: true });
    expect(compiled(schema).validate([deep, deep])).toMatchObject({ ok: false });
  });

  it('a circle of thousands of definitions', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [
        `d${i}`,
        { properties: { next: { $ref: `#/$defs/d${(i + 1) % 3000}` } }, type: 'object' },
      ]),
    );
    const schema = { $ref: '#/$defs/d0', $defs };
    expect(compiled(schema).validate({ next: { next: {} } })).toMatchObject({ ok: true });
    expect(compiled(schema).validate({ next: { next: 1 } })).toMatchObject({ ok: false });
  });

  it('a thousand properties and branches', () => {
    const many = Array.from({ length: 1000 }, (_, i) => i);
    const properties = Object.fromEntries(many.map((i) => [`p${i}`, { type: 'integer' }]));
    const anyOf = many.map((i) => ({ properties: { kind: { const: i } }, required: ['kind'] }));
    const schema = { properties: { ...properties, choice: { anyOf } }, additionalProperties: false };
    expect(compiled(schema).validate({ p999: 1, choice: { kind: 999 } })).toMatchObject({ ok: true });
    expect(compiled(schema).validate({ p999: 'x' })).toMatchObject({ ok: false });
    expect(compiled(schema).validate({ q: 1 })).toMatchObject({ ok: false });
  });
});

describe('prepareSchema', () => {
  const source = { kind: 'value', value: { type: 'object' } } as const;

  it('validates once it is prepared, and not before', async () => {
    const prepared = prepareSchema(source, { mode: 'raw' });
    if ('kind' in prepared) throw new Error(prepared.message);
    expect(() => prepared.validate({})).toThrow('prepare()');
    await Promise.all([prepared.prepare(), prepared.prepare()]);
    expect(prepared.validate({})).toEqual({ ok: true, notes: [] });
    expect(prepared.validate([])).toMatchObject({ ok: false });
  });
});
