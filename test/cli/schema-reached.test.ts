import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/index.js';
import { CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

/** What the commands say of a schema in which only a reference leads to a part, wherever that is. */
async function said(command: 'check' | 'adapt', part: JsonValue, place: readonly string[]) {
  const holder = place.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), part);
  const $ref = `#${place.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
  const schema = {
    type: 'object',
    properties: { a: { $ref } },
    required: ['a'],
    additionalProperties: false,
  };
  bench.write('s.json', JSON.stringify({ ...schema, ...(holder as object) }, null, 1));
  return bench.run(['schema', command, 's.json']);
}

const PLACES = [
  ['components', 'schemas', 'X'],
  ['x-models', 'a/b~c'],
  ['paths', '/a', 'get', 'responses', '200', 'content', 'application/json', 'schema'],
  ['default', 'X'],
];

describe.each(PLACES.map((place) => [place.join(' ')] as const))(
  'a schema that only references lead to, at %s',
  (name) => {
    const place = PLACES.find((each) => each.join(' ') === name) ?? [];
    const at = place.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

    it('must be valid', async () => {
      for (const command of ['check', 'adapt'] as const) {
        const { code, stderr } = await said(command, { type: 'strng' }, place);
        expect(code).toBe(10);
        expect(stderr).toContain(`the value at "${at}/type"`);
      }
    });

    it('must not refer to what is not there', async () => {
      for (const command of ['check', 'adapt'] as const) {
        const { code, stderr } = await said(
          command,
          { anyOf: [{ $ref: '#/nowhere' }, { $ref: '#/$defs/a' }] },
          place,
        );
        expect(code).toBe(10);
        expect(stderr).toContain(`the reference "#/nowhere" at "${at}/anyOf/0/$ref"`);
      }
    });

    it('must not lead back to itself', async () => {
      const { code, stderr } = await said(
        'adapt',
        { anyOf: [{ $ref: `#${encodeURI(at)}` }, { type: 'null' }] },
        place,
      );
      expect(code).toBe(10);
      expect(stderr).toContain('leads back to itself');
    });

    it('is checked against the strict subset, at its own place', async () => {
      const part = { type: 'object', properties: { b: { type: 'string', nullable: true } }, required: [] };
      const { code, stderr } = await said('check', part, place);
      expect(code).toBe(11);
      expect(stderr).toContain(`${at}: This object must have "additionalProperties": false.`);
      expect(stderr).toContain(`${at}/required: "required" does not list "b".`);
      expect(stderr).toContain(`${at}/properties/b/nullable: "nullable" has no effect here`);
      // It is not the root.
      expect(stderr).not.toContain('[root_');
    });

    it('counts toward the limits', async () => {
      const names = Array.from({ length: 5001 }, (_, index) => `p${index}`);
      const properties = Object.fromEntries(names.map((key) => [key, { type: 'null' }]));
      const part = { type: 'object', properties, required: names, additionalProperties: false };
      const { code, stderr } = await said('check', part, place);
      expect(code).toBe(11);
      expect(stderr).toContain(
        `${at}/properties: The schema has 5,002 properties in all; the limit is 5,000.`,
      );
    });
  },
);

it('a schema that references lead to from the inside and from the outside is reported once', async () => {
  const inner = { type: 'object', properties: {}, required: [] };
  const schema = {
    type: 'object',
    properties: { a: { $ref: '#/x/Outer/properties/b' }, c: { $ref: '#/x/Outer' } },
    required: ['a', 'c'],
    additionalProperties: false,
    x: { Outer: { type: 'object', properties: { b: inner }, required: ['b'], additionalProperties: false } },
  };
  bench.write('s.json', JSON.stringify(schema));
  const { stderr } = await bench.run(['schema', 'check', 's.json']);
  expect(stderr.match(/additional_properties_missing/g)).toHaveLength(1);
});

it('files that such a schema refers to are read', async () => {
  bench.write('name.json', '{"type":"string","const":"Ada"}');
  bench.write(
    's.json',
    JSON.stringify({
      $ref: '#/components/schemas/X',
      components: {
        schemas: {
          X: {
            type: 'object',
            properties: { name: { $ref: 'name.json' } },
            required: ['name'],
            additionalProperties: false,
          },
        },
      },
    }),
  );
  const { code, stdout } = await bench.run(['schema', 'sample', 's.json']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n' });
});
