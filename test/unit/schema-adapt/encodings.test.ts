import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { adapted, property, refused, roundTrip, told } from './adapted.js';

const object = (properties: { [name: string]: JsonValue }, required: string[] = []): JsonValue => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('absent, null, present', () => {
  it('an optional property is nullable, and null leaves it out', () => {
    const codec = adapted(object({ a: { type: 'string' }, b: { type: 'integer' } }, ['b']));
    expect(property(codec.wire, 'a')).toEqual({
      type: ['string', 'null'],
      description: 'Null leaves it out.',
    });
    expect(roundTrip(codec, { b: 1 })).toEqual({ a: null, b: 1 });
    expect(roundTrip(codec, { a: 'x', b: 1 })).toEqual({ a: 'x', b: 1 });
  });

  it('a nullable required property keeps its null', () => {
    const codec = adapted(object({ a: { type: ['string', 'null'] } }, ['a']));
    expect(roundTrip(codec, { a: null })).toEqual({ a: null });
  });

  it('optional and nullable: both kinds of nothing have a form', () => {
    const codec = adapted(object({ a: { type: ['string', 'null'] }, b: { type: 'null' } }));
    expect(roundTrip(codec, {})).toEqual({ a: null, b: null });
    expect(roundTrip(codec, { a: null })).toEqual({ a: { isNull: true }, b: null });
    expect(roundTrip(codec, { a: 'x', b: null })).toEqual({ a: 'x', b: { isNull: true } });
  });

  it('so it is through $ref, anyOf and both', () => {
    const codec = adapted({
      ...(object({
        a: { $ref: '#/$defs/maybe' },
        b: { anyOf: [{ $ref: '#/$defs/maybe' }, { type: 'integer' }] },
      }) as object),
      $defs: { maybe: { anyOf: [object({ x: { type: 'string' } }, ['x']), { type: 'null' }] } },
    });
    for (const value of [{}, { a: null }, { b: null }, { a: { x: 'y' }, b: 3 }, { b: { x: 'z' } }])
      roundTrip(codec, value);
  });

  it('the object that stands for null keeps clear of the names of the author', () => {
    const inner = object({ isNull: { type: 'boolean' } }, ['isNull']);
    const codec = adapted(object({ a: { anyOf: [inner, { type: 'null' }] } }));
    expect(roundTrip(codec, { a: null })).toEqual({ a: { isNull_: true } });
    expect(roundTrip(codec, { a: { isNull: true } })).toEqual({ a: { isNull: true } });
  });

  it("OpenAPI's nullable is a null, in an enum too", () => {
    const codec = adapted(object({ a: { type: 'string', enum: ['x'], nullable: true } }, ['a']));
    expect(property(codec.wire, 'a')).toEqual({ type: ['string', 'null'], enum: ['x', null] });
  });
});

describe('maps', () => {
  it('are key/value pairs', () => {
    const codec = adapted(
      object({ env: { type: 'object', additionalProperties: { type: 'string' } } }, ['env']),
    );
    expect(told(codec.wire, 'env')).toMatch(/key\/value pairs/);
    expect(roundTrip(codec, { env: { A: '1', B: '2' } })).toEqual({
      env: [
        { key: 'A', value: '1' },
        { key: 'B', value: '2' },
      ],
    });
    roundTrip(codec, { env: JSON.parse('{"__proto__":"x","constructor":"y","":"z"}') as JsonValue });
  });

  it('a repeated key is rejected at its place', () => {
    const codec = adapted(
      object({ env: { type: 'object', additionalProperties: { type: 'string' } } }, ['env']),
    );
    const pair = { key: 'A', value: '1' };
    expect(codec.decode({ env: [pair, pair] })).toMatchObject({ ok: false, pointer: '/env/1/key' });
  });

  it('beside named properties they are one property more', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: { type: 'integer' },
    };
    const codec = adapted(schema);
    expect(roundTrip(codec, { a: 'x', b: 1 })).toEqual({ a: 'x', otherProperties: [{ key: 'b', value: 1 }] });
    expect(codec.decode({ a: 'x', otherProperties: [{ key: 'a', value: 1 }] })).toMatchObject({
      ok: false,
      pointer: '/otherProperties/0/key',
    });
  });

  it('that property keeps clear of the names of the author', () => {
    const codec = adapted({
      type: 'object',
      properties: { otherProperties: { type: 'string' } },
      additionalProperties: true,
    });
    roundTrip(codec, { otherProperties: 'x', more: [1] });
  });

  it('patterns say what keys look like', () => {
    const codec = adapted(
      object(
        {
          m: {
            type: 'object',
            patternProperties: { '^x-': { type: 'integer' } },
            additionalProperties: false,
          },
        },
        ['m'],
      ),
    );
    expect(JSON.stringify(codec.wire)).toContain('^x-');
    roundTrip(codec, { m: { 'x-a': 1 } });
  });

  it('names that are listed become properties', () => {
    const schema = {
      type: 'object',
      propertyNames: { enum: ['x', 'y'] },
      additionalProperties: { type: 'boolean' },
    };
    const codec = adapted(object({ m: schema }, ['m']));
    expect(roundTrip(codec, { m: { y: true } })).toEqual({ m: { x: null, y: true } });
    expect(codec.encode({ m: { z: true } })).toMatchObject({ ok: false, pointer: '/m/z' });
  });
});

