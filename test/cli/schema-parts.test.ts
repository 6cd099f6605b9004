import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';

const DOCUMENT = {
  openapi: '3.1.0',
  components: {
    schemas: {
      Person: {
        type: 'object',
        properties: { name: { $ref: '#/components/schemas/Name' } },
        required: ['name'],
        additionalProperties: false,
      },
      Name: { type: 'string' },
      Tree: {
        type: 'object',
        properties: {
          child: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
        },
        required: ['child'],
        additionalProperties: false,
      },
    },
  },
};

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
  // JSON is YAML and JSON5 too.
  for (const name of ['api.json', 'api.yaml', 'api.yml', 'api.json5', 'a b.json'])
    bench.write(name, JSON.stringify(DOCUMENT, null, 2));
});
afterEach(() => bench.dispose());

describe('a part of a document as schema', () => {
  it.each(['api.json', 'api.yaml', 'api.yml', 'api.json5', 'a b.json'])('of %s', async (file) => {
    const { code, stdout } = await bench.run(['run', `${file}#/components/schemas/Person`, 'hi']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n' });
  });

  it('may refer to itself', async () => {
    const { code, stderr } = await bench.run(['schema', 'check', 'api.yaml#/components/schemas/Tree']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
  });

  it.each([
    ['#/components/schemas/Persn', 'did you mean "/components/schemas/Person"?'],
    ['#/component/schemas/Person', 'did you mean "/components"?'],
    ['#/components/schemas/zzzzzzzzzzzz', 'the closest part is "/components/schemas".'],
  ])('%s names the closest part', async (pointer, hint) => {
    const { code, stderr } = await bench.run(['schema', 'check', `api.yaml${pointer}`]);
    expect(stderr).toContain(hint);
    expect(code).toBe(10);
  });
});
