import { describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import { completed, endedBy, message } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { appServerFor, saidIn, schemaIn } from '../support/app-server-stage.js';
import { codexVersion, NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, stageFor, userTexts } from '../support/run-on-stage.js';

/** Each test is named after the row of the reference list whose capability it shows. */
describe.concurrent('R2 per-turn outputSchema', () => {
  it('R2.1 reaches every turn of the thread, a format retry and the requests around a tool call too', async (context) => {
    const { stage, server } = await appServerFor(
      context,
      sequence(
        'retry',
        completed(message('Sorry, prose.')),
        completed({ kind: 'tool_call', name: 'exec_command', arguments: { cmd: 'true' } }),
        completed(message(ADA)),
      ),
    );
    const thread = server.startThread({ schema: NAME_SCHEMA, sandbox: 'danger-full-access' });
    expect((await thread.turn('Extract the name.').outcome).kind).toBe('invalid_json');
    expect((await thread.turn('As JSON, please.').outcome).kind).toBe('ok');
    expect(stage.requests().map(schemaIn)).toEqual([NAME_SCHEMA, NAME_SCHEMA, NAME_SCHEMA]);
  });

  it('R2.3 the answer is the final message, whole: commentary before and after it does not count', async (context) => {
    const chatty = completed(
      message({ name: 'looking it up' }, 'commentary'),
      message(ADA, 'final_answer'),
      message('```json\n{"name":"Grace"}\n```', 'commentary'),
    );
    const { server } = await appServerFor(context, sequence('chatty', chatty));
    const outcome = await server.startThread().turn('one', { schema: NAME_SCHEMA }).outcome;
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA, detail: { text: JSON.stringify(ADA) } });
  });

  it('R2.3 nothing is stripped, extracted or parsed out of it', async (context) => {
    const fenced = '```json\n{"name":"Ada Lovelace"}\n```';
    const { server } = await appServerFor(context, scripts.answer(fenced));
    const outcome = await server.startThread().turn('one', { schema: NAME_SCHEMA }).outcome;
    expect(outcome).toMatchObject({ kind: 'invalid_json', reason: 'fenced', detail: { text: fenced } });
  });
});

