import { mkdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, CliBench, SCHEMA } from '../support/cli.js';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const JSON5 = `// a person
{
  type: 'object',
  properties: { name: { type: 'string' }, },
  required: ['name'],
  additionalProperties: false,
}`;
const YAML = `# a person
type: object
properties:
  name: {type: string}
required: [name]
additionalProperties: false
`;

/** For the fake codex: keeps what it is sent as a schema. */
const KEEP_SCHEMA =
  'for a in "$@"; do case "$a" in --output-schema=*) cat "$(echo "$a" | cut -d= -f2-)" > "$here/sent";; esac; done';

let bench: CliBench;
beforeAll(() => {
  bench = new CliBench();
  symlinkSync(MODULES, bench.path('node_modules'));
  for (const folder of ['parts', 'outside', 'inside']) mkdirSync(bench.path(folder));
  bench.write('bom.json', `\uFEFF${JSON.stringify(SCHEMA)}`);
  bench.write('s.json5', JSON5);
  bench.write('s.jsonc', `/* a person */ ${JSON.stringify(SCHEMA).replace(/}$/, ',}')}`);
  bench.write('s.yaml', YAML);
  bench.write('s.YML', YAML);
  bench.write('s.mjs', `export const Person = ${JSON.stringify(SCHEMA)};\nexport default Person;\n`);
  bench.write('s.cjs', `exports.Person = ${JSON.stringify(SCHEMA)};\n`);
  bench.write(
    's.ts',
    `interface X { a: string }\nexport const Person: object = ${JSON.stringify(SCHEMA)} satisfies object;\nexport default Person;\n`,
  );
  bench.write(
    'lib.ts',
    `import { z } from 'zod';
import { type } from 'arktype';
import * as v from 'valibot';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
export const Zod = z.object({ name: z.string() });
export const Short = z.object({ name: z.string().refine((name) => name.length < 3, 'too long') });
export const Upper = z.object({ name: z.string().transform((name) => name.toUpperCase()) });
export const Ark = type({ '+': 'reject', name: 'string' });
export const Valibot = toStandardJsonSchema(v.strictObject({ name: v.string() }));
export const Date = z.object({ at: z.date() });
export const five = 5;
export const list = [];
export const make = () => ({});
export const cyclic: any = {}; cyclic.not = cyclic;
`,
  );
  bench.write('throws.mjs', 'throw new Error("no database\\nat all");\n');
  bench.write('syntax.ts', 'export const = ;\n');
});
afterAll(() => bench.dispose());

