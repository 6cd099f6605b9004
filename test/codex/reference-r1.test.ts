import { readdirSync, statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exec, resume } from '../../src/codex/builders.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { decode } from '../../src/run/decode.js';
import { run } from '../../src/run/run.js';
import { stream } from '../../src/run/stream.js';
import { createScriptedTransport } from '../../src/transports/scripted.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, PROMPT, stageFor } from '../support/run-on-stage.js';

/** What CodexWrapper.Structured (Elixir) does, row by row; with the real codex where one runs. */
describe.concurrent('R1 CodexWrapper.Structured', () => {
  it('R1.1 owns the schema file for the life of the process and decodes the final message', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const outcome = await run(exec(PROMPT), NAME_SCHEMA, stage.runOptions);
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
    expect(stage.requests()[0]?.['text']).toMatchObject({ format: { schema: NAME_SCHEMA } });
  });

  it('R1.2 decodes a run that was already made, with the same outcome', async (context) => {
    const stage = await stageFor(context, scripts.prose());
    const lines: Uint8Array[] = [];
    const live = await run(exec(PROMPT), NAME_SCHEMA, {
      ...stage.runOptions,
      onBytes: (chunk) => lines.push(Uint8Array.from(chunk)),
    });
    const recorded = await decode(Buffer.concat(lines), { schema: NAME_SCHEMA });
    expect(recorded.kind).toBe('invalid_json');
    const { detail: _live, ...liveRest } = live as typeof live & { detail: unknown };
    const { detail: _recorded, ...recordedRest } = recorded as typeof recorded & { detail: unknown };
    expect(recordedRest).toEqual(liveRest);
  });

  it('R1.3 takes a schema file that the caller passes to codex, and makes none beside it', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const explicit = path.join(stage.cwd, 'explicit.json');
    const sent = { ...NAME_SCHEMA, description: 'the explicit one' };
    await writeFile(explicit, JSON.stringify(sent));
    // It only judges the answer, so it need not be in the strict subset.
    const judge = { type: 'object', properties: { name: { pattern: '^Ada' } } } as const;
    for (const extraArgs of [['--output-schema', explicit], [`--output-schema=${explicit}`]]) {
      const outcome = await run(exec(PROMPT), judge, { ...stage.runOptions, extraArgs });
      expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
      expect(stage.requests().at(-1)?.['text']).toMatchObject({ format: { schema: sent } });
    }
    const missing = await run(exec(PROMPT), judge, {
      ...stage.runOptions,
      extraArgs: ['--output-schema', '/no/such'],
    });
    expect(missing).toMatchObject({ kind: 'schema_encode', reason: 'unreadable' });
  });

  it('R1.4 takes an array for an answer, and options that observe', async () => {
    const seen: string[] = [];
    const transport = createScriptedTransport({
      stdout: [
        { type: 'thread.started', thread_id: 'early' },
        { type: 'turn.started' },
        { type: 'item.completed', item: { type: 'agent_message', text: '[1,2]' } },
        { type: 'turn.completed' },
      ],
    });
    const outcome = await run(
      exec('p'),
      { type: 'array', items: { type: 'number' } },
      {
        mode: 'raw',
        transport,
        onEvent: (event) => seen.push(event.type),
      },
    );
    expect(outcome).toMatchObject({ kind: 'ok', value: [1, 2], detail: { threadId: 'early' } });
    expect(seen[0]).toBe('thread.started');
  });

  it('R1.5 takes the last message of the last turn, and keeps all events beside it', async (context) => {
    const stage = await stageFor(context, scripts.commentaryThenAnswer({ name: 'looking' }, ADA));
    const outcome = await run(exec(PROMPT), NAME_SCHEMA, { ...stage.runOptions, keepEvents: true });
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
    const types = outcome.ok ? outcome.detail.events.map(({ type }) => type) : [];
    expect(types).toEqual([
      'thread.started',
      'turn.started',
      'item.completed',
      'item.completed',
      'turn.completed',
    ]);
  });

  it('R1.6 does not fail for an error that a terminal event follows', async (context) => {
    const stage = await stageFor(context, scripts.cutOnce({ name: 'abandoned' }, ADA));
    const outcome = await run(exec(PROMPT), NAME_SCHEMA, stage.runOptions);
    expect(outcome).toMatchObject({
      kind: 'ok',
      value: ADA,
      detail: { notices: [{ kind: 'reconnect', count: 1 }] },
    });
  });

  it('R1.7 tells its failures apart, each with the same detail', async () => {
    const turn = (...rest: readonly object[]) =>
      [{ type: 'turn.started' }, ...rest].map((event) => `${JSON.stringify(event)}\n`).join('');
    const says = (text: string | null) => ({ type: 'item.completed', item: { type: 'agent_message', text } });
    const done = { type: 'turn.completed' };
    const rows: readonly (readonly [string, string, number])[] = [
      ['turn_failed', turn({ type: 'turn.failed', error: { message: 'no' } }), 0],
      ['process_failed', turn(says('{}'), done), 3],
      ['no_terminal', turn(says('{}')), 0],
      ['no_structured_output', turn(done), 0],
      ['no_structured_output', turn(says(''), done), 0],
      ['no_structured_output', turn(says(null), done), 0],
      ['invalid_json', turn(says('{'), done), 0],
      ['invalid_structured_output', turn(says('7'), done), 0],
    ];
    for (const [kind, jsonl, exitCode] of rows) {
      const outcome = await decode(jsonl, { exitCode, keepEvents: true });
      expect(outcome).toMatchObject({ kind, detail: { exitCode, events: expect.any(Array) } });
    }
  });

  it('R1.8 fails before the spawn for what is wrong with the schema, its file, or codex', async () => {
    const none = createScriptedTransport({});
    expect(await run(exec('p'), { type: 'strin' }, { transport: none })).toMatchObject({
      kind: 'schema_encode',
    });
    const env = { ...process.env, TMPDIR: '/no/such/directory' };
    expect(await run(exec('p'), NAME_SCHEMA, { env })).toMatchObject({ kind: 'schema_file' });
    expect(none.requests).toEqual([]);
  });

  it('R1.9 makes the file 0600, and removes it after a success and after a failure', async (context) => {
    for (const script of [scripts.answer(ADA), scripts.unauthorized()]) {
      const stage = await stageFor(context, script);
      const env = { ...stage.runOptions.env, TMPDIR: stage.cwd };
      let seen: string[] = [];
      await run(exec(PROMPT), NAME_SCHEMA, {
        ...stage.runOptions,
        env,
        onEvent: () => {
          if (seen.length > 0) return;
          seen = readdirSync(stage.cwd).filter((name) => /^codex-structured-/.test(name));
          const file = statSync(path.join(stage.cwd, seen[0] ?? '', 'schema.json'));
          expect(file.mode & 0o777).toBe(0o600);
        },
      });
      expect(seen).toHaveLength(1);
      expect((await readdir(stage.cwd)).filter((name) => /^codex-structured-/.test(name))).toEqual([]);
    }
  });

  it('R1.10 lets a function parse the value', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const parse = (value: unknown) => ({ ok: true as const, value: (value as typeof ADA).name.length });
    expect(await run(exec(PROMPT), NAME_SCHEMA, { ...stage.runOptions, parse })).toMatchObject({ value: 12 });
  });

  it('R1 also: events as they come, a session of several turns, an early thread id', async (context) => {
    const stage = await stageFor(
      context,
      sequence('two', completed(message(ADA)), completed(message({ name: 'Grace' }))),
    );
    const running = stream(exec('one'), NAME_SCHEMA, stage.runOptions);
    let threadId = '';
    for await (const event of running)
      if (event.type === 'thread.started') threadId = String((event as { thread_id?: string }).thread_id);
    expect(await running.outcome).toMatchObject({ kind: 'ok', detail: { threadId } });
    const second = await run(resume(threadId, 'two'), NAME_SCHEMA, stage.runOptions);
    expect(second).toMatchObject({ kind: 'ok', value: { name: 'Grace' }, detail: { threadId } });
  });
});

it('README and docs name the explicit schema file', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../docs/limits.md'), 'utf8');
  expect(page).toContain('-- --output-schema FILE');
});
