import { describe, expect, it, type TestContext } from 'vitest';
import { exec, review } from '../../src/codex/builders.js';
import type { Command } from '../../src/codex/command.js';
import { completed, message, shellCommand, status } from '../../src/rehearsal/replies.js';
import { type ResponsesScript, sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import type { RunOptions } from '../../src/run/run-options.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';
import { NAME_SCHEMA, NO_SANDBOX } from '../support/real-codex.js';
import { ADA, PROMPT, stageFor, userTexts } from '../support/run-on-stage.js';

const BUSY = {
  message: 'Rate limit reached for gpt-5. Please try again in 5ms.',
  code: 'rate_limit_exceeded',
};

const KINDS = [
  { name: 'exec', create: createExecTransport },
  { name: 'app-server', create: createAppServerTransport },
] as const;

describe.each(KINDS)('by $name', ({ name, create }) => {
  async function play(
    context: TestContext,
    script: ResponsesScript,
    extra: RunOptions = {},
    command: Command = exec(PROMPT),
  ) {
    const transport = create();
    const stage = await stageFor(context, script);
    // Callbacks run last to first: the server goes before its CODEX_HOME does.
    context.onTestFinished(() => transport.close());
    const config = [...(stage.runOptions.config ?? []), ...(extra.config ?? [])];
    const outcome = await run(command, NAME_SCHEMA, { ...stage.runOptions, transport, ...extra, config });
    return { outcome, requests: stage.requests() };
  }

  describe.concurrent('the real codex', () => {
    it('repairs its answer on the same thread, in the same sandbox', async (context) => {
      const script = sequence('mend', completed(message({ name: 7 })), completed(message(ADA)));
      const { outcome, requests } = await play(context, script, { repair: 1, sandbox: 'workspace-write' });
      expect(outcome).toMatchObject({
        value: ADA,
        detail: { attempts: [{ kind: 'schema_mismatch' }, { kind: 'ok', cause: 'repair' }] },
      });
      expect(userTexts(requests[1])).toEqual(
        expect.arrayContaining([PROMPT, expect.stringContaining('"/name" must be string; found 7')]),
      );
      for (const request of requests) {
        expect(request['text']).toMatchObject({ format: { schema: NAME_SCHEMA } });
        // codex tells the model of every change of its sandbox.
        const told = JSON.stringify(request['input']).match(/`sandbox_mode` is `[a-z-]+`/g);
        expect(new Set(told)).toEqual(new Set(['`sandbox_mode` is `workspace-write`']));
      }
    });

    it('works first and answers then', async (context) => {
      const script = sequence(
        'two-step',
        completed(shellCommand('sleep 0.2; echo hello')),
        completed(message('It says hello.')),
        completed(message(ADA)),
      );
      const { outcome, requests } = await play(context, script, { twoStep: true, config: [NO_SANDBOX] });
      expect(outcome).toMatchObject({
        value: ADA,
        detail: { work: 'It says hello.', toolCalls: { total: 1, failed: 0 }, attempts: [{ kind: 'ok' }] },
      });
      expect(
        requests.map((request) => JSON.stringify(request['text'] ?? {}).includes('json_schema')),
      ).toEqual([false, false, true]);
    });

    it('is run again after a wait where the provider is busy', async (context) => {
      const script = sequence('busy-once', status(429, { error: BUSY }), completed(message(ADA)));
      const waits: number[] = [];
      const onRetry = ({ waitMs }: { waitMs: number }) => waits.push(waitMs);
      const { outcome } = await play(context, script, { retry: 1, onRetry });
      expect(outcome).toMatchObject({
        value: ADA,
        detail: { attempts: [{ kind: 'turn_failed' }, { kind: 'ok', cause: 'retry' }] },
      });
      expect(waits).toHaveLength(1);
    });

    it('repairs what a review is put into', async (context) => {
      const script = sequence(
        'review',
        completed(message('Fine.')),
        completed(message('not JSON')),
        completed(message(ADA)),
      );
      const { outcome } = await play(context, script, { repair: 1 }, review('Look at it.'));
      expect(outcome).toMatchObject({ value: ADA, detail: { review: expect.any(String) } });
    });

    it('fails a conforming answer where a command failed, if that is wanted', async (context) => {
      const script = sequence(
        'failing',
        completed(shellCommand('sleep 0.2; exit 3')),
        completed(message(ADA)),
      );
      const { outcome } = await play(context, script, { failOnToolError: true, config: [NO_SANDBOX] });
      expect(outcome).toMatchObject({ kind: 'turn_failed', detail: { toolCalls: { total: 1, failed: 1 } } });
    });

    it.skipIf(name === 'exec')('repairs on an ephemeral thread, also in a rehearsal', async (context) => {
      const script = sequence('mend', completed(message({ name: 7 })), completed(message(ADA)));
      const { outcome, requests } = await play(context, script, { repair: 1, ephemeral: true });
      expect(outcome).toMatchObject({ value: ADA, detail: { attempts: [{}, { cause: 'repair' }] } });
      expect(userTexts(requests[1])).toContain(PROMPT);
      const rehearsed = await play(context, scripts.answer(ADA), {
        repair: 1,
        ephemeral: true,
        rehearse: { answer: { name: 7 } },
      });
      expect(rehearsed.outcome).toMatchObject({
        kind: 'schema_mismatch',
        detail: { attempts: [{ kind: 'schema_mismatch' }, { kind: 'schema_mismatch' }], notices: [] },
      });
    });
  });
});
