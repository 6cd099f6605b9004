import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { SchemaDocument } from '../../../src/schema/dialect/document.js';
import { dialectOf, draftOf } from '../../../src/schema/dialect/draft.js';
import { resolveRef } from '../../../src/schema/dialect/references.js';
import { pointerOf } from '../../../src/schema/dialect/site.js';
import { walk } from '../../../src/schema/dialect/walk.js';

const pointers = (schema: JsonValue): string[] => [...walk(schema)].map((site) => pointerOf(site));

describe('draftOf', () => {
  it.each([
    ['http://json-schema.org/draft-04/schema#', '4'],
    ['https://json-schema.org/draft-07/schema', '7'],
    ['https://json-schema.org/draft/2019-09/schema#', '2019-09'],
    ['https://example.com/own', '2020-12'],
  ])('%s → %s', (uri, draft) => {
    expect(draftOf({ $schema: uri })).toBe(draft);
  });

  it('says whether the schema said so', () => {
    expect(dialectOf({}).declared).toBe('absent');
    expect(dialectOf({ $schema: 'x:y' }).declared).toBe('unknown');
  });
});

describe('walk', () => {
  it('never enters data, and takes names for names', () => {
    const schema = {
      properties: { allOf: { type: 'string' }, $ref: { enum: [{ properties: { a: {} } }] } },
      default: { properties: { b: {} } },
      examples: [{ items: {} }],
      const: { not: {} },
      unknown: { anyOf: [{}] },
    };
    expect(pointers(schema)).toEqual(['', '/properties/allOf', '/properties/$ref']);
  });

  it('keeps the order of the author and escapes names', () => {
    expect(pointers({ properties: { 'a/b': {}, 'c~d': { not: {} } }, items: [{}, true] })).toEqual([
      '',
      '/properties/a~1b',
      '/properties/c~0d',
      '/properties/c~0d/not',
      '/items/0',
      '/items/1',
    ]);
  });

  it('survives a depth that no call stack would', () => {
    let schema: JsonValue = {};
    for (let depth = 0; depth < 200_000; depth++) schema = { not: schema };
    let count = 0;
    for (const _ of walk(schema)) count++;
    expect(count).toBe(200_001);
  });

  it('knows which draft has which keyword', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    expect(pointers({ $schema, prefixItems: [{}], dependencies: { a: {}, b: ['c'] } })).toEqual([
      '',
      '/dependencies/a',
    ]);
  });
});

describe('resolveRef', () => {
  const find = (schema: JsonValue, ref: string): string => {
    const document = new SchemaDocument(schema);
    const target = resolveRef(document, document.root, ref);
    return target.kind === 'found' ? pointerOf(target.site) : target.kind;
  };

  it.each([
    ['#', ''],
    ['#/$defs/a~1b', '/$defs/a~1b'],
    ['#/$defs/a%7E1b', '/$defs/a~1b'],
    ['#/$defs/per%25cent', '/$defs/per%cent'],
    ['#/x-unknown/inner', '/x-unknown/inner'],
    ['#/properties/list/items/1', '/properties/list/items/1'],
    ['#name', '/$defs/anchored'],
    ['other.json', '/$defs/embedded'],
    ['other.json#/$defs/deep', '/$defs/embedded/$defs/deep'],
    ['https://example.com/dir/other.json', '/$defs/embedded'],
    ['#/$defs/nowhere', 'dangling'],
    ['#/$defs/constructor', 'dangling'],
    ['#/description', 'dangling'],
    ['#nobody', 'dangling'],
    ['#/%', 'dangling'],
    ['elsewhere.json', 'remote'],
    ['https://example.org/', 'remote'],
  ])('%s → %s', (ref, expected) => {
    const schema = {
      $id: 'https://example.com/dir/root.json',
      description: 'x',
      $defs: {
        'a/b': {},
        'per%cent': {},
        anchored: { $anchor: 'name' },
        embedded: { $id: 'other.json', $defs: { deep: {} } },
      },
      'x-unknown': { inner: { type: 'string' } },
      properties: { list: { items: [{}, true] } },
    };
    expect(find(schema, ref)).toBe(expected);
  });

  it('takes `"$id": "#name"` as an anchor in draft-07', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { a: { $id: '#here', type: 'string' } },
    };
    expect(find(schema, '#here')).toBe('/definitions/a');
  });

  it('finds the root of a document that has no name', () => {
    expect(find({ $defs: { a: true } }, '#/$defs/a')).toBe('/$defs/a');
    expect(find({}, 'nameless')).toBe('remote');
  });
});