describe('anything', () => {
  it('is JSON text, exactly', () => {
    const codec = adapted(object({ a: {}, b: true as JsonValue }, ['a']));
    expect(roundTrip(codec, { a: [1, { b: null }] })).toEqual({ a: '[1,{"b":null}]', b: null });
    for (const a of [-0, 9007199254740991, '\ud800', { __proto__x: 1 }, [[-0]], 'negative zero', null]) {
      roundTrip(codec, { a, b: null });
    }
    expect(codec.decode({ a: '{"x":', b: null })).toMatchObject({ ok: false, pointer: '/a' });
  });

  it('keeps a string apart from text', () => {
    const codec = adapted(object({ a: { anyOf: [{ type: 'string' }, {}] } }, ['a']));
    expect(roundTrip(codec, { a: '1' })).toEqual({ a: '1' });
    expect(roundTrip(codec, { a: 1 })).toEqual({ a: { variant: 'json', value: '1' } });
  });
});

describe('arrays', () => {
  it.each([
    [
      '2020-12',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 },
    ],
    [
      'draft-07',
      {
        type: 'array',
        items: [{ type: 'string' }, { type: 'integer' }],
        additionalItems: false,
        minItems: 2,
      },
    ],
  ])('tuples of %s have a property for each position', (_, tuple) => {
    const codec = adapted(object({ t: tuple }, ['t']));
    expect(roundTrip(codec, { t: ['a', 1] })).toEqual({ t: { item1: 'a', item2: 1 } });
    expect(codec.encode({ t: ['a', 1, 2] })).toMatchObject({ ok: false, pointer: '/t/2' });
  });

  it('may end early and go on', () => {
    const tuple = {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: ['integer', 'null'] }],
      items: { type: 'boolean' },
      minItems: 0,
    };
    const codec = adapted(object({ t: tuple }, ['t']));
    for (const t of [[], ['a'], ['a', null], ['a', 1, true, false]]) roundTrip(codec, { t });
    expect(codec.decode({ t: { item1: null, item2: 1, rest: [] } })).toMatchObject({
      ok: false,
      pointer: '/t/item1',
    });
  });

  it('a list that must be empty still has items', () => {
    const codec = adapted(object({ t: { type: 'array', items: false, maxItems: 3 } }, ['t']));
    roundTrip(codec, { t: [] });
  });
});

describe('fixed values', () => {
  it('say their type', () => {
    const codec = adapted(
      object({ a: { const: true }, b: { enum: ['x', 'y'] }, c: { enum: [1, 2.5] } }, ['a', 'b', 'c']),
    );
    expect(codec.wire['properties']).toEqual({
      a: { type: 'boolean', const: true },
      b: { type: 'string', enum: ['x', 'y'] },
      c: { type: 'number', enum: [1, 2.5] },
    });
  });

  it('of any kind have a form', () => {
    const values = ['1', 1, null, true, { a: [1] }, [], '[]', -0, 9007199254740994];
    const codec = adapted(object({ a: { enum: values } }));
    for (const a of values) roundTrip(codec, { a });
    roundTrip(codec, {});
    expect(codec.encode({ a: 'other' })).toMatchObject({ ok: false, pointer: '/a' });
  });
});

