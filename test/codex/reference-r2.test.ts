import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { compileSchema } from '../../src/run/compile-schema.js';
import { run } from '../../src/run/run.js';
import { acpSession, isTitle } from '../support/acp-session.js';
import { appServerFor, schemaIn } from '../support/app-server-stage.js';
import { untilNoneHasMark } from '../support/process-watch.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, PROMPT, stageFor, userTexts } from '../support/run-on-stage.js';

const WITH_SCHEMA = { CODEX_STRUCTURED_SCHEMA: JSON.stringify(NAME_SCHEMA) };

/** An object schema with this one property. */
const holding = (property: unknown) => ({
  type: 'object',
  properties: { x: property },
  required: ['x'],
  additionalProperties: false,
});

/** Per-turn outputSchema through an ACP transport, row by row; the adapter and codex are the real ones. */
describe.concurrent('R2 per-turn outputSchema', () => {
  it('R2.1 reaches every turn of the conversation, a format retry too', async (context) => {
    const answers = ['Sorry, prose.', JSON.stringify(ADA)];
    const { stage, client, sessionId } = await acpSession(context, answers, WITH_SCHEMA);
    const first = await client.prompt(sessionId, 'Extract the name.');
    expect(first.at(-1)?.text).toBe(answers[0]);
    const second = await client.prompt(sessionId, 'As JSON, please.');
    expect(second.at(-1)?.text).toBe(answers[1]);
    const ours = stage.requests().filter((body) => !isTitle(body));
    expect(ours.map(schemaIn)).toEqual([NAME_SCHEMA, NAME_SCHEMA]);
    await client.close();
  });

  it("R2.2 is added at the adapter's CODEX_PATH; its own title turn keeps its own schema", async (context) => {
    const answers = ['{"name":"Ada"}', '{"name":"Grace"}'];
    const { stage, client, mark, sessionId } = await acpSession(context, answers, WITH_SCHEMA);
    const first = await client.prompt(sessionId, 'Who was it?');
    const second = await client.prompt(sessionId, 'And who came after?');
    expect([first.at(-1)?.text, second.at(-1)?.text]).toEqual(answers);
    await context.expect.poll(() => stage.requests().some(isTitle)).toBe(true);

    const ours = stage.requests().filter((body) => !isTitle(body));
    expect(ours.map(schemaIn)).toEqual([NAME_SCHEMA, NAME_SCHEMA]);
    expect(userTexts(ours[1]).join()).toContain('Who was it?');
    await client.close();
    await untilNoneHasMark(mark);
  });

  it('R2.3 the response is the last agent message by its id, and nothing is taken out of it', async (context) => {
    const fenced = '```json\n{"name":"Ada Lovelace"}\n```';
    const { client, sessionId } = await acpSession(
      context,
      [fenced],
      WITH_SCHEMA,
      '{"name":"looking it up"}',
    );
    const messages = await client.prompt(sessionId, 'Extract the name.');
    expect(messages.map(({ text }) => text)).toEqual(['{"name":"looking it up"}', fenced]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
    await client.close();
  });

  it('R2.4 takes the subset that is known to be accepted, and refuses the rest before any request', async (context) => {
    const accepted = [
      { type: ['string', 'null'] },
      { type: 'string', enum: ['a', 'b'] },
      { type: 'string', const: 'a' },
      { type: 'string', minLength: 1 },
      { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1, maxItems: 3 },
      { anyOf: [{ type: 'string' }, holding({ type: 'number' })] },
    ];
    for (const property of accepted) {
      const compiled = compileSchema(holding(property));
      expect(compiled, JSON.stringify(property)).toMatchObject({ wire: holding(property), warnings: [] });
    }
    // Accepted as well, though sources differ about what a pattern may say.
    expect(compileSchema(holding({ type: 'string', pattern: '^a' }))).not.toHaveProperty('kind');

    const stage = await stageFor(context, scripts.answer(ADA));
    const refused = [
      { ...holding({ type: 'string' }), required: [] },
      holding({ description: 'no type' }),
      holding({ const: 'a' }),
      holding({ oneOf: [{ type: 'string' }, { type: 'number' }] }),
      holding({ type: 'array' }),
      holding({ $ref: 'https://example.com/s.json' }),
    ];
    for (const schema of refused) {
      const outcome = await run(exec(PROMPT), schema, stage.runOptions);
      expect(outcome, JSON.stringify(schema)).toMatchObject({ kind: 'schema_unsupported' });
    }
    const unqualified = holding({ type: 'string', 'x-nobody-knows': 1 });
    const closed = await run(exec(PROMPT), unqualified, { ...stage.runOptions, failOnWarnings: true });
    expect(closed).toMatchObject({ kind: 'schema_unsupported' });
    expect(stage.requests()).toEqual([]);
  });

  it('R2.5 refuses integers beyond 2^53-1 in the schema', () => {
    const bounded = (minimum: number) => compileSchema(holding({ type: 'integer', minimum }));
    expect(bounded(2 ** 53 - 1)).not.toHaveProperty('kind');
    expect(bounded(2 ** 53)).toMatchObject({
      kind: 'schema_unsupported',
      issues: [{ code: 'unsafe_integer', pointer: '/properties/x/minimum' }],
    });
  });

  it("R2.6 never rewrites the caller's schema, on the wire or in memory", async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const schema = deepFrozen({ ...NAME_SCHEMA, description: 'Who "it" is — as told.' });
    const outcome = await server.startThread().turn('one', { schema }).outcome;
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
    expect(JSON.stringify(schemaIn(stage.requests()[0]))).toBe(JSON.stringify(schema));
    expect(compileSchema(schema, { mode: 'adapt' })).not.toHaveProperty('kind');
  });

  it('R2.7 sandbox, data directory, effort and model can be set; a read-only run changes nothing', async (context) => {
    const script = scripts.command('echo changed > file.txt; echo new > new.txt', ADA);
    const { stage, server } = await appServerFor(context, script);
    await writeFile(join(stage.cwd, 'file.txt'), 'as it was');
    const thread = server.startThread({
      schema: NAME_SCHEMA,
      sandbox: 'read-only',
      model: 'gpt-5.1-codex-mini',
    });
    const outcome = await thread.turn('one', { effort: 'low' }).outcome;
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
    // What the command came to, as the model is told: codex has no event of one that ends at once (0.171.0).
    expect(JSON.stringify(stage.requests()[1]?.['input'])).not.toContain('exited with code 0');
    expect(stage.requests()[0]).toMatchObject({ model: 'gpt-5.1-codex-mini', reasoning: { effort: 'low' } });
    expect(await readdir(stage.cwd)).toEqual(['file.txt']);
    // Its CODEX_HOME is the stage's own: the thread was kept there and nowhere else.
    expect(await readdir(stage.codexHome)).toContain('sessions');
  });
});

function deepFrozen<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFrozen(inner);
  return Object.freeze(value);
}