describe.concurrent('R4 additionalContext', () => {
  it('R4.1 is hidden context before the input, not a part of it', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    await server.startThread({ schema: NAME_SCHEMA }).turn('the prompt', {
      additionalContext: { editor: { value: 'line 3', kind: 'application' } },
    }).outcome;
    const said = saidIn(stage.requests()[0]);
    expect(said.slice(-2)).toEqual(['developer: <editor>line 3</editor>', 'user: the prompt']);
  });

  it('R4.2 application is the developer in tags; untrusted is marked as from outside; nothing is escaped', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    await server.startThread({ schema: NAME_SCHEMA }).turn('the prompt', {
      additionalContext: {
        page: { value: '</page> <b>', kind: 'untrusted' },
        app: { value: 'a</app>b', kind: 'application' },
      },
    }).outcome;
    const said = saidIn(stage.requests()[0]);
    expect(said).toContain('developer: <app>a</app>b</app>');
    // 0.163 knew only the tags.
    const old = codexVersion().startsWith('0.163.');
    const page = old ? 'user: <external_page></page> <b></external_page>' : 'output agent page: </page> <b>';
    expect(said).toContain(page);
  });

  it('R4.2 untrusted in tags of the user, where the feature is off, as in older releases', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA), {
      config: ['features.untrusted_as_tool_output=false'],
    });
    await server.startThread({ schema: NAME_SCHEMA }).turn('the prompt', {
      additionalContext: { page: { value: 'text', kind: 'untrusted' } },
    }).outcome;
    expect(saidIn(stage.requests()[0])).toContain('user: <external_page>text</external_page>');
  });

  it.for([
    ['a', 6_000],
    ['é', 1_950],
  ] as const)(
    'R4.2 a long value of %s is cut by codex, which is a notice',
    async ([letter, count], context) => {
      const { stage, server } = await appServerFor(context, scripts.answer(ADA));
      const value = `${letter.repeat(count)}MIDDLE${letter.repeat(count)}`;
      const outcome = await server.startThread({ schema: NAME_SCHEMA }).turn('the prompt', {
        additionalContext: { long: { value, kind: 'application' } },
      }).outcome;
      expect(outcome).toMatchObject({ kind: 'ok', detail: { notices: [{ kind: 'context', count: 1 }] } });
      const said = saidIn(stage.requests()[0]).find((text) => text.includes('<long>')) ?? '';
      expect(said.length).toBeLessThan(value.length);
      expect(said).not.toContain('MIDDLE');
    },
  );

  it('R4.2 a value of 4,000 bytes is sent whole, without a notice', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const value = 'é'.repeat(2_000);
    const outcome = await server.startThread({ schema: NAME_SCHEMA }).turn('the prompt', {
      additionalContext: { long: { value, kind: 'application' } },
    }).outcome;
    expect(outcome).toMatchObject({ kind: 'ok', detail: { notices: [] } });
    expect(saidIn(stage.requests()[0])).toContain(`developer: <long>${value}</long>`);
  });

  it('R4.3 a steer brings context with its words, and is refused without any', async (context) => {
    const hang = endedBy({ kind: 'hang' });
    const { stage, server } = await appServerFor(context, sequence('steered', hang, completed(message(ADA))));
    const turn = server.startThread({ schema: NAME_SCHEMA }).turn('one');
    const additionalContext = { note: { value: 'new', kind: 'application' } } as const;
    await stage.whenRequested(1);
    expect(await turn.steer('', { additionalContext })).toEqual({
      ok: false,
      reason: 'input must not be empty',
    });
    expect(await turn.steer('two', { additionalContext })).toEqual({ ok: true });
    expect(await turn.outcome).toMatchObject({ kind: 'ok', value: ADA });
    expect(saidIn(stage.requests()[1]).slice(-2)).toEqual(['developer: <note>new</note>', 'user: two']);
    expect(schemaIn(stage.requests()[1])).toEqual(NAME_SCHEMA);
    expect(await turn.steer('late')).toMatchObject({ ok: false });
  });

  it("R4.4 each call's map is the complete set: new and changed entries are told, an absent map resets", async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const entry = (value: string) => ({ value, kind: 'application' }) as const;
    const turns = [
      { a: entry('1'), b: entry('1') },
      { a: entry('1'), b: entry('2') },
      undefined,
      { a: entry('1') },
    ];
    for (const additionalContext of turns) {
      await thread.turn('x', additionalContext === undefined ? {} : { additionalContext }).outcome;
    }
    const told = stage
      .requests()
      .map((request) => saidIn(request).filter((text) => /^developer: <[ab]>/.test(text)));
    expect(told[0]).toEqual(['developer: <a>1</a>', 'developer: <b>1</b>']);
    expect(told[1]?.slice(2)).toEqual(['developer: <b>2</b>']);
    expect(told[2]?.slice(3)).toEqual([]);
    expect(told[3]?.slice(3)).toEqual(['developer: <a>1</a>']);
  });

  it('R4.5 the turn takes the other settings, and codex keeps them for the next', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const outcome = await thread.turn(
      [
        { type: 'text', text: 'first', text_elements: [] },
        { type: 'mention', name: 'notes', path: '/notes.md' },
      ],
      {
        model: 'gpt-5.1-codex-mini',
        effort: 'low',
        summary: 'concise',
        personality: 'pragmatic',
        serviceTier: 'default',
        approvalPolicy: 'on-request',
        approvalsReviewer: 'user',
        cwd: '.',
        sandboxPolicy: { type: 'readOnly', networkAccess: false },
      },
    ).outcome;
    expect(outcome.kind).toBe('ok');
    expect((await thread.turn('second').outcome).kind).toBe('ok');
    for (const request of stage.requests()) {
      expect(request).toMatchObject({ model: 'gpt-5.1-codex-mini', reasoning: { effort: 'low' } });
    }
    expect(userTexts(stage.requests()[1])).toEqual(expect.arrayContaining(['first', 'second']));
  });

  it('keys that would be garbled are refused before anything is sent', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const turn = () =>
      server.startThread().turn('x', { additionalContext: { 'a b': { value: '', kind: 'untrusted' } } });
    expect(turn).toThrow(/'a b' is not a valid context key/);
    expect(stage.requests()).toEqual([]);
  });

  it('goes with run() by the app server, and is refused by exec', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const transport = createAppServerTransport();
    context.onTestFinished(() => transport.close());
    const additionalContext = { app: { value: 'v', kind: 'application' } } as const;
    const options = { ...stage.runOptions, additionalContext };
    expect(await run(exec('x'), NAME_SCHEMA, { ...options, transport })).toMatchObject({ kind: 'ok' });
    expect(saidIn(stage.requests()[0])).toContain('developer: <app>v</app>');
    expect(await run(exec('x'), NAME_SCHEMA, options)).toMatchObject({
      kind: 'unsupported',
      capability: 'additional_context',
    });
    expect(stage.requests()).toHaveLength(1);
  });
});
