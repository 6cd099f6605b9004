import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type BatchRun, runBatch } from '../../src/batch/index.js';
import {
  decode,
  exec,
  type InferSchema,
  type JsonValue,
  type Outcome,
  type RunOptions,
  run,
  stream,
} from '../../src/index.js';
import { openAppServer } from '../../src/run/threads/index.js';

/** Has every property. Only types are tested here, by the compiler. */
const anything: unknown = new Proxy({}, { get: () => anything });
const answerOf = <const S extends Record<string, unknown>>(_: S) => anything as InferSchema<S>;

const TREE = {
  $defs: {
    node: {
      type: 'object',
      properties: {
        label: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
      },
      required: ['label', 'children'],
      additionalProperties: false,
    },
  },
  $ref: '#/$defs/node',
} as const;

interface Tree {
  label: string;
  children: Tree[];
}

describe('the type of a recursive schema', () => {
  it('is recursive, to any depth', () => {
    const tree = answerOf(TREE);
    expectTypeOf(tree).toExtend<Tree>();
    expectTypeOf<Tree>().toExtend<typeof tree>();
    expectTypeOf(tree.children[0]?.children[0]?.children[0]?.label).toEqualTypeOf<string | undefined>();
    const outcome = () => run(exec('p'), TREE);
    expectTypeOf(outcome).returns.resolves.toExtend<{ ok: boolean }>();
  });

  it('may lead back to the root, through anyOf, maps, tuples and other definitions', () => {
    const list = answerOf({
      type: 'object',
      properties: { value: { type: 'number' }, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      required: ['value', 'next'],
      additionalProperties: false,
    });
    expectTypeOf(list.next?.next?.next?.value).toEqualTypeOf<number | undefined>();
    const json = answerOf({
      definitions: {
        any: {
          oneOf: [
            { type: ['string', 'null'] },
            { $ref: '#/definitions/list' },
            { $ref: '#/definitions/map' },
          ],
        },
        list: { type: 'array', items: { $ref: '#/definitions/any' } },
        map: { type: 'object', additionalProperties: { $ref: '#/definitions/any' } },
      },
      $ref: '#/definitions/any',
    });
    type Any = string | null | Any[] | { [name: string]: Any };
    expectTypeOf(json).toExtend<Any>();
    expectTypeOf<Any>().toExtend<typeof json>();
    const pair = answerOf({
      type: 'array',
      prefixItems: [{ type: 'string' }, { $ref: '#' }],
      items: false,
      minItems: 1,
    });
    expectTypeOf(pair[0]).toEqualTypeOf<string>();
    // TypeScript resolves types of tuples at once, so a cycle of them ends.
    expectTypeOf(pair[1]?.[0]).toEqualTypeOf<string | undefined>();
    expectTypeOf(pair[1]?.[1]).toEqualTypeOf<unknown>();
  });

  it('ends where references lead back to themselves', () => {
    expectTypeOf(
      answerOf({ $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }),
    ).toEqualTypeOf<JsonValue>();
    expectTypeOf(
      answerOf({ $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } }, $ref: '#/$defs/a' }),
    ).toEqualTypeOf<JsonValue>();
    expectTypeOf(answerOf({ allOf: [{ $ref: '#' }, { type: 'string' }] })).toEqualTypeOf<string>();
  });
});

