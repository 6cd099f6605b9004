import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { completed, message } from '../../src/rehearsal/replies.js';
import { type ResponsesScript, sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { appServerFor, schemaIn } from '../support/app-server-stage.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, userTexts } from '../support/run-on-stage.js';

const AGE_SCHEMA = {
  type: 'object',
  properties: { age: { type: 'integer' } },
  required: ['age'],
  additionalProperties: false,
} as const;

/** Answers each request with what its own schema asks for: its one property, named in the answer. */
const BY_SCHEMA: ResponsesScript = {
  name: 'by-schema',
  replyTo: ({ body }) => {
    const [property] = Object.keys((schemaIn(body) as { properties: object }).properties);
    return completed(message({ [property ?? '']: userTexts(body).at(-1) ?? '' }));
  },
};

describe.concurrent('threads of an app server', () => {
  it('run turn after turn, each with its own schema, typed', async (context) => {
    const { stage, server } = await appServerFor(
      context,
      sequence(
        'two',
        completed(message(ADA)),
        completed(message({ age: 36 })),
        completed(message('Goodbye.')),
      ),
    );
    const thread = server.startThread();
    const name = await thread.turn('one', { schema: NAME_SCHEMA }).outcome;
    const age = await thread.turn('two', { schema: z.strictObject({ age: z.int() }) }).outcome;
    const prose = await thread.turn('three').outcome;
    expect(name.ok && name.value.name).toBe('Ada Lovelace');
    expect(age.ok && age.value.age).toBe(36);
    expect(prose.ok && prose.value.toUpperCase()).toBe('GOODBYE.');
    expect(
      stage
        .requests()
        .map((request) => Object.keys((schemaIn(request) as { properties?: object })?.properties ?? {})),
    ).toEqual([['name'], ['age'], []]);
    expect(thread.id).toBe(name.ok && name.detail.threadId);
    expect(age).toMatchObject({
      detail: { transport: 'app-server', usage: { input_tokens: 10 }, exitCode: null },
    });
  });

  it('send a default schema with every turn, but those that say otherwise', async (context) => {
    const { stage, server } = await appServerFor(
      context,
      sequence(
        'four',
        completed(message(ADA)),
        completed(message({ age: 1 })),
        completed(message('x')),
        completed(message(ADA)),
      ),
    );
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const kinds = [
      await thread.turn('one').outcome,
      await thread.turn('two', { schema: AGE_SCHEMA }).outcome,
      await thread.turn('three', { schema: null }).outcome,
      await thread.turn('four').outcome,
    ].map(({ kind }) => kind);
    expect(kinds).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(stage.requests().map(schemaIn)).toEqual([NAME_SCHEMA, AGE_SCHEMA, undefined, NAME_SCHEMA]);
  });

  it('apply parse to the text of a turn without a schema', async (context) => {
    const { server } = await appServerFor(
      context,
      sequence('two', completed(message('42')), completed(message('x'))),
    );
    const thread = server.startThread();
    const parse = (text: unknown) =>
      Number.isNaN(Number(text))
        ? ({ ok: false, reason: 'not a number' } as const)
        : ({ ok: true, value: Number(text) } as const);
    expect(await thread.turn('one', { parse }).outcome).toMatchObject({ kind: 'ok', value: 42 });
    expect(await thread.turn('two', { parse }).outcome).toMatchObject({
      kind: 'parse_failed',
      reason: 'not a number',
      message: 'parse rejected the answer: not a number',
    });
  });

  it('run their own turns one after the other, in order', async (context) => {
    const { stage, server } = await appServerFor(context, BY_SCHEMA);
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const outcomes = await Promise.all(['one', 'two', 'three'].map((prompt) => thread.turn(prompt).outcome));
    expect(outcomes.map((outcome) => outcome.ok && outcome.value.name)).toEqual(['one', 'two', 'three']);
    expect(userTexts(stage.requests()[2]).slice(-3)).toEqual(['one', 'two', 'three']);
  });

  it('are resumed and forked, also where they were opened twice', async (context) => {
    const { stage, server } = await appServerFor(context, BY_SCHEMA);
    const first = server.startThread({ schema: NAME_SCHEMA });
    await first.turn('one').outcome;
    const id = first.id ?? '';
    const again = server.resumeThread(id, { schema: NAME_SCHEMA });
    const both = await Promise.all([first.turn('two').outcome, again.turn('three').outcome]);
    expect(both.map((outcome) => outcome.ok && outcome.value.name)).toEqual(['two', 'three']);
    const fork = server.forkThread(id, { schema: NAME_SCHEMA, ephemeral: true });
    expect(await fork.turn('four').outcome).toMatchObject({ kind: 'ok', value: { name: 'four' } });
    expect(fork.id).not.toBe(id);
    expect(userTexts(stage.requests().at(-1)).slice(-4)).toEqual(expect.arrayContaining(['one', 'four']));
  });

  it('that do not exist are the outcome of their turn', async (context) => {
    const { server } = await appServerFor(context, scripts.answer(ADA));
    const thread = server.resumeThread('0199a213-81c0-7800-8aa1-bbab2a035a53', { schema: NAME_SCHEMA });
    expect(await thread.turn('one').outcome).toMatchObject({
      kind: 'turn_failed',
      workMayHaveRun: false,
      error: { message: expect.stringContaining('0199a213') },
    });
  });

  it('give their events as they come, then the outcome', async (context) => {
    const { server } = await appServerFor(context, scripts.reasoning('**Reading**', ADA));
    const turn = server.startThread().turn('one', { schema: NAME_SCHEMA });
    const types: string[] = [];
    for await (const event of turn)
      types.push('item' in event ? String(Object(event.item).type) : event.type);
    expect(types).toEqual(['thread.started', 'turn.started', 'reasoning', 'agent_message', 'turn.completed']);
    expect(await turn.outcome).toMatchObject({ kind: 'ok', value: ADA, detail: { events: [] } });
  });

  it('are interrupted, and go on', async (context) => {
    const hang = scripts.hangAfter(ADA).replyTo({ index: 0, body: {} });
    const { stage, server } = await appServerFor(context, sequence('hang', hang, completed(message(ADA))));
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const turn = thread.turn('one');
    await stage.whenRequested(1);
    expect(await turn.interrupt()).toMatchObject({
      kind: 'aborted',
      signal: null,
      detail: { exitCode: null },
    });
    expect(await thread.turn('two').outcome).toMatchObject({ kind: 'ok' });
  });

  it('are ended by a signal while they wait for an earlier turn', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.hang());
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const first = thread.turn('one');
    await stage.whenRequested(1);
    const second = thread.turn('two', { signal: AbortSignal.timeout(10) });
    expect(await second.outcome).toMatchObject({ kind: 'aborted' });
    expect(await first.interrupt()).toMatchObject({ kind: 'aborted' });
    expect(stage.requests()).toHaveLength(1);
  });

  it('have a schema that is refused before anything is started', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const outcome = await server.startThread().turn('one', { schema: { type: 'object', oneOf: [] } }).outcome;
    expect(outcome.kind).toMatch(/^schema_/);
    expect(stage.requests()).toEqual([]);
  });

  it('are closed, and opened again by the next turn', async (context) => {
    const { server } = await appServerFor(context, BY_SCHEMA);
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const first = await thread.turn('one').outcome;
    await thread.close();
    const second = await thread.turn('two').outcome;
    expect([first, second].map((outcome) => outcome.ok && outcome.value.name)).toEqual(['one', 'two']);
    expect(second).toMatchObject({ detail: { threadId: thread.id } });
  });
});

it('100 threads at once, each with its own schema, do not mix', async (context) => {
  const { stage, server } = await appServerFor(context, BY_SCHEMA);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const property = `field_${index}`;
      const schema = {
        type: 'object',
        properties: { [property]: { type: 'string' } },
        required: [property],
        additionalProperties: false,
      };
      return server.startThread({ ephemeral: true }).turn(`prompt ${index}`, { schema, keepEvents: true })
        .outcome;
    }),
  );
  expect(outcomes.map((outcome) => outcome.ok && outcome.value)).toEqual(
    Array.from({ length: 100 }, (_, index) => ({ [`field_${index}`]: `prompt ${index}` })),
  );
  const threads = outcomes.map((outcome) => (outcome.ok ? outcome.detail.threadId : null));
  expect(new Set(threads).size).toBe(100);
  for (const outcome of outcomes) {
    const started = outcome.ok ? outcome.detail.events.filter(({ type }) => type === 'thread.started') : [];
    expect(started).toEqual([{ type: 'thread.started', thread_id: outcome.ok && outcome.detail.threadId }]);
  }
  expect(stage.requests()).toHaveLength(100);
});
