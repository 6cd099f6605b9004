import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { measureSchema } from '../../../src/schema/dialect/schema-size.js';
import { STRICT_LIMITS } from '../../../src/schema/dialect/strict-limits.js';
import { adapted, judge, property, refused, roundTrip, told } from './adapted.js';

const closed = (
  properties: { [name: string]: JsonValue },
  required = Object.keys(properties),
): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Schemas that were refused in public, each as the class it stands for, with values to send there and back. */
describe('schemas that are refused before any work', () => {
  it.each<[string, JsonValue, JsonValue[]]>([
    [
      'A1 a nested object does not require everything',
      closed({
        tasks: {
          type: 'array',
          items: closed({ id: { type: 'string' }, after: { type: 'array', items: { type: 'string' } } }, [
            'id',
          ]),
        },
      }),
      [{ tasks: [] }, { tasks: [{ id: 'a' }, { id: 'b', after: ['a'] }] }],
    ],
    [
      'A2 an open object',
      { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      [{ ok: true }],
    ],
    [
      'A2 properties without a type',
      closed({ a: { properties: { x: { type: 'string' } } } }),
      [{ a: { x: 'y' } }, { a: {} }],
    ],
    [
      'A2 a nullable object',
      closed({ a: { type: ['object', 'null'], properties: { x: { type: 'string' } } } }),
      [{ a: null }, { a: { x: 'y' } }],
    ],
    ['A3 boolean and empty schemas', closed({ v: true, w: {} }), [{ v: 1, w: [null] }]],
    [
      'A4 a map',
      closed({ env: { type: 'object', additionalProperties: { type: 'string' } } }),
      [{ env: {} }, { env: { A: 'b' } }],
    ],
    [
      'A5 allOf, beside a property of that name',
      { ...closed({ allOf: { type: 'string' } }), allOf: [{ required: ['allOf'] }] },
      [{ allOf: 'x' }],
    ],
    ['A6 const without a type', closed({ ok: { const: true } }), [{ ok: true }]],
    ['A7 items that say nothing', closed({ xs: { type: 'array', items: {} } }), [{ xs: [1, 'a', null] }]],
    [
      'A8 a format that is not in the list',
      closed({ u: { type: 'string', format: 'uri' } }),
      [{ u: 'https://example.com' }],
    ],
    [
      'A10 beside a $ref',
      {
        $defs: { A: closed({ x: { type: 'string' } }) },
        ...closed({ a: { $ref: '#/$defs/A', description: 'd' } }),
      },
      [{ a: { x: 'y' } }],
    ],
    ['A10 a property called $ref', closed({ $ref: { type: 'string' } }), [{ $ref: '#/nowhere' }]],
    [
      'A11 a $ref to what is no definition',
      closed({
        x: { type: 'array', items: closed({ n: { type: 'string' } }) },
        y: { type: 'array', items: { $ref: '#/properties/x/items' } },
      }),
      [{ x: [{ n: 'a' }], y: [{ n: 'b' }] }],
    ],
    [
      'A12 oneOf',
      closed({
        u: { oneOf: [closed({ k: { const: 'a' } }), closed({ k: { const: 'b' }, n: { type: 'integer' } })] },
      }),
      [{ u: { k: 'a' } }, { u: { k: 'b', n: 1 } }],
    ],
    ['A13 a union at the root', { anyOf: [closed({ k: { type: 'string' } })] }, [{ k: 'x' }]],
    [
      'A14 alternatives with the same first key',
      closed({
        u: {
          anyOf: [
            closed({ name: { type: 'string' }, a: { type: 'string' } }),
            closed({ name: { type: 'string' }, b: { type: 'string' } }),
          ],
        },
      }),
      [{ u: { name: 'n', b: 'x' } }],
    ],
    [
      'A15 propertyNames',
      closed({
        r: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } },
      }),
      [{ r: { x: 1 } }],
    ],
    [
      'A16 uniqueItems',
      closed({ t: { type: 'array', items: { type: 'string' }, uniqueItems: true } }),
      [{ t: ['a', 'b'] }],
    ],
    ['A17 maxLength', closed({ s: { type: 'string', maxLength: 5 } }), [{ s: 'abc' }]],
    ['A18 default', closed({ c: { type: 'string', default: 'EUR' } }), [{ c: 'USD' }]],
    [
      'A22 inside anyOf',
      closed({ a: { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'null' }] } }),
      [{ a: null }, { a: {} }, { a: { a: 'x' } }],
    ],
    [
      'A24 additionalProperties: true',
      { ...closed({ f: { type: 'string' } }), additionalProperties: true },
      [{ f: 'x', more: { deep: [1] } }],
    ],
  ])('%s', (_, schema, values) => {
    for (const narrow of [true, false]) {
      const codec = adapted(schema, { narrow });
      for (const value of values) {
        expect(judge(schema).validate(value)).toMatchObject({ ok: true });
        roundTrip(codec, value);
      }
    }
  });

  it('A19 nullable of OpenAPI', () => {
    roundTrip(adapted(closed({ a: { type: 'string', nullable: true } })), { a: null });
  });

  it('A20 too many values in an enum: told, and checked afterwards', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `v${index}`);
    const codec = adapted(closed({ a: { enum: many } }));
    expect(property(codec.wire, 'a')['enum']).toBeUndefined();
    expect(told(codec.wire, 'a')).toContain('"v1000"');
    roundTrip(codec, { a: 'v7' });
    const long = Array.from({ length: 251 }, (_, index) => String(index).padStart(60, '0'));
    expect(property(adapted(closed({ a: { enum: long } })).wire, 'a')['enum']).toBeUndefined();
  });

  it('A21 too deep, counted after wrapping: what is deeper is text', () => {
    const nested = (levels: number, inner: JsonValue): JsonValue => {
      let at = inner;
      for (let level = 0; level < levels; level++) at = closed({ a: at });
      return at;
    };
    const ten = nested(10, { type: 'string' });
    expect(measureSchema(adapted(ten).wire, STRICT_LIMITS).depth).toBe(10);
    expect(adapted(ten).changes).toEqual([]);
    const codec = adapted({ type: 'array', items: ten });
    expect(measureSchema(codec.wire, STRICT_LIMITS).depth).toBe(10);
    let value: JsonValue = 'deep';
    for (let level = 0; level < 10; level++) value = { a: value };
    roundTrip(codec, [value]);
    expect(codec.changes.filter((change) => change.why.includes('deep'))).toHaveLength(1);
  });
});

