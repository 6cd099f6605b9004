import { describe, expect, it } from 'vitest';
import { acpSession, isTitle } from '../support/acp-session.js';
import { schemaIn } from '../support/app-server-stage.js';

describe.concurrent('the ACP adapter with the bridge as its codex', () => {
  it('shows the decoded answer under --decode', async (context) => {
    const env = {
      CODEX_STRUCTURED_SCHEMA: JSON.stringify({ type: 'array', items: { type: 'integer' } }),
      CODEX_STRUCTURED_SCHEMA_MODE: 'adapt',
      CODEX_STRUCTURED_DECODE: '1',
    };
    const { stage, client, sessionId } = await acpSession(context, ['{"value":[1,2]}'], env);
    const messages = await client.prompt(sessionId, 'Count to two.');
    expect(messages.at(-1)?.text).toBe('[1,2]');
    expect(schemaIn(stage.requests().find((body) => !isTitle(body)))).toMatchObject({ required: ['value'] });
    await client.close();
  });

  it('is told in one sentence where the schema is missing', async (context) => {
    await expect(acpSession(context, [], { CODEX_STRUCTURED_SCHEMA: '' })).rejects.toThrow(
      /exit|closed|died|code 2/i,
    );
  });
});
