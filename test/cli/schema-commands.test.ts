import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/schema/compile-schema.js';
import { CliBench, SCHEMA } from '../support/cli.js';

const BAD = `{
  "type": "object",
  "properties": {
    "a, 100%": { "oneOf": [{ "type": "string" }] },
    "t": { "type": "string", "title": "x" }
  },
  "required": ["a, 100%", "t"],
  "additionalProperties": false
}
`;
const WARNED = JSON.stringify({
  ...SCHEMA,
  properties: { name: { type: 'string', title: 'x', maxLength: 9 } },
});

let bench: CliBench;
beforeAll(() => {
  bench = new CliBench();
  bench.write('bad.json', BAD);
  bench.write('warned.json', WARNED);
  bench.write('broken.json', '{"type": "object",\n "type": "array"}');
  bench.write('loose.json', '{"title":"A person","type":"object","properties":{"name":{"type":"string"}}}');
  mkdirSync(bench.path('sub'));
});
afterAll(() => bench.dispose());

const schema = (...args: string[]) => bench.run(['schema', ...args]);

describe('schema check', () => {
  it('says nothing on stdout and one sentence to people where nothing is wrong', async () => {
    expect(await schema('check', 's.json')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 's.json is valid in strict mode: no errors, no warnings.\n',
    });
  });

  it('shows people each finding with its place, and what to do', async () => {
    const { code, stdout, stderr } = await schema('check', 'bad.json');
    expect({ code, stdout }).toEqual({ code: 11, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      'bad.json:4:18: error: /properties/a, 100%/oneOf: "oneOf" is not supported. [one_of]',
      '    Use "anyOf".',
      'bad.json:5:30: warning: /properties/t/title: Sources disagree on whether "title" is supported. [title]',
      '    Remove it from the schema that is sent.',
      'bad.json is not valid in strict mode: 1 error, 1 warning.',
      '',
    ]);
  });

  it.each([
    ['s.json', 0, { ok: true, kind: 'ok', issues: [], warnings: [] }],
    [
      '{"type": "strin"}',
      10,
      { ok: false, kind: 'schema_encode', reason: 'invalid_schema', pointer: '/type' },
    ],
    ['broken.json', 10, { kind: 'schema_encode', reason: 'duplicate_key', position: { line: 2, column: 2 } }],
    ['none.json', 10, { kind: 'schema_encode', reason: 'unreadable', issues: [], warnings: [] }],
    ['true.json', 10, { kind: 'schema_encode', reason: 'unreadable' }],
  ])('tells machines of %s in one line', async (file, status, expected) => {
    const { code, stdout, stderr } = await schema('check', file, '--json');
    expect({ code, stderr }).toEqual({ code: status, stderr: '' });
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(stdout)).toMatchObject(expected);
  });

  it('reads stdin', async () => {
    const { code, stderr } = await bench.run(['schema', 'check', '-'], { stdin: '\uFEFFtrue\n' });
    expect(code).toBe(11);
    expect(stderr).toContain('stdin:1:1: error: (root): ');
  });

  it('lets warnings through unless it is told not to', async () => {
    const [lenient, strict] = await Promise.all([
      schema('check', 'warned.json', '--json'),
      schema('check', 'warned.json', '--json', '--fail-on-warnings'),
    ]);
    expect([lenient.code, strict.code]).toEqual([0, 11]);
    const codes = { issues: [], warnings: [{ code: 'title' }, { code: 'max_length' }] };
    expect(JSON.parse(lenient.stdout)).toMatchObject({ ok: true, kind: 'ok', ...codes });
    expect(JSON.parse(strict.stdout)).toMatchObject({ ok: false, kind: 'schema_unsupported', ...codes });
  });

  it('annotates files under GitHub Actions', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: bench.folder };
    const { stdout, stderr, code } = await bench.run(['schema', 'check', './sub/../bad.json'], { env });
    expect(code).toBe(11);
    expect(stdout.split('\n')).toEqual([
      '::error file=bad.json,line=4,col=18,title=schema%3A one_of::/properties/a, 100%25/oneOf: "oneOf" is not supported. Use "anyOf".',
      '::warning file=bad.json,line=5,col=30,title=schema%3A title::/properties/t/title: Sources disagree on whether "title" is supported. Remove it from the schema that is sent.',
      '',
    ]);
    expect(stderr).toBe('./sub/../bad.json is not valid in strict mode: 1 error, 1 warning.\n');
  });

  it('annotates beside the JSON, on stderr, and what is no schema too', async () => {
    const env = { GITHUB_ACTIONS: 'true' };
    const { stdout, stderr, code } = await bench.run(['schema', 'check', 'broken.json', '--json'], { env });
    expect(code).toBe(10);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'schema_encode' });
    expect(stderr).toMatch(
      /^::error file=broken\.json,line=2,col=2,title=schema%3A duplicate_key::The schema [^\n]*\n$/,
    );
  });
});

