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

describe('a finding in a file that is referred to', () => {
  const part =
    '{\n  "$defs": {\n    "x": { "type": "object",\n      "properties": { "n": { "default": 1 } } } } }';

  it.each(['part.json', 'part.yaml'])('stands at its own place in %s', async (file) => {
    bench.write(file, part);
    const properties = { a: { $ref: `${file}#/$defs/x` } };
    const schema = { type: 'object', properties, required: ['a'], additionalProperties: false };
    bench.write('root.json', JSON.stringify(schema));
    const { stderr } = await bench.run(['schema', 'check', 'root.json']);
    expect(stderr).toContain(`${file}:3:5: error: /$defs/x:`);
    const env = { GITHUB_ACTIONS: 'true' };
    const { stdout } = await bench.run(['schema', 'check', 'root.json'], { env });
    expect(stdout).toContain(`::error file=${file},line=3,col=5,`);
    const failed = await bench.run(['run', 'root.json', 'hi']);
    expect(failed.stderr).toContain(`${file}:3:5`);
    const direct = await bench.run(['schema', 'check', `${file}#/$defs/x`]);
    expect(direct.stderr).toContain(`${file}:3:5: error: (root):`);
  });
});

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
