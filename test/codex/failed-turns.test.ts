import { describe, expect, it } from 'vitest';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { NO_SANDBOX } from '../support/real-codex.js';
import { ADA, runScript } from '../support/run-on-stage.js';

describe.concurrent('a turn of the real codex that fails', () => {
  it.for<[string, ResponsesScript, boolean]>([
    ['truncated', scripts.truncated('{"name":"Ad'), false],
    ['refused', scripts.contentFilter(), false],
    ['schema_rejected', scripts.schemaRejected(), false],
    ['auth', scripts.unauthorized(), false],
    ['auth', scripts.forbidden(), false],
    ['rate_limit', scripts.rateLimited(), true],
    ['usage_limit', scripts.usageLimit(1_800_000_000), false],
    ['usage_limit', scripts.quotaExceeded(), false],
    ['overloaded', scripts.serverError(), true],
    ['overloaded', scripts.unavailable(), true],
    ['overloaded', scripts.overloaded(), true],
    ['context_window', scripts.contextLength(), false],
    ['stream_lost', scripts.cutAlways(ADA), true],
  ])('is %s', async ([code, script, retryable], context) => {
    expect(await runScript(context, script)).toMatchObject({
      kind: 'turn_failed',
      error: { code },
      retryable,
      workMayHaveRun: false,
      detail: { exitCode: 1 },
    });
  });

  it('after a command: work may have run', async (context) => {
    const [command, failure] = [scripts.command('sleep 0.2; echo hello', ADA), scripts.unauthorized()];
    const script: ResponsesScript = {
      name: 'command-then-failure',
      replyTo: (request) => (request.index === 0 ? command : failure).replyTo(request),
    };
    expect(await runScript(context, script, NO_SANDBOX)).toMatchObject({
      kind: 'turn_failed',
      workMayHaveRun: true,
      detail: { toolCalls: { total: 1, failed: 0 } },
    });
  });
});
