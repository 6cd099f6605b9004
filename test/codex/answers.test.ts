import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import { NAME_SCHEMA, NO_SANDBOX } from '../support/real-codex.js';
import { ADA, PROMPT, runScript, stageFor, userTexts } from '../support/run-on-stage.js';

const LOOKING = { name: 'looking it up' };
const PATCH = '*** Begin Patch\n*** Add File: new.txt\n+new\n*** End Patch\n';

describe.concurrent('the real codex answers', () => {
  it('gives the value, the thread, the usage and the version', async (context) => {
    const pinned: { version: string } = createRequire(import.meta.url)('@openai/codex/package.json');
    expect(await runScript(context, scripts.answer(ADA))).toMatchObject({
      kind: 'ok',
      value: ADA,
      detail: {
        exitCode: 0,
        text: JSON.stringify(ADA),
        threadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        usage: { input_tokens: 10, output_tokens: 5 },
        codexVersion: pinned.version,
        notices: [],
        toolCalls: { total: 0, failed: 0 },
      },
    });
  });

  it('is sent the schema as it is, keys in their order, and the prompt', async (context) => {
    const stage = await stageFor(context, scripts.answer({ zebra: 1, ant: 2 }));
    const schema = {
      type: 'object',
      properties: { zebra: { type: 'integer' }, ant: { type: 'integer' } },
      required: ['zebra', 'ant'],
      additionalProperties: false,
    } as const;
    const outcome = await run(exec(PROMPT), schema, stage.runOptions);
    expect(outcome.kind).toBe('ok');
    const [request] = stage.requests();
    expect(request?.['text']).toMatchObject({ format: { type: 'json_schema', strict: true } });
    expect(JSON.stringify(request?.['text'])).toContain(JSON.stringify(schema));
    expect(userTexts(request).at(-1)).toBe(PROMPT);
  });

  it('with 3 MB, line separators in them', async (context) => {
    const big = { name: 'a\u2028b\u2029c\u0085'.repeat(400_000) };
    const outcome = await runScript(context, scripts.answer(big));
    expect(outcome.ok && outcome.value).toEqual(big);
  });

  it('after a cut: the retry counts, not the abandoned message', async (context) => {
    const outcome = await runScript(context, scripts.cutOnce(LOOKING, ADA));
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA, detail: { notices: [{ kind: 'reconnect' }] } });
  });

  it('after a silence', async (context) => {
    expect(await runScript(context, scripts.delayed(300, ADA))).toMatchObject({ kind: 'ok', value: ADA });
  });

  it('after a command: it is seen, and no interim message wins', async (context) => {
    const script = scripts.commentaryAndCommand(LOOKING, 'sleep 0.2; echo hello', ADA);
    const outcome = await runScript(context, script, NO_SANDBOX);
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA, detail: { toolCalls: { total: 1, failed: 0 } } });
  });

  it('after a command that failed', async (context) => {
    const outcome = await runScript(context, scripts.command('sleep 0.2; exit 3', ADA), NO_SANDBOX);
    expect(outcome).toMatchObject({ kind: 'ok', detail: { toolCalls: { total: 1, failed: 1 } } });
  });

  it('after a change to a file in its working directory', async (context) => {
    const stage = await stageFor(context, scripts.patch(PATCH, ADA));
    const config = [...(stage.runOptions.config ?? []), NO_SANDBOX];
    const outcome = await run(exec(PROMPT), NAME_SCHEMA, { ...stage.runOptions, config });
    expect(outcome).toMatchObject({ kind: 'ok', detail: { toolCalls: { total: 1, failed: 0 } } });
    expect(await readFile(join(stage.cwd, 'new.txt'), 'utf8')).toBe('new\n');
  });
});

describe.concurrent('the real codex does not answer', () => {
  it.for<[string, ResponsesScript, object]>([
    ['prose', scripts.prose(), { kind: 'invalid_json', workMayHaveRun: true, retryable: false }],
    ['two values', scripts.twoParts('{"name":"a"}', '{"name":"b"}'), { kind: 'invalid_json', valuesSeen: 2 }],
    [
      'a message after the answer',
      scripts.answerThenCommentary(ADA, 'Done.'),
      { kind: 'invalid_json', detail: { candidates: [JSON.stringify(ADA)] } },
    ],
    ['a scalar', scripts.answer('"Ada"'), { kind: 'invalid_structured_output', value: 'Ada' }],
    ['another shape', scripts.answer({ name: 5 }), { kind: 'schema_mismatch', value: { name: 5 } }],
    ['a refusal', scripts.refusal(), { kind: 'no_structured_output' }],
    ['nothing', scripts.empty(), { kind: 'no_structured_output' }],
    ['an empty message', scripts.blank(), { kind: 'no_structured_output' }],
  ])('but gives %s', async ([, script, expected], context) => {
    expect(await runScript(context, script)).toMatchObject({ ok: false, ...expected });
  });
});