describe('what is told', () => {
  it('stands in the nearest description, one sentence each', () => {
    const codec = adapted(
      closed({
        s: {
          type: 'string',
          description: 'A code',
          pattern: '^(?=a)',
          maxLength: 5,
          format: 'uri',
          default: 'a',
        },
        n: { type: 'number', multipleOf: 0.01 },
        l: { type: 'array', items: { type: 'string' }, uniqueItems: true, contains: { const: 'x' } },
        o: {
          type: 'object',
          properties: { a: { type: 'string' } },
          minProperties: 1,
          dependentRequired: { a: ['b'] },
        },
        x: { type: 'string', not: { const: 'no' } },
      }),
    );
    expect(told(codec.wire, 's')).toBe(
      'A code. Default: "a". At most 5 characters. Format: uri. Matches the regular expression `^(?=a)`.',
    );
    expect(told(codec.wire, 'n')).toBe('A multiple of 0.01.');
    expect(told(codec.wire, 'l')).toBe(
      'No two items are equal. At least 1 item must match this JSON Schema: {"const":"x"}.',
    );
    expect(told(codec.wire, 'o')).toBe('At least 1 property. If "a" is present, so must be "b".');
    expect(told(codec.wire, 'x')).toBe('Must not match this JSON Schema: {"const":"no"}.');
    const dropped = codec.changes.filter(({ kind }) => kind === 'dropped').map(({ pointer }) => pointer);
    expect(dropped).toEqual(
      expect.arrayContaining(['/properties/s/pattern', '/properties/l/uniqueItems', '/properties/x/not']),
    );
  });

  it('a plain pattern stays, one that could take for ever does not', () => {
    const codec = adapted(
      closed({
        plain: { type: 'string', pattern: '^[a-z]+$' },
        slow: { type: 'string', pattern: '^(a+)+$' },
      }),
    );
    expect(property(codec.wire, 'plain')).toEqual({ type: 'string', pattern: '^[a-z]+$' });
    expect(property(codec.wire, 'slow')['pattern']).toBeUndefined();
    expect(told(codec.wire, 'slow')).toContain('`^(a+)+$`');
    roundTrip(codec, { plain: 'abc', slow: 'aa' });
  });

  it('a property that is like the author said has no change', () => {
    expect(
      adapted(
        closed({ a: { type: 'string', minLength: 1 }, b: { type: 'array', items: { type: 'integer' } } }),
      ).changes,
    ).toEqual([]);
  });
});

describe('where the author is silent', () => {
  const silent = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

  it('narrow closes, says so, and refuses what it closed out', () => {
    const codec = adapted(silent);
    expect(codec.changes).toContainEqual(expect.objectContaining({ kind: 'narrowed', pointer: '' }));
    expect(codec.encode({ a: 'x', b: 1 })).toMatchObject({ ok: false, pointer: '/b' });
  });

  it('not narrowed, everything has a place', () => {
    const codec = adapted(silent, { narrow: false });
    expect(codec.changes.filter(({ kind }) => kind === 'narrowed')).toEqual([]);
    roundTrip(codec, { a: 'x', b: { c: [1] } });
    const untyped = adapted({ properties: { a: { type: 'string' } } }, { narrow: false });
    for (const value of [12, 'text', null, { a: 'x' }, { b: 1 }]) roundTrip(untyped, value);
  });

  it('what the author says is never narrowed', () => {
    for (const additionalProperties of [true, {}, { type: 'integer' }]) {
      const codec = adapted({ ...silent, additionalProperties });
      roundTrip(codec, { a: 'x', b: 1 });
    }
  });
});

