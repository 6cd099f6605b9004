import { describe, expect, it } from 'vitest';
import { exec, fork, resume } from '../../src/codex/builders.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, stageFor, userTexts } from '../support/run-on-stage.js';

const THREAD = '0199a213-81c0-7800-8aa1-bbab2a035a53';

describe.concurrent('threads of the real codex', () => {
  it('are resumed by id and as the last one, and forked: with the schema and the history', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const first = await run(exec('one'), NAME_SCHEMA, stage.runOptions);
    const id = first.ok ? (first.detail.threadId ?? '') : '';
    const resumed = await run(resume(id, 'two'), NAME_SCHEMA, stage.runOptions);
    const last = await run(resume({ last: true }, 'three'), NAME_SCHEMA, stage.runOptions);
    const forked = await run(fork(id, 'four'), NAME_SCHEMA, stage.runOptions);
    expect(resumed).toMatchObject({ value: ADA, detail: { threadId: id, usage: { input_tokens: 20 } } });
    expect(last).toMatchObject({ value: ADA, detail: { threadId: id, usage: { input_tokens: 30 } } });
    expect(forked).toMatchObject({ value: ADA, detail: { threadId: expect.not.stringContaining(id) } });
    const requests = stage.requests();
    expect(userTexts(requests[3])).toEqual(expect.arrayContaining(['one', 'two', 'three', 'four']));
    for (const request of requests) {
      expect(request['text']).toMatchObject({ format: { schema: NAME_SCHEMA } });
    }
  });

  it('give no earlier answer for a turn that has none', async (context) => {
    const stage = await stageFor(context, sequence('once', completed(message(ADA)), completed()));
    expect(await run(exec('one'), NAME_SCHEMA, stage.runOptions)).toMatchObject({ kind: 'ok' });
    const second = await run(resume({ last: true }, 'two'), NAME_SCHEMA, stage.runOptions);
    expect(second.kind).toBe('no_structured_output');
  });

  it.for([resume(THREAD, 'two'), fork(THREAD, 'two')])(
    'are there for $subcommand where a rehearsal seeded them',
    async (command, context) => {
      const thread = { id: THREAD, cwd: process.cwd() };
      const stage = await stageFor(context, scripts.answer(ADA), { thread });
      const outcome = await run(command, NAME_SCHEMA, stage.runOptions);
      expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
    },
  );

  it.for([resume(THREAD, 'two'), fork(THREAD, 'two')])(
    'are missed by $subcommand, and the failure says so',
    async (command, context) => {
      const stage = await stageFor(context, scripts.answer(ADA));
      const outcome = await run(command, NAME_SCHEMA, stage.runOptions);
      expect(outcome).toMatchObject({ kind: 'process_failed', cause: 'session_not_found' });
    },
  );
});