describe('schema adapt', () => {
  it('prints the strict schema, and on request what was changed', async () => {
    const { code, stdout, stderr } = await schema('adapt', 'loose.json', '--report');
    expect(code).toBe(0);
    const adapted = JSON.parse(stdout);
    expect(stdout).toBe(`${JSON.stringify(adapted, null, 2)}\n`);
    expect(adapted).toMatchObject({
      properties: { name: { type: ['string', 'null'] } },
      required: ['name'],
      additionalProperties: false,
    });
    expect(stderr).toContain('(root): narrowed: no further properties\n    the schema names');
    expect(stderr).toContain('/properties/name: encoded: optional becomes nullable\n');
    expect(stderr).toMatch(/\nloose\.json: \d+ changes \(.*1 encoded.*\)\.\n$/);
  });

  it('keeps open what is open with --no-narrow, and says everything to machines', async () => {
    const { stdout, stderr } = await schema('adapt', 'loose.json', '--no-narrow', '--json');
    expect(stderr).toBe('');
    const { kind, wire, changes } = JSON.parse(stdout);
    expect(kind).toBe('ok');
    expect(Object.keys(wire.properties)).toHaveLength(2);
    expect(changes.map((change: { kind: string }) => change.kind)).not.toContain('narrowed');
    for (const change of changes)
      expect(Object.keys(change).sort()).toEqual(['kind', 'pointer', 'what', 'why']);
  });

  it('says why a schema cannot be', async () => {
    const { code, stdout, stderr } = await schema(
      'adapt',
      '{"type":"object","required":["a"],"properties":{"a":false}}',
    );
    expect({ code, stdout }).toEqual({ code: 11, stdout: '' });
    expect(stderr).toMatch(/^codex-structured: schema_unsupported: /);
    const json = await schema('adapt', '{"$ref": "#/$defs/x"}', '--json');
    expect(json.code).toBe(10);
    expect(JSON.parse(json.stdout)).toMatchObject({
      kind: 'schema_encode',
      reason: 'dangling_ref',
      issues: [],
    });
  });
});

it('no schema command shows the password of a URL', async () => {
  const url = 'https://ada:q7Zhunter2Secret9@host/s.json';
  for (const args of [
    ['check'],
    ['check', '--json'],
    ['adapt'],
    ['adapt', '--json'],
    ['sample'],
    ['types'],
  ]) {
    const { code, stdout, stderr } = await schema(...args, url);
    expect(code).toBe(10);
    expect(`${stdout}${stderr}`).toContain('The schema https://[hidden]@host/s.json cannot be read');
    expect(`${stdout}${stderr}`).not.toContain('q7Z');
  }
});

it('a URL that is taken for the path of codex shows no password', async () => {
  const codexPath = ['--codex-path', 'https://ada:q7Zhunter2Secret9@host/codex'];
  for (const args of [
    ['run', 's.json', 'hi', '--envelope', ...codexPath],
    ['doctor', '--json', ...codexPath],
  ]) {
    const { stdout, stderr } = await bench.run(args);
    expect(stdout).toContain('https:/[hidden]@host/codex');
    expect(`${stdout}${stderr}`).not.toContain('q7Z');
  }
});