describe('all drafts', () => {
  it.each<[string, JsonObject, JsonValue[]]>([
    [
      'draft-04 exclusive bounds',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        type: 'number',
        minimum: 1,
        exclusiveMinimum: true,
      },
      [1.5],
    ],
    [
      'draft-04 id and definitions',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'http://example.com/root',
        type: 'array',
        items: { $ref: 'http://example.com/root#/definitions/a' },
        definitions: { a: { type: 'string' } },
      },
      [['x']],
    ],
    [
      'draft-06 $id as an anchor',
      {
        $schema: 'http://json-schema.org/draft-06/schema#',
        type: 'array',
        items: { $ref: '#a' },
        definitions: { a: { $id: '#a', type: 'string' } },
      },
      [['x']],
    ],
    [
      'draft-07 ignores what is beside $ref',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { a: { $ref: '#/definitions/s', maxLength: 1 } },
        definitions: { s: { type: 'string' } },
      },
      [{ a: 'long' }],
    ],
    [
      '2019-09 $recursiveRef',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $recursiveAnchor: true,
        type: 'object',
        properties: { a: { $recursiveRef: '#' } },
      },
      [{ a: { a: {} } }],
    ],
    [
      '2020-12 $dynamicRef',
      { $dynamicAnchor: 'node', type: 'object', properties: { a: { $dynamicRef: '#node' } } },
      [{ a: { a: {} } }],
    ],
    [
      '2020-12 $anchor and $id',
      {
        $id: 'https://example.com/r',
        type: 'object',
        properties: { a: { $ref: 'i#x' } },
        $defs: { i: { $id: 'i', $defs: { x: { $anchor: 'x', type: 'string' } } } },
      },
      [{ a: 'x' }],
    ],
    [
      '$ref with siblings',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/o', required: ['x'] } },
        $defs: { o: { type: 'object', properties: { x: { type: 'string' } } } },
      },
      [{ a: { x: 'y' } }, {}],
    ],
    [
      'unevaluatedProperties',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        anyOf: [{ properties: { b: { type: 'string' } } }, { properties: { c: { type: 'string' } } }],
        unevaluatedProperties: false,
      },
      [{ a: 'x', b: 'y', c: 'z' }, {}],
    ],
  ])('%s', (_, schema, values) => {
    const codec = adapted(schema);
    for (const value of values) {
      expect(judge(schema).validate(value)).toMatchObject({ ok: true });
      roundTrip(codec, value);
    }
  });
});

describe('names', () => {
  it('that are dangerous or odd come through', () => {
    const names = ['__proto__', 'constructor', 'toString', '', 'a/b', 'a~b', 'é', '$defs', 'properties'];
    const schema = JSON.parse(
      `{"type":"object","additionalProperties":false,"properties":{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join()}}}`,
    ) as JsonValue;
    const codec = adapted(schema);
    roundTrip(codec, {});
    for (const name of names) roundTrip(codec, JSON.parse(`{${JSON.stringify(name)}:"x"}`) as JsonValue);
  });

  it('of definitions stay', () => {
    const codec = adapted({
      type: 'object',
      properties: {
        a: { $ref: '#/definitions/Person' },
        b: { $ref: '#/definitions/Person', description: 'Another' },
      },
      definitions: {
        Person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    });
    expect(Object.keys(codec.wire['$defs'] as object)).toEqual(['Person']);
    expect(told(codec.wire, 'b')).toBe('Another. Null leaves it out.');
  });
});

describe('sizes', () => {
  it('what does not fit is left to text, from far below', () => {
    const many = (count: number, of: () => JsonValue): JsonObject =>
      closed(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, of()])));
    const codec = adapted(many(80, () => many(80, () => ({ type: 'string' }))));
    expect(measureSchema(codec.wire, STRICT_LIMITS).properties).toBeLessThanOrEqual(STRICT_LIMITS.properties);
    expect(codec.changes.some((change) => change.what.includes('given up'))).toBe(true);
  });

  it('a root that does not fit is refused', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_001 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    expect(refused(closed(properties))).toMatchObject([{ code: 'too_large', pointer: '' }]);
  });

  it('limits can be others', () => {
    const codec = adapted(closed({ a: closed({ b: closed({ c: { type: 'string' } }) }) }), {
      limits: { ...STRICT_LIMITS, depth: 2 },
    });
    expect(property(codec.wire, 'a', 'b')['type']).toBe('string');
    roundTrip(codec, { a: { b: { c: 'x' } } });
  });
});
