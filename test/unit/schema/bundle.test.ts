import { describe, expect, it } from 'vitest';
import type { SchemaUnsupportedFailure } from '../../../src/diagnostics/schema-failures.js';
import type { JsonValue } from '../../../src/json/value.js';
import { bundle } from '../../../src/schema/bundle/bundle.js';
import { FileRejectedError, type ReferencedFile } from '../../../src/schema/bundle/resolve-file-reference.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import { SchemaDocument } from '../../../src/schema/dialect/document.js';
import { loadSchema } from '../../../src/schema/load-schema.js';

/** Bundles the first of some files, all in one folder. */
async function bundled(files: Readonly<Record<string, JsonValue>>) {
  const [rootName = '', rootValue = {}] = Object.entries(files)[0] ?? [];
  const read = new Map<string, ReferencedFile>();
  const file = (name: string): ReferencedFile => {
    const value = files[name];
    if (value === undefined) throw new FileRejectedError('unreadable', 'there is no such file');
    const known = read.get(name) ?? { name, document: new SchemaDocument(value) };
    read.set(name, known);
    return known;
  };
  const loaded = loadSchema({
    kind: 'text',
    text: JSON.stringify(rootValue, null, 1),
    format: 'json',
    name: rootName,
  });
  if ('kind' in loaded) throw new Error(loaded.message);
  const before = JSON.stringify(files);
  const result = await bundle(loaded, file(rootName), async (reference) =>
    reference.includes(':') ? null : file(reference),
  );
  expect(JSON.stringify(files)).toBe(before);
  return result;
}

async function value(files: Readonly<Record<string, JsonValue>>): Promise<JsonValue> {
  const result = await bundled(files);
  if ('kind' in result) throw new Error(result.message);
  return result.value;
}