describe('schema sample', () => {
  it('is valid, the same for the same seed, and in the form that is asked for', async () => {
    const arg = '{"type":"object","additionalProperties":{"type":"integer"},"minProperties":2}';
    const [one, again, other, wire] = await Promise.all([
      schema('sample', arg),
      schema('sample', arg, '--seed', '1'),
      schema('sample', arg, '--seed', '2'),
      schema('sample', arg, '--wire'),
    ]);
    const compiled = compileSchema(JSON.parse(arg), { mode: 'adapt' });
    if ('kind' in compiled) throw new Error(compiled.message);
    expect(again.stdout).toBe(one.stdout);
    expect(other.stdout).not.toBe(one.stdout);
    expect(compiled.validate(JSON.parse(one.stdout))).toMatchObject({ ok: true });
    expect(compiled.decode(JSON.parse(wire.stdout))).toEqual({ ok: true, value: JSON.parse(one.stdout) });
  });
});

describe('schema types', () => {
  it('prints a type, named after the title or the file', async () => {
    expect((await schema('types', 'loose.json')).stdout).toBe(
      'export interface APerson {\n  name?: string\n  [k: string]: unknown\n}\n',
    );
    expect((await schema('types', 's.json')).stdout).toBe('export interface S {\n  name: string\n}\n');
  });

  it('knows tuples, recursion and awkward texts', async () => {
    const text = JSON.stringify({
      description: 'Ends */ here {',
      type: 'object',
      properties: {
        t: {
          type: 'array',
          prefixItems: [{ type: 'string' }, { type: 'number' }],
          items: false,
          minItems: 2,
        },
        next: { $ref: '#/$defs/n' },
      },
      required: ['t'],
      additionalProperties: false,
      $defs: {
        n: { type: 'object', properties: { 'a{': { $ref: '#/$defs/n' } }, additionalProperties: false },
      },
    });
    const { stdout, code } = await schema('types', text);
    expect(code).toBe(0);
    expect(stdout).toContain('/**\n * Ends * / here {\n */\nexport interface Answer {\n');
    expect(stdout).toContain('  t: [string, number]\n');
    expect(stdout).toContain('export interface N {\n  "a{"?: N\n}\n');
  });

  it.each([
    ['{"$ref": "https://example.com/x"}', 11],
    ['{"type": 5}', 10],
    ['{"$defs": {"x": {"$anchor": "here"}}, "properties": {"a": {"$ref": "#here"}}}', 11],
  ])('refuses %s', async (text, status) => {
    const { code, stdout, stderr } = await schema('types', text);
    expect({ code, stdout }).toEqual({ code: status, stdout: '' });
    expect(stderr).toMatch(/^codex-structured: schema_/);
  });
});

describe('the schema commands', () => {
  it.each([
    [['schema'], "'schema' requires a command: check, adapt, sample, types."],
    [['schema', 'chekc', 's.json'], "Unknown command 'schema chekc'. Did you mean 'schema check'?"],
    [['schema', 'check'], 'The <schema> argument is missing.'],
    [['schema', 'check', 's.json', 'x'], "Unexpected argument 'x'"],
    [['schema', 'sample', 's.json', '--seed', 'x'], "--seed is 'x'; it must be a whole number"],
    [['schema', 'check', 's.json', '--model', 'x'], 'Unknown flag --model'],
    [['help', 'schema', 'chekc'], "No help for 'schema chekc'."],
  ])('%j is a usage error', async (args, sentence) => {
    const { code, stdout, stderr } = await bench.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/\nTry 'codex-structured( schema \w+)? --help'\.\n$/);
  });

  it('are listed by their first word', async () => {
    const [byFlag, byTopic] = await Promise.all([
      bench.run(['schema', '--help']),
      bench.run(['help', 'schema']),
    ]);
    expect(byFlag).toMatchObject({ code: 0, stderr: '' });
    expect(byTopic.stdout).toBe(byFlag.stdout);
    for (const name of ['check', 'adapt', 'sample', 'types'])
      expect(byFlag.stdout).toContain(`  schema ${name} <schema>`);
    expect(byFlag.stdout).not.toContain('  run <schema>');
  });
});

