import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { JsonValue } from '../../../src/json/value.js';
import { type OtherFormat, toJsonSource } from '../../../src/schema/formats/index.js';

function read(text: string, format: OtherFormat) {
  const source = toJsonSource(text, format, `s.${format}`);
  if ('ok' in source) throw new Error(source.message);
  if (source.kind !== 'text') throw new Error('no text');
  return source;
}

const refusal = (text: string, format: OtherFormat) => toJsonSource(text, format, `s.${format}`);

describe('JSON with more', () => {
  it.each([
    [
      'json5',
      "\uFEFF// hi\n{a: 'x', 'b': +1, c: .5, d: 0x1F, e: [1, 2,],}",
      '{"a":"x","b":1,"c":0.5,"d":31,"e":[1,2]}',
    ],
    ['json5', '{"n": 9007199254740993, m: 1e2, z: -0}', '{"n":9007199254740993,"m":1e2,"z":-0}'],
    [
      'json5',
      '{a: 0x20000000000001, b: -0X20000000000001, c: +9007199254740993, d: 9007199254740993., e: .5, f: 5.e2}',
      '{"a":9007199254740993,"b":-9007199254740993,"c":9007199254740993,"d":9007199254740993,"e":0.5,"f":5e2}',
    ],
    ['json5', '{__proto__: {a: 1}, "10": 1, "9": 2}', '{"__proto__":{"a":1},"10":1,"9":2}'],
    ['jsonc', '/* hi */ {"a": [1,], // there\n}', '{"a":[1]}'],
  ] as const)('reads %s %j', (format, text, json) => {
    expect(read(text, format).text).toBe(json);
  });

  it.each([
    ['json5', '', 'empty', undefined],
    ['json5', ' \n', 'empty', undefined],
    ['json5', '// only this', 'syntax', 1],
    ['json5', '{a: 1', 'syntax', 1],
    ['json5', '{a: 1,\n  b 2}', 'syntax', 2],
    ['json5', '{a: 1}\n{}', 'syntax', 2],
    ['json5', '{a:\n NaN}', 'syntax', 2],
    ['json5', '{a:\n -Infinity}', 'syntax', 2],
    ['json5', '{a:\n 1e999}', 'syntax', 2],
    ['json5', '{a: 1,\n "\\u0061": 2}', 'duplicate_key', 2],
    ['jsonc', "{'a': 1}", 'syntax', 1],
    ['jsonc', '{a: 1}', 'syntax', 1],
  ] as const)('refuses %s %j', (format, text, reason, line) => {
    const failure = refusal(text, format);
    expect(failure).toMatchObject({ ok: false, kind: 'schema_encode', reason });
    expect('position' in failure ? failure.position?.line : undefined).toBe(line);
    expect('message' in failure && failure.message).toMatch(/^The schema s\.json[5c] [^\n]*\.$/);
  });

  it.each([
    ['open lists', '['.repeat(1_000_000)],
    ['closed lists', `${'['.repeat(2500)}${']'.repeat(2500)}`],
    ['more than 1 MiB', `{a: '${'x'.repeat(1024 * 1024)}'}`],
  ])('refuses %s', (_, text) => {
    expect(refusal(text, 'json5')).toMatchObject({ kind: 'schema_encode', reason: 'too_deep' });
  });

  it('is not too deep for brackets in strings and comments', () => {
    const brackets = '[{'.repeat(1500);
    const text = `{a: "${brackets}\\"", b: '${brackets}\\'', /* ${brackets} */ // ${brackets}\nc: 1}`;
    expect(JSON.parse(read(text, 'json5').text)).toEqual({ a: `${brackets}"`, b: `${brackets}'`, c: 1 });
  });

  it('knows where things are', () => {
    const source = read("{\n  type: 'object',\n  properties: { a: [1,\n 2] } }", 'json5');
    expect(source.positionOf?.('')).toEqual({ line: 1, column: 1 });
    expect(source.positionOf?.('/type')).toEqual({ line: 2, column: 3 });
    expect(source.positionOf?.('/properties/a/1')).toEqual({ line: 4, column: 2 });
    expect(source.positionOf?.('/nothing')).toBeUndefined();
  });
});

