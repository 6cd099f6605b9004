import { expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Outcome } from '../../../src/outcome/outcome.js';
import { openAppServer } from '../../../src/run/threads/open.js';

const NAME = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const;

/** Never called: only its types are checked. */
async function typesOnly(): Promise<void> {
  const server = openAppServer();
  const plain = server.startThread();
  expectTypeOf(await plain.turn('x').outcome).toEqualTypeOf<Outcome<string>>();
  expectTypeOf(await plain.turn('x', { schema: z.object({ age: z.int() }) }).outcome).toEqualTypeOf<
    Outcome<{ age: number }>
  >();
  const named = server.startThread({ schema: NAME });
  expectTypeOf(await named.turn('x').outcome).toEqualTypeOf<Outcome<{ name: string }>>();
  expectTypeOf(await named.turn('x', { schema: null }).outcome).toEqualTypeOf<Outcome<string>>();
  const parsed = named.turn('x', { schema: NAME, parse: () => ({ ok: true, value: 7 }) });
  expectTypeOf(await parsed.outcome).toEqualTypeOf<Outcome<number>>();
  const resumed = server.resumeThread('id', { schema: z.object({ age: z.int() }) });
  expectTypeOf(await resumed.turn('x').outcome).toEqualTypeOf<Outcome<{ age: number }>>();
  // @ts-expect-error -- a kind that codex does not know
  plain.turn('x', { additionalContext: { a: { value: 'b', kind: 'trusted' } } });
}

it('infers the type of the answer from the schema of the turn, else from that of the thread', () => {
  expectTypeOf(typesOnly).returns.resolves.toBeVoid();
});
