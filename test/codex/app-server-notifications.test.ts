import { expect, it } from 'vitest';
import { NOTIFICATIONS, UNREAD_NOTIFICATIONS } from '../../src/app-server/protocol/methods.js';
import { AppServer } from '../../src/app-server/server/server.js';
import { serverArgs } from '../../src/app-server/server/server-options.js';
import { openThread } from '../../src/app-server/thread/open-thread.js';
import { findCodex, isInstallation } from '../../src/codex/find.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { stageFor } from '../support/run-on-stage.js';

it('the real codex sends what is read, and nothing that was declined', async (context) => {
  const { runOptions, cwd, fullEnv } = await stageFor(
    context,
    sequence('says', completed(message('{"name":"Ada"}'))),
  );
  const { codexPath = '', config = [] } = runOptions;
  const codex = findCodex({ env: fullEnv, cwd, codexPath });
  if (!isInstallation(codex)) throw new Error(codex.message);
  const received: string[] = [];
  const server = await AppServer.start({
    codex,
    args: serverArgs({ config }),
    env: fullEnv,
    cwd,
    killGraceMs: 1_000,
    maxLineBytes: 1_000_000,
    startLimitMs: 30_000,
    unwanted: UNREAD_NOTIFICATIONS,
    onTraffic: ({ direction, line }) => {
      if (direction === 'received') received.push(JSON.parse(line).method);
    },
  });
  if ('kind' in server) throw new Error(server.message);
  context.onTestFinished(() => server.stop());
  const threadId = await openThread(
    server,
    { subcommand: 'exec', prompt: '', options: { ephemeral: true } },
    cwd,
  );
  const ended = new Promise<void>((resolve) => {
    const ignore = () => {};
    const onNotification = (method: string) => void (method === NOTIFICATIONS.turnCompleted && resolve());
    server.watch({ threadId, onNotification, onUnreadable: ignore, onOversized: ignore });
  });
  await server.request('turn/start', { threadId, input: [{ type: 'text', text: 'hi', text_elements: [] }] });
  await ended;
  expect(new Set(received.filter((method) => method !== undefined))).toEqual(
    new Set([
      NOTIFICATIONS.itemStarted,
      NOTIFICATIONS.itemCompleted,
      NOTIFICATIONS.tokenUsage,
      NOTIFICATIONS.turnCompleted,
    ]),
  );
});
