import { type } from 'arktype';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  decode,
  exec,
  type Failure,
  type FailureKind,
  type JsonValue,
  type Outcome,
  run,
  runOrThrow,
  stream,
  type ThreadEvent,
} from '../../src/index.js';

const PERSON = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: ['integer', 'null'] },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
  },
  required: ['name', 'age', 'tags'],
  additionalProperties: false,
} as const;
interface Person {
  name: string;
  age: number | null;
  tags: ('a' | 'b')[];
}

// Never called: the types of what they return are the test.
const fromLiteral = () => run(exec('p'), PERSON);
const fromInline = () =>
  run(exec('p'), {
    type: 'object',
    properties: { n: { type: 'number' } },
    required: ['n'],
    additionalProperties: false,
  });
const fromLoose = (schema: Record<string, unknown>) => run(exec('p'), schema);
const fromZod = () =>
  run(
    exec('p'),
    z.object({ when: z.string().transform((text) => new Date(text)), n: z.number().optional() }),
  );
const fromArktype = () => run(exec('p'), type({ name: 'string' }));
const fromParse = () =>
  run(exec('p'), PERSON, { parse: (value) => ({ ok: true as const, value: JSON.stringify(value).length }) });

describe('the type of an answer', () => {
  it('comes from a JSON Schema literal', () => {
    expectTypeOf(fromLiteral).returns.resolves.toEqualTypeOf<Outcome<Person>>();
    expectTypeOf(fromInline).returns.resolves.toEqualTypeOf<Outcome<{ n: number }>>();
  });

  it('is any JSON value where the type of the schema says nothing', () => {
    expectTypeOf(fromLoose).returns.resolves.toEqualTypeOf<Outcome<JsonValue>>();
  });

  it('is the output of a Standard Schema', () => {
    expectTypeOf(fromZod).returns.resolves.toEqualTypeOf<Outcome<{ when: Date; n?: number | undefined }>>();
    expectTypeOf(fromArktype).returns.resolves.toEqualTypeOf<Outcome<{ name: string }>>();
  });

  it('is what parse makes of it', () => {
    expectTypeOf(fromParse).returns.resolves.toEqualTypeOf<Outcome<number>>();
  });

  it('is the same for runOrThrow, stream and decode', () => {
    const thrown = () => runOrThrow(exec('p'), PERSON);
    expectTypeOf(thrown).returns.resolves.toHaveProperty('value').toEqualTypeOf<Person>();
    const streamed = () => stream(exec('p'), PERSON);
    expectTypeOf(streamed).returns.toHaveProperty('outcome').resolves.toEqualTypeOf<Outcome<Person>>();
    expectTypeOf(streamed).returns.toExtend<AsyncIterable<ThreadEvent>>();
    const decoded = () => decode('', { schema: PERSON });
    expectTypeOf(decoded).returns.resolves.toEqualTypeOf<Outcome<Person>>();
    const bare = () => decode('');
    expectTypeOf(bare).returns.resolves.toEqualTypeOf<Outcome<JsonValue>>();
  });
});

describe('the union of outcomes', () => {
  it('is told apart by kind, exhaustively', () => {
    const nextStep = (failure: Failure): string => {
      switch (failure.kind) {
        case 'schema_encode':
          return failure.reason;
        case 'schema_unsupported':
          return failure.issues.map((issue) => issue.code).join();
        case 'schema_file':
        case 'spawn_failed':
        case 'parse_failed':
          return failure.reason;
        case 'unsupported':
          return failure.needs;
        case 'turn_failed':
          return failure.error.code;
        case 'process_failed':
          return failure.cause;
        case 'no_terminal':
        case 'no_structured_output':
          return failure.detail.stderr;
        case 'invalid_json':
          return `${failure.line}:${failure.column}`;
        case 'invalid_structured_output':
          return String(failure.value);
        case 'schema_mismatch':
          return failure.violations.map((violation) => violation.pointer).join();
        case 'invalid_parse_result':
          return failure.returned;
        case 'timeout':
          return failure.limit;
        case 'codex_not_found':
          return failure.searched.join();
        case 'aborted':
          return failure.signal ?? '';
        default:
          return failure satisfies never;
      }
    };
    expectTypeOf(nextStep).parameter(0).toEqualTypeOf<Failure>();
    expectTypeOf<FailureKind>().not.toEqualTypeOf<string>();
  });

  it('is told apart by ok', () => {
    const valueOrMessage = (outcome: Outcome<Person>) => (outcome.ok ? outcome.value : outcome.message);
    expectTypeOf(valueOrMessage).returns.toEqualTypeOf<Person | string>();
  });
});
