import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { LIMIT_RULES } from '../../../src/schema/lint/limit-rules.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { RULES } from '../../../src/schema/lint/rules/index.js';
import { others } from './examples-others.js';
import { shapes } from './examples-shapes.js';
import { at, type Examples } from './schemas.js';

/** `code pointer` of every finding about a schema, errors first. */
function found(schema: JsonValue): string[] {
  const { errors, warnings } = lint(schema);
  return [...errors, ...warnings].map(({ code, pointer }) => `${code} ${pointer}`);
}

const examples: Examples = { ...shapes, ...others };

describe.each(Object.entries(examples))('%s', (code, { hits, misses }) => {
  it.each(hits)('finds it in %j', (schema, ...pointers) => {
    expect(found(schema).filter((one) => one.startsWith(`${code} `))).toEqual(
      pointers.map((pointer) => `${code} ${pointer}`),
    );
  });

  it.each(misses.map((schema) => [schema]))('does not find it in %j', (schema) => {
    expect(found(schema).filter((one) => one.startsWith(`${code} `))).toEqual([]);
  });
});

describe('the list of rules', () => {
  it('has every code once, and an example of each', () => {
    const codes = RULES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect([...codes].sort()).toEqual(Object.keys(examples).sort());
  });

  it('says of each where it comes from', () => {
    for (const { code, sources } of RULES) expect(sources, code).not.toEqual([]);
    expect(Object.keys(LIMIT_RULES)).toHaveLength(6);
  });
});

describe('what is found where', () => {
  it('comes in the order of the text, all at once', () => {
    const schema = {
      uniqueItems: true,
      properties: { z: { items: true, type: 'array', format: 'uri' }, a: {} },
      type: 'object',
      allOf: [],
    };
    expect(lint(schema).errors.map(({ pointer }) => pointer)).toEqual([
      '',
      '',
      '/uniqueItems',
      '/properties/z/items',
      '/properties/z/format',
      '/properties/a',
      '/allOf',
    ]);
  });

  it('is nothing in data, and something in every keyword that holds schemas', () => {
    const hidden = { type: 'object', properties: { a: true }, uniqueItems: true };
    for (const keyword of ['enum', 'examples']) {
      expect(
        found(at({ type: 'object', additionalProperties: false, [keyword]: [hidden] })).join(),
      ).not.toContain('unique');
    }
    for (const keyword of ['const', 'default', 'x-unknown']) {
      expect(
        found(at({ type: 'object', additionalProperties: false, [keyword]: hidden })).join(),
      ).not.toContain('unique');
    }
    for (const keyword of [
      'not',
      'if',
      'then',
      'else',
      'contains',
      'items',
      'additionalProperties',
      'propertyNames',
    ]) {
      expect(found(at({ [keyword]: hidden }))).toContain(`unique_items /properties/p/${keyword}/uniqueItems`);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']) {
      expect(found(at({ [keyword]: [hidden] }))).toContain(
        `unique_items /properties/p/${keyword}/0/uniqueItems`,
      );
    }
    for (const keyword of ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas']) {
      expect(found(at({ [keyword]: { n: hidden } }))).toContain(
        `unique_items /properties/p/${keyword}/n/uniqueItems`,
      );
    }
  });
});
