import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/schema/compile-schema.js';
import { lint } from '../../src/schema/lint/lint.js';
import { answering, CliBench } from '../support/cli.js';
import { SCHEMA_CASES } from './schema-cases.js';

let bench: CliBench;
beforeAll(() => {
  bench = new CliBench();
  for (const { file, text } of cases) bench.write(file, text);
});
afterAll(() => bench.dispose());

/** Line and column of the nth occurrence of a text, counted by hand as it were. */
function placeOf(text: string, needle: string, nth: number): { line: number; column: number } {
  let offset = -1;
  for (let count = 0; count < nth; count++) offset = text.indexOf(needle, offset + 1);
  expect(offset, needle).toBeGreaterThanOrEqual(0);
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const cases = SCHEMA_CASES.map((each, index) => ({
  ...each,
  file: `case-${index}.json`,
  text: `${JSON.stringify(each.schema, null, 2)}\n`,
}));

describe.concurrent.each(cases)('$name', ({ schema, finds, value, refuses, file, text }) => {
  it('is found, with its place', async () => {
    const { stdout, stderr, code } = await bench.run([
      'schema',
      'check',
      file,
      '--json',
      '--fail-on-warnings',
    ]);
    expect({ stderr, code, lines: stdout.split('\n').length }).toEqual({ stderr: '', code: 11, lines: 2 });
    const { ok, kind, issues, warnings } = JSON.parse(stdout);
    expect({ ok, kind }).toEqual({ ok: false, kind: 'schema_unsupported' });
    for (const [finding, at, nth = 1] of finds) {
      const expected = { code: finding, ...placeOf(text, at, nth) };
      expect([...issues, ...warnings]).toContainEqual(expect.objectContaining(expected));
    }
  });

  it('is adapted to a clean schema that values come through', async () => {
    const { stdout, code } = await bench.run(['schema', 'adapt', file, '--json']);
    expect(code).toBe(0);
    const { wire, changes } = JSON.parse(stdout);
    expect(changes).not.toEqual([]);
    expect(lint(wire)).toEqual({ errors: [], warnings: [], omitted: 0 });
    expect(bench.read(file)).toBe(text);

    const compiled = compileSchema(schema, { mode: 'adapt' });
    if ('kind' in compiled) throw new Error(compiled.message);
    expect(compiled.wire).toEqual(wire);
    for (const [author, status] of [
      [value, 0],
      [refuses, 26],
    ] as const) {
      if (author === undefined) continue;
      const encoded = compiled.encode(author);
      if (!encoded.ok) throw new Error(`${encoded.pointer}: ${encoded.reason}`);
      const events = answering(JSON.stringify(encoded.value)).map((event) => `${JSON.stringify(event)}\n`);
      const decoded = await bench.run(['decode', '--schema', file, '--schema-mode', 'adapt'], {
        stdin: events.join(''),
      });
      expect(decoded.code).toBe(status);
      if (status === 0) expect(JSON.parse(decoded.stdout)).toEqual(author);
    }
  });

  it('has a sample that is valid', async () => {
    const { stdout, code } = await bench.run(['schema', 'sample', file, '--seed', '3']);
    expect(code).toBe(0);
    const compiled = compileSchema(schema, { mode: 'raw' });
    if ('kind' in compiled) throw new Error(compiled.message);
    expect(compiled.validate(JSON.parse(stdout))).toMatchObject({ ok: true });
  });
});