describe('choices', () => {
  it('oneOf becomes anyOf, and alternatives with another form need no mark', () => {
    const codec = adapted(
      object({ a: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } }, ['a']),
    );
    expect(property(codec.wire, 'a')).toEqual({
      anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
    });
    roundTrip(codec, { a: 'x' });
    roundTrip(codec, { a: ['x'] });
  });

  it('alternatives that look the same are marked', () => {
    const a = object({ x: { type: 'string' } });
    const b = object({ x: { type: ['string', 'null'] } }, ['x']);
    const codec = adapted(object({ u: { anyOf: [a, b] } }, ['u']));
    for (const u of [{}, { x: null }, { x: 'y' }]) roundTrip(codec, { u });
    expect(JSON.stringify(codec.wire)).toContain('variant');
  });

  it('an empty list is not an empty map', () => {
    const list = { type: 'array', items: { type: 'string' } };
    const codec = adapted(
      object({ u: { anyOf: [list, { type: 'object', additionalProperties: { type: 'string' } }] } }, ['u']),
    );
    for (const u of [[], {}, ['a'], { a: 'b' }]) roundTrip(codec, { u });
  });

  it('alternatives that start with the same property start with what tells them apart', () => {
    const codec = adapted(
      object(
        {
          u: {
            anyOf: [
              object({ name: { type: 'string' }, kind: { const: 'a' } }, ['name', 'kind']),
              object({ name: { type: 'string' }, kind: { const: 'b' } }, ['name', 'kind']),
            ],
          },
        },
        ['u'],
      ),
    );
    const { anyOf } = property(codec.wire, 'u');
    expect(
      (anyOf as JsonValue[]).map((branch) => Object.keys(property(branch)['properties'] as object)[0]),
    ).toEqual(['kind', 'kind']);
    roundTrip(codec, { u: { name: 'x', kind: 'b' } });
  });

  it('a string goes to the alternative that has its format', () => {
    const listOf = (format: string): JsonValue => ({ type: 'array', items: { type: 'string', format } });
    const codec = adapted(
      object({ u: { anyOf: [listOf('date'), listOf('uuid'), listOf('date-time')] } }, ['u']),
    );
    for (const u of [['2024-02-29'], ['2024-02-29T00:00:00Z'], []]) roundTrip(codec, { u });
    // Whether formats are asserted is the author's affair.
    expect(codec.encode({ u: ['other'] }).ok).toBe(true);
  });

  it('what is beside a choice holds in each alternative', () => {
    const codec = adapted({
      type: 'object',
      properties: { id: { type: 'integer' } },
      required: ['id'],
      oneOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    });
    expect(roundTrip(codec, { id: 1, b: 'x' })).toEqual({ value: { b: 'x', id: 1 } });
  });

  it('groups of properties that go together are one object', () => {
    const group = (name: string): JsonValue => ({
      properties: { [name]: { type: 'array', items: { type: 'string' } } },
    });
    const schema = {
      type: 'object',
      properties: { id: { type: 'integer' } },
      anyOf: [group('files'), group('include')],
    };
    const codec = adapted(schema);
    expect(Object.keys(codec.wire['properties'] as object)).toEqual(['id', 'files', 'include']);
    roundTrip(codec, { files: ['a'], include: ['b'] });
    roundTrip(adapted(schema, { narrow: false }), { files: ['a'], include: ['b'] });
  });

  it('a choice that only requires is told, not multiplied', () => {
    const codec = adapted({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    });
    expect(codec.wire['description']).toMatch(/at least one of these/);
    expect(codec.changes).toContainEqual(expect.objectContaining({ pointer: '/anyOf', kind: 'dropped' }));
  });
});

describe('the root', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['an array', { type: 'array', items: { type: 'string' } }, ['a']],
    ['a scalar', { type: 'integer' }, 3],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'null' }] }, null],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, { a: 1 }],
    ['anything', true, [1]],
    ['a nullable object', { type: ['object', 'null'], properties: { a: { type: 'string' } } }, { a: 'x' }],
  ])('%s is wrapped', (_, schema, value) => {
    const codec = adapted(schema);
    expect(Object.keys(codec.wire['properties'] as object)).toEqual(['value']);
    roundTrip(codec, value);
  });

  it('refers to itself through a definition', () => {
    const codec = adapted({
      type: 'object',
      properties: { next: { $ref: '#' }, v: { type: 'integer' } },
      required: ['v'],
    });
    expect(JSON.stringify(codec.wire)).not.toContain('"#"');
    roundTrip(codec, { v: 1, next: { v: 2, next: { v: 3 } } });
  });
});

describe('merging', () => {
  it('allOf with references is one object', () => {
    const codec = adapted({
      allOf: [{ $ref: '#/$defs/base' }, { properties: { b: { type: 'integer' } }, required: ['b'] }],
      $defs: {
        base: {
          type: 'object',
          properties: { a: { type: 'string', description: 'The a' } },
          required: ['a'],
        },
      },
    });
    expect(Object.keys(codec.wire['properties'] as object)).toEqual(['b', 'a']);
    expect(told(codec.wire, 'a')).toBe('The a.');
    roundTrip(codec, { a: 'x', b: 1 });
  });

  it('a property that one part forbids is gone', () => {
    const codec = adapted({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
        object({ a: true as JsonValue }),
      ],
    });
    expect(Object.keys(codec.wire['properties'] as object)).toEqual(['a']);
  });

  it('conditional properties stay sayable when the object is closed', () => {
    const codec = adapted({
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      required: ['kind'],
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword.
      then: { properties: { extra: { type: 'integer' } } },
    });
    roundTrip(codec, { kind: 'a', extra: 1 });
    roundTrip(codec, { kind: 'b' });
  });
});

describe('no wire form', () => {
  it.each<[string, JsonValue, string, string]>([
    ['false', false, 'no_value', ''],
    ['a contradiction', { allOf: [{ type: 'string' }, { type: 'number' }] }, 'no_value', ''],
    ['endless', { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }, 'no_value', ''],
    [
      'another document',
      { properties: { a: { $ref: 'https://example.com/a.json' } } },
      'remote_ref',
      '/properties/a/$ref',
    ],
  ])('%s is refused', (_, schema, code, pointer) => {
    expect(refused(schema)).toMatchObject([{ code, pointer }]);
  });
});