describe('the type of a reference', () => {
  it('follows a JSON Pointer, with its escapes', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { type: 'string' }, 'c~d': { type: 'number' }, e: { type: 'boolean' } },
      required: ['a/b', 'c~d', 'e'],
      additionalProperties: false,
      'x-models': { X: { type: 'null' } },
    } as const;
    expectTypeOf(answerOf({ ...schema, ...{ $ref: '#/properties/a~1b' } } as const)).toExtend<unknown>();
    const of = <const R extends string>(ref: R) =>
      answerOf({ $defs: schema, type: 'array', items: { $ref: ref } } as const);
    expectTypeOf(of('#/$defs/properties/a~1b')).toEqualTypeOf<string[]>();
    expectTypeOf(of('#/$defs/properties/c~0d')).toEqualTypeOf<number[]>();
    expectTypeOf(of('#/$defs/x-models/X')).toEqualTypeOf<null[]>();
    expectTypeOf(of('#/$defs/required/0')).toEqualTypeOf<unknown[]>();
  });

  it('is unknown where it leads out of the types', () => {
    const of = <const R extends string>(ref: R) => answerOf({ type: 'array', items: { $ref: ref } } as const);
    expectTypeOf(of('#anchor')).toEqualTypeOf<unknown[]>();
    expectTypeOf(of('other.json')).toEqualTypeOf<unknown[]>();
    expectTypeOf(of('#/$defs/none')).toEqualTypeOf<unknown[]>();
    expectTypeOf(of('#/$defs/a%25b')).toEqualTypeOf<unknown[]>();
  });

  it('stands alone in older drafts, and with what is beside it in newer ones', () => {
    const definitions = {
      a: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
    } as const;
    const beside = {
      definitions,
      type: 'array',
      items: { $ref: '#/definitions/a', type: 'string' },
    } as const;
    const old = answerOf({ $schema: 'http://json-schema.org/draft-07/schema#', ...beside } as const);
    expectTypeOf(old[0]?.x).toEqualTypeOf<string | undefined>();
    const both = answerOf({
      $defs: definitions,
      $ref: '#/$defs/a',
      properties: { y: { type: 'number' } },
      required: ['y'],
      type: 'object',
    } as const);
    expectTypeOf(both.x).toEqualTypeOf<string>();
    expectTypeOf(both.y).toEqualTypeOf<number>();
  });
});

describe('the type of a keyword', () => {
  it('of objects', () => {
    expectTypeOf(
      answerOf({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }),
    ).toEqualTypeOf<{ a?: string }>();
    expectTypeOf(answerOf({ type: 'object', additionalProperties: { type: 'number' } })).toExtend<
      Record<string, number>
    >();
    const open = answerOf({ type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] });
    expectTypeOf(open.a).toEqualTypeOf<string>();
    expectTypeOf(open.b).toEqualTypeOf<JsonValue>();
    expectTypeOf(open['c']).toEqualTypeOf<JsonValue | undefined>();
    const patterns = answerOf({
      type: 'object',
      patternProperties: { '^a': { type: 'string' } },
      additionalProperties: false,
    });
    expectTypeOf(patterns['a']).toEqualTypeOf<JsonValue | undefined>();
  });

  it('of arrays', () => {
    expectTypeOf(answerOf({ type: 'array' })).toEqualTypeOf<JsonValue[]>();
    expectTypeOf(
      answerOf({
        type: 'array',
        items: [{ type: 'string' }, { type: 'number' }],
        additionalItems: false,
        minItems: 2,
      }),
    ).toEqualTypeOf<[string, number]>();
    expectTypeOf(
      answerOf({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'null' } }),
    ).toEqualTypeOf<[string?, ...null[]]>();
  });

  it('of values', () => {
    expectTypeOf(answerOf({ type: 'string' })).toEqualTypeOf<string>();
    expectTypeOf(answerOf({ type: ['integer', 'null'] })).toEqualTypeOf<number | null>();
    expectTypeOf(answerOf({ type: 'string', nullable: true })).toEqualTypeOf<string | null>();
    expectTypeOf(answerOf({ enum: ['a', 1, null] })).toEqualTypeOf<'a' | 1 | null>();
    expectTypeOf(answerOf({ const: { a: [1] } })).toEqualTypeOf<{ a: [1] }>();
    expectTypeOf(
      answerOf({ type: 'object', not: { required: ['a'] }, if: {}, additionalProperties: false }),
    ).toEqualTypeOf<Record<never, never>>();
    expectTypeOf(answerOf({ description: 'anything' })).toEqualTypeOf<JsonValue>();
  });

  it('of branches, which a tag tells apart', () => {
    const shape = answerOf({
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'circle' }, r: { type: 'number' } },
          required: ['kind', 'r'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { kind: { const: 'square' }, side: { type: 'number' } },
          required: ['kind', 'side'],
          additionalProperties: false,
        },
      ],
    });
    const size = (of: typeof shape) => (of.kind === 'circle' ? of.r : of.side);
    expectTypeOf(size).returns.toEqualTypeOf<number>();
  });
});

