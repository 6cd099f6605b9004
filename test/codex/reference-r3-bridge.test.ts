import { describe, expect, it, type TestContext } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import { completed, message, shellCommand, status } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import { type AppServerClient, openAppServer } from '../../src/run/threads/open.js';
import type { AppServerOptions } from '../../src/run/threads/options.js';
import { bridgeFor, bridgeStageFor } from '../support/bridge-stage.js';
import { codexLauncher, NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, PROMPT } from '../support/run-on-stage.js';

describe.concurrent('R3.2 a host bridge for /v1/responses', () => {
  it('R3.2 serves codex exec: the host adds the Authorization that codex does not have', async (context) => {
    const { stage, key, upstream, config, env } = await bridgeStageFor(
      context,
      sequence('two', completed(shellCommand('true')), completed(message(ADA))),
    );
    const bridge = await bridgeFor(context, { apiKey: key, upstream });
    const outcome = await run(exec(PROMPT, { config: [...config, ...bridge.config] }), NAME_SCHEMA, {
      env: bridge.environment(env),
      cwd: stage.cwd,
      codexPath: codexLauncher(),
      skipGitRepoCheck: true,
    });
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
    expect(stage.requests()).toHaveLength(2);
  });

  it('R3.2 serves threads of the app server, to which its address is told over stdin alone', async (context) => {
    const { stage, key, upstream, config, env } = await bridgeStageFor(context, scripts.answer(ADA));
    const bridge = await bridgeFor(context, { apiKey: key, upstream });
    const server = serverFor(context, { env, cwd: stage.cwd, codexPath: codexLauncher(), config });
    const settings = {
      schema: NAME_SCHEMA,
      modelProvider: 'bridge',
      config: {
        model_providers: { bridge: { name: 'bridge', base_url: bridge.baseUrl, wire_api: 'responses' } },
      },
    };
    const first = await server.startThread(settings).turn('one').outcome;
    expect(first).toMatchObject({ kind: 'ok', value: ADA });
    const threadId = first.ok ? first.detail.threadId : null;
    await server.close();
    // A process that does not know the thread yet has to be told again.
    const later = serverFor(context, { env, cwd: stage.cwd, codexPath: codexLauncher(), config });
    const second = await later.resumeThread(threadId ?? '', settings).turn('two').outcome;
    expect(second).toMatchObject({
      kind: 'ok',
    });
  });

  it("R3.2 passes the upstream's refusals on as they are", async (context) => {
    const limit = status(429, { type: 'usage_limit_reached', message: 'The usage limit has been reached' });
    const { stage, key, upstream, config, env } = await bridgeStageFor(context, sequence('limit', limit));
    for (const [apiKey, code] of [
      [key, 'usage_limit'],
      ['wrong-key', 'auth'],
    ] as const) {
      const bridge = await bridgeFor(context, { apiKey, upstream });
      const outcome = await run(exec(PROMPT, { config: [...config, ...bridge.config] }), NAME_SCHEMA, {
        env: bridge.environment(env),
        cwd: stage.cwd,
        codexPath: codexLauncher(),
        skipGitRepoCheck: true,
      });
      expect(outcome).toMatchObject({ kind: 'turn_failed', error: { code } });
    }
  });
});

function serverFor(context: TestContext, options: AppServerOptions): AppServerClient {
  const server = openAppServer(options);
  context.onTestFinished(() => server.close());
  return server;
}