describe('references to files', () => {
  it('leave a schema without any as it is', async () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { $ref: 'https://example.com/x' } } };
    expect(await value({ 'r.json': schema })).toEqual(schema);
  });

  it('are no data, and no names of properties', async () => {
    const schema = {
      properties: { $ref: { const: { $ref: 'none.json' } } },
      enum: [{ $ref: 'none.json' }],
      default: { $ref: 'none.json' },
      examples: [{ $ref: 'none.json' }],
    };
    expect(await value({ 'r.json': schema })).toEqual(schema);
  });

  it('become definitions with names of their own', async () => {
    expect(
      await value({
        'r.json': {
          properties: {
            a: { $ref: 'a.json' },
            b: { $ref: 'a.json', maxLength: 3 },
            c: { $ref: 'c.json#/$defs/a' },
          },
          $defs: { a: { type: 'null' } },
        },
        'a.json': {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          $id: 'https://x/a',
          type: 'string',
        },
        'c.json': { $defs: { a: { type: 'number' } } },
      }),
    ).toEqual({
      properties: {
        a: { $ref: '#/$defs/a_2' },
        b: { $ref: '#/$defs/a_2', maxLength: 3 },
        c: { $ref: '#/$defs/a_3' },
      },
      $defs: { a: { type: 'null' }, a_2: { type: 'string' }, a_3: { type: 'number' } },
    });
  });

  it('follow anchors, pointers anywhere, escapes, and identifiers inside the other file', async () => {
    const result = await value({
      'r.json': {
        anyOf: ['o.json#here', 'o.json#/components/x~1y%20z', 'o.json#/$defs/id'].map(($ref) => ({ $ref })),
      },
      'o.json': {
        $defs: {
          here: { $anchor: 'here', const: 1 },
          id: { $id: 'https://x/inner/', $ref: 'deep', $defs: { deep: { $id: 'deep', const: 3 } } },
        },
        components: { 'x/y z': { $ref: '#/components/other' }, other: { const: 2 } },
      },
    });
    const compiled = compileSchema(result, { mode: 'raw' });
    if ('kind' in compiled) throw new Error(compiled.message);
    const judged = [1, 2, 3, 4].map((each) => compiled.validate(each).ok);
    expect(judged).toEqual([true, true, true, false]);
  });

  it('may go in circles, through the root too', async () => {
    const result = await value({
      'r.json': {
        type: 'object',
        properties: { next: { $ref: 'n.json' }, self: { $ref: 'r.json' } },
        additionalProperties: false,
      },
      'n.json': {
        anyOf: [{ type: 'null' }, { $ref: 'r.json' }, { $ref: '#/$defs/list' }],
        $defs: { list: { type: 'array', items: { $ref: '#' } } },
      },
    });
    const compiled = compileSchema(result, { mode: 'raw' });
    if ('kind' in compiled) throw new Error(compiled.message);
    expect(compiled.validate({ next: [null, { self: { next: null } }, [[]]] }).ok).toBe(true);
    expect(compiled.validate({ next: [null, { self: { next: 1 } }] }).ok).toBe(false);
    // A definition of a part is taken only where something refers to it, and once.
    expect(Object.keys((result as { $defs: object }).$defs)).toEqual(['n', 'list']);
  });

  it('are followed from places that only references lead to, of the root and from other files', async () => {
    expect(
      await value({
        'r.json': {
          $ref: '#/components/schemas/X',
          components: {
            schemas: {
              X: { properties: { a: { $ref: 'a.json' } } },
              Y: { properties: { c: { $ref: 'c.json' } } },
            },
            unused: { $ref: 'none.json' },
          },
        },
        'a.json': { items: { $ref: 'r.json#/components/schemas/Y' } },
        'c.json': { const: 1 },
      }),
    ).toEqual({
      $ref: '#/components/schemas/X',
      components: {
        schemas: {
          X: { properties: { a: { $ref: '#/$defs/a' } } },
          Y: { properties: { c: { $ref: '#/$defs/c' } } },
        },
        unused: { $ref: 'none.json' },
      },
      $defs: { a: { items: { $ref: '#/components/schemas/Y' } }, c: { const: 1 } },
    });
  });

  it('go to "definitions" in older drafts', async () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    expect(
      await value({ 'r.json': { $schema, items: { $ref: 'a.json' } }, 'a.json': { $schema, const: 1 } }),
    ).toEqual({
      $schema,
      items: { $ref: '#/definitions/a' },
      definitions: { a: { const: 1 } },
    });
  });

  it('know where they came from', async () => {
    const result = await bundled({
      'r.json': { properties: { a: { $ref: 'a.json' } }, $defs: { own: {} } },
      'a.json': { items: { $ref: 'b.json#/components/schemas/B~1C' } },
      'b.json': { components: { schemas: { 'B/C': { properties: { 'x/y': { type: 'string' } } } } } },
    });
    if ('kind' in result) throw new Error(result.message);
    const names = Object.keys((result.value as { $defs: object }).$defs);
    expect(names).toEqual(['own', 'a', 'B_C']);
    const origin = (pointer: string) => {
      const found = result.originOf(pointer);
      return found && { file: found.file.name, pointer: found.pointer };
    };
    expect(origin('/$defs/a')).toEqual({ file: 'a.json', pointer: '' });
    expect(origin('/$defs/a/items')).toEqual({ file: 'a.json', pointer: '/items' });
    expect(origin('/$defs/B_C/properties/x~1y')).toEqual({
      file: 'b.json',
      pointer: '/components/schemas/B~1C/properties/x~1y',
    });
    expect(result.originOf('/$defs/own')).toBeUndefined();
    expect(result.originOf('/properties/a')).toBeUndefined();
  });

  it.each([
    ['a missing file', { items: { $ref: 'none.json' } }, {}, 'schema_encode'],
    ['a missing part', { items: { $ref: 'a.json#/x' } }, {}, 'schema_encode'],
    [
      'a part that refers to nothing',
      { items: { $ref: 'a.json' } },
      { $ref: '#/$defs/none' },
      'schema_encode',
    ],
    ['a dynamic reference', { items: { $ref: 'a.json' } }, { $dynamicRef: '#x' }, 'schema_unsupported'],
    [
      'another draft',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', items: { $ref: 'a.json' } },
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      'schema_unsupported',
    ],
  ] as [string, JsonValue, JsonValue, string][])(
    'are refused for %s, with the place',
    async (_, root, other, kind) => {
      const result = await bundled({ 'r.json': root, 'a.json': other });
      expect(result).toMatchObject({ ok: false, kind });
      const place = kind === 'schema_encode' ? result : (result as SchemaUnsupportedFailure).issues[0];
      expect(place).toMatchObject({ pointer: '/items/$ref' });
      expect(JSON.stringify(place)).toMatch(/"line":[34]/);
    },
  );
});
