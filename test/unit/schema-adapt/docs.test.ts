import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import type { CompiledSchema } from '../../../src/schema/compiled-schema.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { judge, told } from './adapted.js';
import { DROPPED, EXAMPLES, type Example, NARROWED, REFUSED } from './docs-examples.js';

const page = new URL('../../../docs/schemas.md', import.meta.url);

const parsed = (text: string): JsonValue => JSON.parse(text) as JsonValue;

const holder = (schema: string, required = '"x"'): JsonValue =>
  parsed(
    `{"type":"object","properties":{"x":${schema}},"required":[${required}],"additionalProperties":false}`,
  );

function compiled(schema: JsonValue, narrow = true): CompiledSchema {
  const result = compileSchema(schema, { mode: 'adapt', narrow });
  if ('kind' in result) throw new Error(result.message);
  expect(lint(result.wire)).toMatchObject({ errors: [], warnings: [] });
  return result;
}

/** What the wire has for a value, which its schema takes and which comes back as the value. */
function encoded(codec: CompiledSchema, value: JsonValue): JsonValue {
  const wire = codec.encode(value);
  if (!wire.ok) throw new Error(`not encoded: ${wire.reason} at "${wire.pointer}"`);
  expect(judge(codec.wire).validate(wire.value)).toMatchObject({ ok: true });
  const back = codec.decode(wire.value);
  expect(back.ok && isDeepStrictEqual(back.value, value)).toBe(true);
  return wire.value;
}

/** JSON with spaces; broken into lines where it would be too long for one. */
function json(value: JsonValue, indent = 0, before = indent): string {
  const line = oneLine(value);
  if (before + line.length <= 100 || typeof value !== 'object' || value === null) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = indent + 2;
  const members = Object.entries(value).map(([name, member]) => {
    const key = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    return `${' '.repeat(inner)}${key}${json(member, inner, inner + key.length)}`;
  });
  return `${open}\n${members.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function oneLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`,
  );
  return `{${members.join(', ')}}`;
}

function encoding({ title, text, of, schema, values, narrow }: Example): string {
  const whole = of === 'root' ? parsed(schema) : holder(schema, of === 'x' ? '"x"' : '');
  const codec = compiled(whole, narrow);
  const shown = (fragment: JsonValue, key: string): string =>
    key === '' ? json(fragment, 7) : `${key}: ${json(fragment, 7, 9 + key.length)}`;
  const wire = codec.wire as JsonObject;
  const onWire = of === 'root' ? wire : ((wire['properties'] as JsonObject)['x'] ?? null);
  const lines = [`yours  ${shown(parsed(schema), of === 'root' ? '' : of)}`];
  lines.push(`wire   ${shown(onWire, of === 'root' ? '' : 'x')}`);
  const definitions = wire['$defs'];
  if (of !== 'root' && definitions !== undefined) lines.push(`       ${shown(definitions, '$defs')}`);
  for (const value of values.map(parsed)) {
    expect(codec.validate(value)).toMatchObject({ ok: true });
    lines.push('', `yours  ${json(value, 7)}`, `wire   ${json(encoded(codec, value), 7)}`);
  }
  return [`#### ${title}`, ...(text === '' ? [] : [text]), `\`\`\`text\n${lines.join('\n')}\n\`\`\``].join(
    '\n\n',
  );
}

function narrowedRow([schema, shutOut]: readonly [string, string]): string {
  const value: JsonValue = { x: parsed(shutOut) };
  const codec = compiled(holder(schema));
  expect(codec.validate(value)).toMatchObject({ ok: true });
  expect(codec.encode(value)).toMatchObject({ ok: false });
  encoded(compiled(holder(schema), false), value);
  const changes = codec.changes.filter(({ kind }) => kind === 'narrowed');
  const what = changes.map((change) => `${change.what}: ${change.why}`).join('; ');
  return `| \`${oneLine(parsed(schema))}\` | ${what} | \`${oneLine(parsed(shutOut))}\` |`;
}

function droppedRow([schema, refused]: readonly [string, string]): string {
  const codec = compiled(holder(schema));
  const dropped = codec.changes.filter(({ kind }) => kind === 'dropped');
  expect(dropped.length).toBeGreaterThan(0);
  if (refused !== '') {
    const value: JsonValue = { x: parsed(refused) };
    encoded(codec, value);
    expect(codec.validate(value)).toMatchObject({ ok: false });
  }
  const check = refused === '' ? '' : `\`${oneLine(parsed(refused))}\``;
  return `| \`${oneLine(parsed(schema))}\` | ${told(codec.wire, 'x')} | ${check} |`;
}

function refusedRow(schema: string): string {
  const result = compileSchema(parsed(schema), { mode: 'adapt' });
  if (!('kind' in result)) throw new Error(`adapted: ${schema}`);
  const [code, message] =
    result.kind === 'schema_unsupported'
      ? [result.issues[0]?.code, result.issues[0]?.message]
      : [result.reason, result.message];
  return `| \`${oneLine(parsed(schema))}\` | \`${result.kind}\` | \`${code}\` | ${message} |`;
}

const table = (head: string, rows: readonly string[]): string => {
  const columns = head.split(' | ');
  return [`| ${head} |`, `|${columns.map(() => '---|').join('')}`, ...rows].join('\n');
};

const PARTS: { readonly [name: string]: () => string } = {
  narrowed: () => table('Schema | Narrowed | Then has no wire form', NARROWED.map(narrowedRow)),
  dropped: () => table('Schema | Told to the model | Refused when it comes', DROPPED.map(droppedRow)),
  refused: () => table('Schema | Kind | Code | Message', REFUSED.map(refusedRow)),
  encodings: () => EXAMPLES.map(encoding).join('\n\n'),
};

const begin = (name: string): string =>
  `<!-- ${name}: made by the codec; UPDATE_DOCS=1 npx vitest run schema-adapt/docs -->`;

describe('docs/schemas.md on adapt mode', () => {
  it.each(Object.entries(PARTS))('has the part %s that the code has', (name, make) => {
    const made = make();
    const text = readFileSync(page, 'utf8');
    const from = text.indexOf(begin(name)) + begin(name).length;
    const to = text.indexOf(`<!-- end of ${name} -->`);
    if (from < begin(name).length || to < from) throw new Error(`docs/schemas.md has no place for ${name}.`);
    if (process.env['UPDATE_DOCS'] === '1')
      writeFileSync(page, `${text.slice(0, from)}\n\n${made}\n\n${text.slice(to)}`);
    else expect(text.slice(from, to).trim()).toBe(made);
  });
});
