import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import type { JsonObject } from '../../src/json/value.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { AcpClient } from './acp-client.js';
import { schemaIn } from './app-server-stage.js';
import { killAllWithMark, MARK_VARIABLE } from './process-watch.js';
import { codexLauncher } from './real-codex.js';
import { stageFor } from './run-on-stage.js';

/** The program that stands in for codex. */
export const APP_SERVER_PROGRAM = fileURLToPath(
  new URL('../../bin/codex-structured-app-server.js', import.meta.url),
);

/** The adapter's own turn that makes up a title has a schema of its own. */
export function isTitle(body: JsonObject): boolean {
  return schemaIn(body) !== undefined && JSON.stringify(schemaIn(body)).includes('"title"');
}

/** The adapter with the bridge at its CODEX_PATH, and a session of it. */
export async function acpSession(
  context: TestContext,
  answers: readonly string[],
  env: NodeJS.ProcessEnv,
  commentary?: string,
) {
  let turns = 0;
  const script: ResponsesScript = {
    name: 'acp',
    replyTo: ({ body }) => {
      if (isTitle(body)) return completed(message('{"title":"A name"}'));
      turns += 1;
      const answer = message(answers[turns - 1] ?? 'none', 'final_answer');
      return commentary === undefined
        ? completed(answer)
        : completed(message(commentary, 'commentary'), answer);
    },
  };
  const stage = await stageFor(context, script);
  await writeFile(join(stage.codexHome, 'config.toml'), `${stage.config.join('\n')}\n`);
  const mark = randomUUID();
  const client = new AcpClient(
    {
      ...stage.fullEnv,
      [MARK_VARIABLE]: mark,
      CODEX_PATH: APP_SERVER_PROGRAM,
      CODEX_STRUCTURED_CODEX_PATH: codexLauncher(),
      MODEL_PROVIDER: 'rehearsal',
      NO_BROWSER: '1',
      ...env,
    },
    stage.cwd,
  );
  context.onTestFinished(() => {
    client.kill();
    killAllWithMark(mark);
  });
  await client.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await client.request('session/new', { cwd: stage.cwd, mcpServers: [] });
  return { stage, client, mark, sessionId: String(sessionId) };
}