describe('YAML', () => {
  it.each([
    ['a: 1\nb: [x, 1.50, null, ~, true, "no"]\n', '{"a":1,"b":["x",1.50,null,null,true,"no"]}'],
    ['# hi\n---\n{}\n...\n', '{}'],
    ['"10": a\n"9": b\n', '{"10":"a","9":"b"}'],
    ['a: 0x1F\nb: 0o17\nc: 012\nd: 1_000\ne: yes\n', '{"a":31,"b":15,"c":12,"d":"1_000","e":"yes"}'],
    ['a: &x {t: 1}\nb: *x\nc: [*x]\n', '{"a":{"t":1},"b":{"t":1},"c":[{"t":1}]}'],
    ['a: &x {t: 1, u: 2}\nb: {<<: *x, u: 3}\n', '{"a":{"t":1,"u":2},"b":{"t":1,"u":3}}'],
    [
      'a: &x {t: 1}\nb: &y {t: 2, v: 3}\nc: {w: 0, <<: [*x, *y]}\n',
      '{"a":{"t":1},"b":{"t":2,"v":3},"c":{"w":0,"t":1,"v":3}}',
    ],
    ['a: &x 1\nb: &x 2\nc: *x\n', '{"a":1,"b":2,"c":2}'],
    ['__proto__: 1\n"<<": 2\n', '{"__proto__":1,"<<":2}'],
    ['a: !!str 5\nb: !!int "5"\n', '{"a":"5","b":5}'],
    ['a: >\n  two\n  lines\nb:\n', '{"a":"two lines\\n","b":null}'],
    ['a: "2024-01-01"\n', '{"a":"2024-01-01"}'],
  ])('reads %j', (text, json) => {
    expect(read(text, 'yaml').text).toBe(json);
  });

  it.each([
    ['', 'empty', undefined],
    ['# only this\n', 'empty', undefined],
    ['---\n', 'empty', undefined],
    ['a: {b: 1\n', 'syntax', 2],
    ['a: 1\n\tb: 2\n', 'syntax', 2],
    ['a: 1\na: 2\n', 'duplicate_key', 2],
    ['a: 1\n"a": 2\n', 'duplicate_key', 2],
    ['a: 1\n---\nb: 1\n', 'syntax', 2],
    ['a: 1\nb: 2024-01-01\n', 'syntax', 2],
    ['a: 1\nb: 2024-01-01T10:00:00Z\n', 'syntax', 2],
    ['a: 1\n2024-01-01: b\n', 'syntax', 2],
    ['a: 1\nb: .nan\n', 'syntax', 2],
    ['a: 1\nb: -.inf\n', 'syntax', 2],
    ['a: 1\nb: 1e999\n', 'syntax', 2],
    ['a: 1\nb: !!binary aGk=\n', 'syntax', 2],
    ['a: 1\nb: !!set {x, y}\n', 'syntax', 2],
    ['a: 1\nb: !mine x\n', 'syntax', 2],
    ['a: 1\n5: x\n', 'syntax', 2],
    ['a: 1\ntrue: x\n', 'syntax', 2],
    ['a: 1\n? [x]\n: y\n', 'syntax', 2],
    ['a: 1\nb: *nothing\n', 'syntax', 2],
    ['a: 1\nb: &b [*b]\n', 'not_serialisable', 2],
    ['a: &a {b: 1, <<: *a}\n', 'not_serialisable', 1],
    ['a: 1\nb: {<<: 5}\n', 'syntax', 2],
    ['%YAML 1.1\n---\na: 2024-01-01\n', 'syntax', 3],
  ])('refuses %j', (text, reason, line) => {
    const failure = refusal(text, 'yaml');
    expect(failure).toMatchObject({ ok: false, kind: 'schema_encode', reason });
    expect('position' in failure ? failure.position?.line : undefined).toBe(line);
    expect('message' in failure && failure.message).toMatch(/^The schema s\.yaml [^\n]*\.$/);
  });

  it('names both places of a key that stands twice', () => {
    expect(refusal('a: 1\nb: 2\na: 3\n', 'yaml')).toMatchObject({
      message:
        'The schema s.yaml has the key "a" twice in one object (line 3, column 1; first at line 1, column 1).',
    });
  });

  it('knows where things are, also behind aliases', () => {
    const source = read('a: &x\n  t: 1\nb: *x\nc:\n  <<: *x\n  u:\n    - 1\n', 'yaml');
    expect(source.positionOf?.('/a/t')).toEqual({ line: 2, column: 3 });
    expect(source.positionOf?.('/b')).toEqual({ line: 3, column: 1 });
    expect(source.positionOf?.('/b/t')).toEqual({ line: 2, column: 3 });
    expect(source.positionOf?.('/c/t')).toEqual({ line: 5, column: 3 });
    expect(source.positionOf?.('/c/u/0')).toEqual({ line: 7, column: 7 });
  });

  it.each([
    ['open lists', '['.repeat(100_000)],
    ['closed lists', `${'[ '.repeat(5000)}${']'.repeat(5000)}`],
    ['lists in one line', `${'- '.repeat(100_000)}x`],
    ['mappings', Array.from({ length: 800 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('refuses %s that would overflow the stack', (_, text) => {
    expect(refusal(text, 'yaml')).toMatchObject({
      reason: 'too_deep',
      position: { line: expect.any(Number) },
    });
  });

  it('may be as deep as anyone writes', () => {
    const text = `${'['.repeat(150)}"[[[["${']'.repeat(150)}`;
    expect(read(text, 'yaml').text).toBe(text);
    expect(() =>
      read(Array.from({ length: 100 }, (_, i) => `${'  '.repeat(i)}a:`).join('\n'), 'yaml'),
    ).not.toThrow();
  });

  it('does not unfold what would fill memory', () => {
    const laughs = ['a0: &a0 {x: y}'];
    for (let i = 1; i < 40; i++) laughs.push(`a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`);
    const merges = ['b0: &b0 {x: y}'];
    for (let i = 1; i < 60; i++) merges.push(`b${i}: &b${i} {<<: [*b${i - 1}, *b${i - 1}]}`);
    for (const lines of [laughs, merges]) {
      expect(refusal(lines.join('\n'), 'yaml')).toMatchObject({ kind: 'schema_encode', reason: 'too_deep' });
    }
  });

  it('says what JSON says, whatever that is', () => {
    // Minus zero is lost by whoever writes it as JSON, not here.
    const json = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => value !== null)
      .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
    fc.assert(
      fc.property(json, (value) => {
        const written = stringify(value, { version: '1.2', defaultStringType: 'QUOTE_DOUBLE' });
        expect(JSON.parse(read(written, 'yaml').text)).toEqual(value);
        expect(JSON.parse(read(JSON.stringify(value), 'json5').text)).toEqual(value);
      }),
      { numRuns: 100 },
    );
  });
});