describe('a run', () => {
  it('says the first of the warnings, once, and works all the same', async () => {
    const [run, quiet, fail] = await Promise.all([
      bench.run(['run', 'warned.json', 'x']),
      bench.run(['run', 'warned.json', 'x', '--quiet']),
      bench.run(['run', 's.json', 'x']),
    ]);
    expect(run).toMatchObject({ code: 0, stdout: '{"name":"Ada"}\n' });
    expect(run.stderr).toBe(
      `codex-structured: warning: warned.json:1:${WARNED.indexOf('"title"') + 1}: /properties/name/title: ` +
        'Sources disagree on whether "title" is supported. There are 2 such warnings: see ' +
        "'codex-structured schema check'.\n",
    );
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(fail.stderr).toBe('');
  });

  it.each([
    [['--fail-on-warnings'], {}],
    [[], { CODEX_STRUCTURED_FAIL_ON_WARNINGS: '1' }],
  ])('refuses warnings with %j %j', async (flags, env) => {
    const { code, stdout } = await bench.run(['run', 'warned.json', 'x', '--envelope', ...flags], { env });
    expect(code).toBe(11);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'schema_unsupported', issues: [{ code: 'title' }, {}] });
  });

  it('has the wire form of --no-narrow with that flag alone', async () => {
    const wire = JSON.parse((await schema('adapt', 'loose.json', '--no-narrow', '--json')).stdout).wire;
    const extras = Object.keys(wire.properties).find((name) => name !== 'name') ?? '';
    const answer = { name: 'Ada', [extras]: [{ key: 'born', value: '1815' }] };
    bench.write(
      'extras.jsonl',
      [
        { type: 'turn.started' },
        { type: 'item.completed', item: { id: 'm', type: 'agent_message', text: JSON.stringify(answer) } },
        { type: 'turn.completed' },
      ]
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    );
    const args = ['decode', 'extras.jsonl', '--schema', 'loose.json', '--schema-mode', 'adapt'];
    const [open, narrow] = await Promise.all([bench.run([...args, '--no-narrow']), bench.run(args)]);
    expect(open.stdout).toBe('{"name":"Ada","born":1815}\n');
    expect(narrow.code).toBe(26);
  });
});

describe('hostile schemas', () => {
  it('cannot write to the terminal', async () => {
    const name = '\u001b[31mred\u001b[0m\u202e';
    const { stderr } = await schema(
      'check',
      JSON.stringify({ type: 'object', properties: { [name]: true } }),
    );
    expect(stderr).not.toMatch(/[\u001b\u202e]/);
  });

  it('cannot forge a workflow command', async () => {
    const properties = { 'x\n::error::y': true, '%0A::error::z': true };
    const { stdout } = await bench.run(['schema', 'check', JSON.stringify({ type: 'object', properties })], {
      env: { GITHUB_ACTIONS: 'true' },
    });
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^::(error|warning) title=schema/);
    expect(stdout).toContain('%250A');
  });

  it('are judged in the end, however large', async () => {
    const properties = Array.from({ length: 60_000 }, (_, index) => [
      `p${index}`,
      { type: 'string', format: 'x' },
    ]);
    bench.write('large.json', JSON.stringify({ type: 'object', properties: Object.fromEntries(properties) }));
    const { code, stdout } = await schema('check', 'large.json', '--json');
    expect(code).toBe(11);
    const { issues, omitted } = JSON.parse(stdout);
    expect(issues.length + omitted).toBeGreaterThan(60_000);
  });
});