describe('the value that parse gets', () => {
  const PERSON = {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  } as const;

  it('may be typed as any JSON value', () => {
    const options: RunOptions<number> = {
      parse: (value) => ({ ok: true, value: JSON.stringify(value).length }),
    };
    const parsed = () => run(exec('p'), PERSON, options);
    expectTypeOf(parsed).returns.resolves.toEqualTypeOf<Outcome<number>>();
    const open = () => run(exec('p'), { type: 'object', properties: { a: { minLength: 1 } } }, options);
    expectTypeOf(open).returns.resolves.toEqualTypeOf<Outcome<number>>();
  });

  it('is the same for decode, stream, batch and turns', () => {
    const parse = (person: { name: string }) => ({ ok: true as const, value: person.name.length });
    const decoded = () => decode('', { schema: PERSON, parse });
    expectTypeOf(decoded).returns.resolves.toEqualTypeOf<Outcome<number>>();
    const streamed = () => stream(exec('p'), PERSON, { parse });
    expectTypeOf(streamed).returns.toHaveProperty('outcome').resolves.toEqualTypeOf<Outcome<number>>();
    const batch = () => runBatch(['p'], PERSON, { parse });
    expectTypeOf(batch).returns.toEqualTypeOf<BatchRun<number>>();
    const client = openAppServer();
    const turn = () => client.startThread().turn('p', { schema: PERSON, parse });
    expectTypeOf(turn).returns.toHaveProperty('outcome').resolves.toEqualTypeOf<Outcome<number>>();
    const ofThread = () =>
      client.startThread({ schema: PERSON }).turn('p', {
        parse: (person) => {
          expectTypeOf(person).toEqualTypeOf<{ name: string }>();
          return { ok: true as const, value: person.name.length };
        },
      });
    expectTypeOf(ofThread).returns.toHaveProperty('outcome').resolves.toEqualTypeOf<Outcome<number>>();
    const text = () =>
      client.startThread().turn('p', {
        schema: null,
        parse: (answer) => {
          expectTypeOf(answer).toEqualTypeOf<string>();
          return { ok: true, value: answer };
        },
      });
    expectTypeOf(text).returns.toHaveProperty('outcome').resolves.toEqualTypeOf<Outcome<string>>();
    // @ts-expect-error: the schema has no such property
    const wrong = () => decode('', { schema: PERSON, parse: (person) => ({ ok: true, value: person.age }) });
    expectTypeOf(wrong).toBeFunction();
  });

  it('is what a Standard Schema gives', () => {
    const schema = z.object({ when: z.string().transform((text) => new Date(text)) });
    const parsed = () =>
      run(exec('p'), schema, { parse: ({ when }) => ({ ok: true, value: when.getTime() }) });
    expectTypeOf(parsed).returns.resolves.toEqualTypeOf<Outcome<number>>();
    const checked = () => run(exec('p'), PERSON, { parse: z.object({ name: z.string().min(1) }) });
    expectTypeOf(checked).returns.resolves.toEqualTypeOf<Outcome<{ name: string }>>();
  });

  it('has the type of the schema', () => {
    const parsed = () =>
      run(exec('p'), PERSON, {
        parse: (person) => {
          expectTypeOf(person).toEqualTypeOf<{ name: string }>();
          return { ok: true, value: person.name.length };
        },
      });
    expectTypeOf(parsed).returns.resolves.toExtend<{ ok: boolean }>();
  });
});
