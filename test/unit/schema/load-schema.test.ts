import { describe, expect, it } from 'vitest';
import { loadSchema } from '../../../src/schema/load-schema.js';

const text = (json: string, name = 'person.json') =>
  loadSchema({ kind: 'text', text: json, format: 'json', name });
const value = (schema: unknown) => loadSchema({ kind: 'value', value: schema });

describe('a schema from text', () => {
  it('keeps the bytes of its author, but for a byte order mark', () => {
    const json = ' {"b" : 1e2,\r\n"a":"\\u0041"}\n';
    expect(text(json)).toMatchObject({ text: json });
    expect(text(`\uFEFF${json}`)).toMatchObject({ text: json, value: { b: 100, a: 'A' } });
  });

  it('knows where things are', () => {
    const loaded = text('{\n  "type": ["object", "null"]\n}');
    if ('kind' in loaded) throw new Error(loaded.message);
    expect(loaded.positionOf('')).toEqual({ line: 1, column: 1 });
    expect(loaded.positionOf('/type')).toEqual({ line: 2, column: 3 });
    expect(loaded.positionOf('/type/1')).toEqual({ line: 2, column: 22 });
    expect(loaded.positionOf('/nothing')).toBeUndefined();
  });

  it.each([
    ['nothing', '', 'empty', undefined],
    ['a byte order mark and blanks', '\uFEFF \n', 'empty', undefined],
    ['prose', 'name: string', 'syntax', { line: 1, column: 1 }],
    ['a cut schema', '{"type":\n', 'syntax', { line: 2, column: 1 }],
    ['two schemas', '{}\n{}', 'syntax', { line: 2, column: 1 }],
    ['a comment', '{ // hi\n}', 'syntax', { line: 1, column: 3 }],
    ['a number beyond a double', '{"maximum":1e999}', 'syntax', { line: 1, column: 12 }],
    ['a key named twice', '{"type":"object",\n "type":"array"}', 'duplicate_key', { line: 2, column: 2 }],
    ['too many levels', '{"not":'.repeat(5000), 'too_deep', { line: 1, column: 14001 }],
    ['a number', '5', 'not_a_schema', { line: 1, column: 1 }],
    ['a string', '\n"x"', 'not_a_schema', { line: 2, column: 1 }],
    ['an array', '[{}]', 'not_a_schema', { line: 1, column: 1 }],
    ['null', 'null', 'not_a_schema', { line: 1, column: 1 }],
  ])('is refused when it is %s', (_, json, reason, position) => {
    const failure = text(json);
    expect(failure).toMatchObject({ kind: 'schema_encode', reason, workMayHaveRun: false, retryable: false });
    expect('position' in failure ? failure.position : undefined).toEqual(position);
    expect('kind' in failure && failure.message).toMatch(/^The schema person\.json .*\.$/);
  });

  it('names both places of a duplicate key', () => {
    expect(text('{"a":{},\n "a":{}}')).toMatchObject({
      message:
        'The schema person.json has the key "a" twice in one object (line 2, column 2; first at line 1, column 2).',
    });
  });
});

describe('a schema from an object', () => {
  it('is serialised in its own order, and not touched', () => {
    const schema = Object.freeze({ type: 'object', properties: Object.freeze({ b: {}, a: {} }) });
    expect(value(schema)).toMatchObject({ text: '{"type":"object","properties":{"b":{},"a":{}}}' });
  });

  it.each([
    ['a BigInt', { maximum: 1n }, 'not_serialisable', '/maximum'],
    ['a function', () => ({}), 'not_serialisable', ''],
    ['a number', 5, 'not_a_schema', ''],
    ['nothing', undefined, 'not_serialisable', ''],
  ])('is refused when it is or holds %s', (_, schema, reason, pointer) => {
    expect(value(schema)).toMatchObject({ kind: 'schema_encode', reason, pointer });
  });

  it('is refused when it contains itself', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['not'] = schema;
    expect(value(schema)).toMatchObject({
      reason: 'not_serialisable',
      pointer: '/not',
      message: 'The schema has no JSON form: at "/not" it contains itself; use "$ref" for the cycle.',
    });
  });
});
