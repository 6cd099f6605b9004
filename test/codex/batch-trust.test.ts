import { describe, expect, it } from 'vitest';
import { runBatch } from '../../src/batch/engine/run-batch.js';
import { exec } from '../../src/codex/builders.js';
import type { JsonObject } from '../../src/json/value.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { run } from '../../src/run/run.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, PROMPT, stageFor } from '../support/run-on-stage.js';
import { readOfProject, StrangerProject } from '../support/stranger-project.js';

const ANSWERS = sequence('answers', completed(message(ADA)));

describe.concurrent('a folder that the user has not trusted', () => {
  it('stays so in a batch, whose tasks run in several such folders', async (context) => {
    const stage = await stageFor(context, ANSWERS);
    const projects = [1, 2, 3].map(() => new StrangerProject(context, stage));
    const [own, ...others] = projects.map(({ folder }) => folder);
    const { config, codexPath, env } = stage.runOptions;
    const tasks = [{ prompt: PROMPT }, ...others.map((folder) => ({ prompt: PROMPT, cwd: folder }))];
    const batch = runBatch(tasks, NAME_SCHEMA as JsonObject, {
      ...(config === undefined ? {} : { config }),
      ...(codexPath === undefined ? {} : { codexPath }),
      ...(env === undefined ? {} : { env }),
      cwd: own ?? '',
      skipGitRepoCheck: true,
      sandbox: 'workspace-write',
    });
    for await (const result of batch)
      expect(result).toMatchObject({ kind: 'ok', detail: { transport: 'app-server' } });
    expect(projects.map((project) => [project.hasRun(), project.userConfig()])).toEqual(
      projects.map(() => [false, null]),
    );
    const folders = stage.requests().map((request) => /<cwd>([^<]*)/.exec(JSON.stringify(request))?.[1]);
    expect(new Set(folders)).toEqual(new Set(projects.map(({ folder }) => folder)));
    const read = stage.requests().map(readOfProject);
    expect(read.map(({ sandbox, advice }) => [sandbox, advice])).toEqual(
      projects.map(() => ['workspace-write', true]),
    );
  });

  it('stays so in a rehearsal', async (context) => {
    const stage = await stageFor(context, ANSWERS);
    for (const byFlag of [false, true]) {
      const project = new StrangerProject(context, stage);
      const transport = createAppServerTransport();
      context.onTestFinished(() => transport.close());
      const { codexPath, env, cwd } = stage.runOptions;
      const outcome = await run(exec(PROMPT), NAME_SCHEMA, {
        ...(codexPath === undefined ? {} : { codexPath }),
        ...(env === undefined ? {} : { env }),
        ...(byFlag ? { cd: project.folder, ...(cwd === undefined ? {} : { cwd }) } : { cwd: project.folder }),
        sandbox: 'danger-full-access',
        rehearse: true,
        transport,
      });
      expect(outcome).toMatchObject({ kind: 'ok' });
      expect([project.hasRun(), project.userConfig()]).toEqual([false, null]);
    }
  });
});