describe('a schema that is given as', () => {
  it.each([
    ['bom.json'],
    ['s.json5'],
    ['s.jsonc'],
    ['s.yaml'],
    ['s.YML'],
    ['s.mjs'],
    ['s.mjs#Person'],
    ['s.cjs#Person'],
    ['s.ts'],
    ['s.ts#Person'],
    ['lib.ts#Zod'],
    ['lib.ts#Ark'],
    ['lib.ts#Valibot'],
    [JSON.stringify(SCHEMA)],
  ])('%s goes out as JSON and judges the answer', async (schema) => {
    bench.codex({
      stream: answering('{"name":"Ada"}'),
      before: KEEP_SCHEMA,
    });
    const { code, stdout, stderr } = await bench.main(['run', schema, 'x']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n', stderr: '' });
    const { $schema: _, ...sent } = JSON.parse(bench.read('sent'));
    expect(sent).toEqual(SCHEMA);
  });

  it('a TypeScript module with a library does so in a process of its own', async () => {
    bench.codex({ stream: answering('{"name":"Ada"}'), before: KEEP_SCHEMA });
    const { code, stdout, stderr } = await bench.run(['run', 'lib.ts#Zod', 'x']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n', stderr: '' });
    const { $schema: _, ...sent } = JSON.parse(bench.read('sent'));
    expect(sent).toEqual(SCHEMA);
  });

  it('YAML keeps its order on the way out', async () => {
    bench.write(
      'order.yaml',
      'type: object\nproperties:\n  "10": {type: string}\n  "9": {type: string}\nrequired: ["10", "9"]\nadditionalProperties: false\n',
    );
    bench.codex({
      stream: answering('{"10":"a","9":"b"}'),
      before: KEEP_SCHEMA,
    });
    expect((await bench.main(['run', 'order.yaml', 'x'])).stdout).toBe('{"10":"a","9":"b"}\n');
    expect(bench.read('sent')).toContain('"properties":{"10":{"type":"string"},"9":{"type":"string"}}');
  });
});

describe.concurrent('findings in other formats', () => {
  it.each([
    ['bad.yaml', YAML.replace('{type: string}', '\n    oneOf: [{type: string}]'), 'one_of', 5, 5],
    ['bad.json5', JSON5.replace("type: 'string'", "oneOf: [{type: 'string'}]"), 'one_of', 4, 25],
    ['bad.jsonc', '// x\n{"type": "array",}', 'root_type', 2, 2],
  ])('have their place: %s', async (file, text, code, line, column) => {
    bench.write(file, text);
    const { stdout } = await bench.main(['schema', 'check', file, '--json']);
    expect(JSON.parse(stdout).issues).toContainEqual(expect.objectContaining({ code, line, column }));
  });

  it.each([
    ['twice.yaml', 'type: object\ntype: array\n', 'duplicate_key', 2, 1],
    ['twice.json5', "{type: 'object',\n 'type': 'array'}", 'duplicate_key', 2, 2],
    ['comment.json', '{ // no\n}', 'syntax', 1, 3],
    ['invalid.yaml', 'type: object\nproperties:\n  a:\n    type: strin\n', 'invalid_schema', 4, 5],
    ['two.yaml', 'type: object\n---\ntype: array\n', 'syntax', 2, 1],
    ['date.yaml', 'type: string\nconst: 2024-01-01\n', 'syntax', 2, 8],
  ])('so have reasons why it is no schema: %s', async (file, text, reason, line, column) => {
    bench.write(file, text);
    const { stdout, code } = await bench.main(['schema', 'check', file, '--json']);
    expect(code).toBe(10);
    expect(JSON.parse(stdout)).toMatchObject({ reason, position: { line, column } });
  });
});

describe.concurrent('a module', () => {
  it.each([
    ['none.ts', 'The schema none.ts cannot be read: there is no such file.'],
    ['lib.ts', 'The schema module lib.ts has no default export. Use one of its exports: lib.ts#'],
    ['s.ts#Nope', "The schema module s.ts has no export 'Nope'. Use one of its exports: s.ts#Person, s.ts."],
    ['s.ts#', "has no export ''."],
    ['s.ts#__proto__', "has no export '__proto__'."],
    ['throws.mjs', 'The schema module throws.mjs cannot be loaded: no database.'],
    ['syntax.ts', 'The schema module syntax.ts cannot be loaded: '],
    ['lib.ts#five', 'The schema lib.ts#five is a number: export a JSON Schema object, or a schema of zod 4'],
    ['lib.ts#list', 'The schema lib.ts#list is an array: '],
    ['lib.ts#make', 'The schema lib.ts#make is a function: '],
    ['lib.ts#cyclic', 'The schema lib.ts#cyclic has no JSON form: at "/not" it contains itself'],
    ['lib.ts#Date', 'cannot be converted to a JSON Schema: Date cannot be represented in JSON Schema'],
  ])('%s is refused in one sentence', async (argument, sentence) => {
    const { code, stdout, stderr } = await bench.main(['run', argument, 'x']);
    expect({ code, stdout }).toEqual({ code: 10, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^codex-structured: schema_encode: [^\n]+\n$/);
  });

  it('may log while it loads: stdout stays the answer', async () => {
    bench.write('logs.mjs', `console.log('loading'); export default ${JSON.stringify(SCHEMA)};\n`);
    const { code, stdout, stderr } = await bench.start(['schema', 'check', 'logs.mjs', '--json']).result;
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'loading\n' });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('of a library has the last word by its refinements, but what is printed is the answer', async () => {
    bench.codex({ stream: answering('{"name":"Ada"}') });
    const [refined, transformed] = await Promise.all([
      bench.main(['run', 'lib.ts#Short', 'x', '--envelope']),
      bench.main(['run', 'lib.ts#Upper', 'x']),
    ]);
    expect(refined.code).toBe(27);
    expect(JSON.parse(refined.stdout)).toMatchObject({ kind: 'parse_failed', reason: 'name: too long' });
    expect(transformed).toMatchObject({ code: 0, stdout: '{"name":"Ada"}\n' });
    const adapted = await bench.main(['run', 'lib.ts#Upper', 'x', '--schema-mode', 'adapt']);
    expect(adapted).toMatchObject({ code: 0, stdout: '{"name":"Ada"}\n' });
  });
});

describe('references to files', () => {
  const person = (ref: string) => JSON.stringify({ ...SCHEMA, properties: { name: { $ref: ref } } }, null, 2);
  beforeAll(() => {
    bench.write('parts/name.json', '{"type":"string"}');
    bench.write(
      'parts/common.yaml',
      '$defs:\n  name: {$ref: "name.json"}\n  loop: {$ref: "../inside/loop.json"}\n',
    );
    bench.write('outside/secret.json', '{"const":"the secret"}');
    bench.write('inside/loop.json', person('loop.json#/properties/name'));
    bench.write('inside/up.json', person('../outside/secret.json'));
    bench.write('inside/up-nowhere.json', person('../outside/no-such-file.json'));
    bench.write('inside/absolute.json', person(bench.path('outside/secret.json')));
    bench.write('inside/url.json', person(`file://${bench.path('outside/secret.json')}`));
    symlinkSync('../outside/secret.json', bench.path('inside/link.json'));
    symlinkSync('../outside', bench.path('inside/folder'));
    bench.write('inside/by-link.json', person('link.json'));
    bench.write('inside/by-folder.json', person('folder/secret.json'));
    bench.write('inside/encoded.json', person('%2e%2e/outside/secret.json'));
    bench.write('via.json', person('parts/common.yaml#/$defs/name'));
  });

  it('are taken into what is sent', async () => {
    bench.codex({
      stream: answering('{"name":"Ada"}'),
      before: KEEP_SCHEMA,
    });
    expect(await bench.main(['run', 'via.json', 'x'])).toMatchObject({ code: 0, stdout: '{"name":"Ada"}\n' });
    expect(JSON.parse(bench.read('sent'))).toEqual({
      ...SCHEMA,
      properties: { name: { $ref: '#/$defs/name' } },
      $defs: { name: { $ref: '#/$defs/name_2' }, name_2: { type: 'string' } },
    });
  });

  it.each([['up'], ['up-nowhere'], ['absolute'], ['url'], ['by-link'], ['by-folder'], ['encoded']])(
    'do not leave the folder of the schema: %s',
    async (name) => {
      const [check, run] = await Promise.all([
        bench.main(['schema', 'check', `inside/${name}.json`, '--json']),
        bench.main(['run', `inside/${name}.json`, 'x', '--schema-mode', 'adapt', '--envelope']),
      ]);
      expect([check.code, run.code]).toEqual([11, 11]);
      for (const { stdout } of [check, run]) {
        expect(JSON.parse(stdout)).toMatchObject({
          kind: 'schema_unsupported',
          issues: [{ code: 'ref_outside', pointer: '/properties/name/$ref', line: 5, column: 7 }],
        });
        expect(stdout).not.toContain('the secret');
      }
    },
  );

  it('do so where that is allowed', async () => {
    const { stdout, code } = await bench.main(['schema', 'adapt', 'inside/up.json', '--allow-refs-outside']);
    expect(code).toBe(0);
    expect(stdout).toContain('the secret');
  });

  it.each([
    ['missing', 'none.json', 'there is no such file'],
    ['a folder', '../parts', 'it is not a regular file'],
    ['a part that is not there', '../parts/common.yaml#/$defs/nobody', 'has no target in'],
    ['no schema', '../parts/broken.json', 'The schema parts/broken.json is incomplete (line 1, column 10)'],
  ])('to what is %s say where they stand', async (_, ref, reason) => {
    bench.write('parts/broken.json', '{"type": ');
    bench.write('inside/dangling.json', person(ref));
    const args = ['schema', 'check', 'inside/dangling.json', '--json', '--allow-refs-outside'];
    const { stdout, code } = await bench.main(args);
    expect(code).toBe(10);
    const failure = JSON.parse(stdout);
    expect(failure).toMatchObject({ reason: 'dangling_ref', position: { line: 5, column: 7 } });
    expect(failure.message).toContain(reason);
  });

  it('over http are never followed', async () => {
    bench.write('inside/http.json', person('http://127.0.0.1:9/x.json'));
    for (const mode of ['strict', 'adapt', 'raw']) {
      const { stdout, code } = await bench.main([
        'run',
        'inside/http.json',
        'x',
        '--envelope',
        '--schema-mode',
        mode,
      ]);
      expect(code).toBe(11);
      expect(JSON.parse(stdout).issues[0]).toMatchObject({
        code: 'remote_ref',
        hint: expect.stringContaining('nothing is fetched'),
      });
    }
  });
});
