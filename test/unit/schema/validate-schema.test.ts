import { describe, expect, it } from 'vitest';
import type { SchemaMode } from '../../../src/schema/compiled-schema.js';
import { prepareSchema } from '../../../src/schema/prepare-schema.js';

const prepare = (schema: unknown, mode: SchemaMode = 'raw') =>
  prepareSchema(
    { kind: 'text', text: JSON.stringify(schema, null, 2), format: 'json', name: 's.json' },
    { mode },
  );

describe('a schema that is refused', () => {
  it.each([
    ['invalid', { properties: { a: { type: 'strin' } } }, 'invalid_schema', '/properties/a/type', 4, 7],
    [
      'a draft that is too old',
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      'invalid_schema',
      '/$schema',
      2,
      3,
    ],
    ['a dangling reference', { $ref: '#/$defs/a', $defs: {} }, 'dangling_ref', '/$ref', 2, 3],
    ['a missing anchor', { not: { $ref: '#a' } }, 'dangling_ref', '/not/$ref', 3, 5],
    ['a reference that is no URI', { $ref: '#/%zz' }, 'dangling_ref', '/$ref', 2, 3],
    ['a reference to itself', { $ref: '#' }, 'invalid_schema', '/$ref', 2, 3],
    [
      'a circle of references',
      {
        $ref: '#/$defs/a',
        $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{}, { $ref: '#/$defs/a' }] } },
      },
      'invalid_schema',
      '/$defs/b/anyOf/1/$ref',
      15,
      11,
    ],
  ])('for being or having %s says where', (_, schema, reason, pointer, line, column) => {
    const failure = prepare(schema);
    expect(failure).toMatchObject({ kind: 'schema_encode', reason, pointer, position: { line, column } });
    expect('message' in failure && failure.message).toContain(`(line ${line}, column ${column})`);
    expect('message' in failure && failure.message).toMatch(
      /^The schema s\.json is not a valid JSON Schema: .*\.$/,
    );
  });

  it('is unsupported with every place that needs another document', () => {
    const schema = { allOf: [{ $ref: 'http://example.com/a.json' }, { $ref: 'other.json#/x' }] };
    expect(prepare(schema)).toMatchObject({
      kind: 'schema_unsupported',
      workMayHaveRun: false,
      issues: [
        { code: 'remote_ref', severity: 'error', pointer: '/allOf/0/$ref', line: 4, column: 7 },
        { code: 'remote_ref', severity: 'error', pointer: '/allOf/1/$ref', line: 7, column: 7 },
      ],
    });
  });

  it.each([true, false])('is unsupported when it is only %j', (schema) => {
    expect(prepare(schema)).toMatchObject({
      kind: 'schema_unsupported',
      issues: [{ code: 'boolean_root', pointer: '' }],
    });
  });

  it('is unsupported with integers that a double does not hold, in strict mode', () => {
    const text = '{"type":"integer","maximum":9223372036854775807,"minimum":-9007199254740991}';
    const source = { kind: 'text', text, format: 'json', name: 's.json' } as const;
    const strict = prepareSchema(source, { mode: 'strict' });
    expect(strict).toMatchObject({ kind: 'schema_unsupported' });
    expect('issues' in strict && strict.issues).toContainEqual(
      expect.objectContaining({ code: 'unsafe_integer', pointer: '/maximum', line: 1, column: 19 }),
    );
    expect(prepareSchema(source, { mode: 'raw' })).toMatchObject({
      wireText: text,
      notices: [],
    });
  });
});

describe('a schema that is accepted', () => {
  it.each([
    ['http://json-schema.org/draft-07/schema#'],
    ['https://json-schema.org/draft-07/schema'],
    ['https://json-schema.org/draft/2020-12/schema#'],
    ['http://json-schema.org/schema#'],
  ])('may name its draft as %s', ($schema) => {
    expect(prepare({ $schema, type: 'object' })).toMatchObject({ notices: [] });
  });

  it('may have a meta-schema of its own, with a notice', () => {
    expect(prepare({ $schema: 'https://example.com/mine' })).toMatchObject({
      notices: [expect.stringContaining('2020-12')],
    });
  });

  it('may use later keywords in draft-04, with a notice', () => {
    const schema = { $schema: 'http://json-schema.org/draft-04/schema#', properties: { a: { const: 1 } } };
    expect(prepare(schema)).toMatchObject({ notices: [expect.stringContaining('"const"')] });
  });

  it('may use formats that are not checked, with a notice', () => {
    expect(prepare({ format: 'colour' })).toMatchObject({ notices: [expect.stringContaining('"colour"')] });
    expect(prepare({ format: 'date-time' })).toMatchObject({ notices: [] });
  });

  it.each([
    ['recursion through properties', { properties: { next: { $ref: '#' } } }],
    ['recursion through items', { $defs: { t: { items: { $ref: '#/$defs/t' } } }, $ref: '#/$defs/t' }],
    ['a property called $ref', { properties: { $ref: { type: 'string' } } }],
    ['a reference to an anchor', { $ref: '#here', $defs: { a: { $anchor: 'here' } } }],
    ['a reference through an id', { $id: 'http://x/y', $ref: 'z', $defs: { a: { $id: 'z' } } }],
    ['a reference with escapes', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
  ])('may have %s', (_, schema) => {
    expect(prepare(schema)).not.toHaveProperty('kind');
  });

  it('goes out as its author wrote it, with the digest of its bytes', () => {
    const text = '\uFEFF{ "b": 1.0,\n"a": "ü" }';
    const prepared = prepareSchema({ kind: 'text', text, format: 'json', name: 's' }, { mode: 'raw' });
    expect(prepared).toMatchObject({
      wireText: text.slice(1),
      wire: { b: 1, a: 'ü' },
      adapted: false,
      sha256: 'e1ea6a3387643e1eaf68dc4417acce90b676182c87cab99bcf97610206073a3d',
    });
  });
});
