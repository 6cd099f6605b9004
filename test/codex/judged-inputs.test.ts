import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import { DEFAULT_LIMITS } from '../../src/codex/turn-request.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { decode } from '../../src/run/decode.js';
import { run } from '../../src/run/run.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';
import { sessionFor } from '../support/agent-stage.js';
import { appServerFor } from '../support/app-server-stage.js';
import { PNG, UNUSABLE, USABLE } from '../support/images.js';
import { NAME_SCHEMA, type Stage } from '../support/real-codex.js';
import { realCodex } from '../support/real-installation.js';
import { ADA, stageFor } from '../support/run-on-stage.js';

const MOST = 1_048_576;

/** One turn of codex as it is, without any check of ours. */
async function unjudgedTurn(
  stage: Stage,
  images: readonly (readonly [name: string, bytes: Buffer, ...unknown[]])[],
) {
  const paths = images.map(([name]) => join(stage.cwd, name));
  await Promise.all(images.map(([, bytes], at) => writeFile(paths[at] ?? '', bytes)));
  await createExecTransport().runTurn({
    command: exec('Look', stage.optionsFor({ images: paths, skipGitRepoCheck: true })),
    codex: realCodex(),
    wireSchema: null,
    limits: DEFAULT_LIMITS,
    env: stage.fullEnv,
    cwd: stage.cwd,
    observe: { keepEvents: false },
  });
  return JSON.stringify(stage.requests()[0]).match(/"image_url":"data:image\//g)?.length ?? 0;
}

describe.concurrent('the real codex', () => {
  it('sends every image that is let through', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    expect(await unjudgedTurn(stage, USABLE)).toBe(USABLE.length);
  });

  it('sends none of those that are refused', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    expect(await unjudgedTurn(stage, UNUSABLE)).toBe(0);
    expect(stage.requests()).toHaveLength(1);
  });

  it('finds images from where it was started, not from -C', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    await writeFile(join(stage.cwd, 'a.png'), PNG);
    const transport = createAppServerTransport();
    context.onTestFinished(() => transport.close());
    const options = { ...stage.runOptions, images: ['a.png'], cd: stage.codexHome };
    expect((await run(exec('Look'), NAME_SCHEMA, options)).kind).toBe('ok');
    expect((await run(exec('Look'), NAME_SCHEMA, { ...options, transport })).kind).toBe('ok');
    await server.startThread({ schema: NAME_SCHEMA }).turn('Look', { images: ['a.png'] }).outcome;
    for (const request of stage.requests()) expect(JSON.stringify(request)).toContain('data:image/png');
    expect(stage.requests()).toHaveLength(3);
  });

  it('counts a prompt in code points', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const longest = '😀'.repeat(MOST);
    expect((await run(exec(longest), NAME_SCHEMA, stage.runOptions)).kind).toBe('ok');
    const thread = server.startThread({ schema: NAME_SCHEMA });
    expect((await thread.turn(longest).outcome).kind).toBe('ok');
  });
});

describe.concurrent('inputs that codex could not use', () => {
  it('are a TypeError of run with each transport, before anything starts', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const transport = createAppServerTransport();
    context.onTestFinished(() => transport.close());
    for (const options of [stage.runOptions, { ...stage.runOptions, transport }]) {
      const turn = (prompt: string, more: object) => run(exec(prompt), NAME_SCHEMA, { ...options, ...more });
      await expect(turn('Hi', { images: ['missing.png'] })).rejects.toThrow(TypeError);
      await expect(turn('Hi', { cd: 'missing' })).rejects.toThrow(/missing \(cd\) cannot be used/);
      await expect(turn('Hi', { addDirs: ['missing'] })).rejects.toThrow(
        /missing \(addDirs\) cannot be used/,
      );
      await expect(turn('a'.repeat(MOST + 1), {})).rejects.toThrow(/it has 1048577 characters/);
    }
    expect(stage.requests()).toEqual([]);
  });

  it('are a TypeError of a thread, in each shape that an input has', async (context) => {
    const { stage, server } = await appServerFor(context, scripts.answer(ADA));
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const text = (length: number) => ({ type: 'text' as const, text: 'a'.repeat(length), text_elements: [] });
    expect(() => thread.turn('Look', { images: ['missing.png'] })).toThrow(TypeError);
    expect(() => thread.turn([{ type: 'localImage', path: join(stage.cwd, 'missing.png') }])).toThrow(
      /there is no such file/,
    );
    expect(() => thread.turn([text(MOST), text(1)])).toThrow(/it has 1048577 characters/);
    expect(() => thread.turn('Look', { cwd: 'missing' })).toThrow(/there is no such directory/);
    expect(() => server.startThread({ cwd: 'missing' }).turn('Look')).toThrow(/there is no such directory/);
    expect(() => server.startThread({ addDirs: ['missing'] }).turn('Look')).toThrow(
      /there is no such directory/,
    );
    expect(stage.requests()).toEqual([]);
  });

  it('are a TypeError of an agent', async (context) => {
    const { stage, session } = await sessionFor(context, scripts.answer(ADA));
    await expect(session.runTurn('Look', { images: ['missing.png'] })).rejects.toThrow(TypeError);
    await expect(session.runTurn('a'.repeat(MOST + 1))).rejects.toThrow(TypeError);
    expect(stage.requests()).toEqual([]);
  });
});

describe.concurrent('what codex refuses before a turn', () => {
  it('is said to have run nothing: a directory that is not trusted', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const outcome = await run(exec('Hi'), NAME_SCHEMA, { ...stage.runOptions, skipGitRepoCheck: false });
    expect(outcome).toMatchObject({
      kind: 'process_failed',
      cause: 'not_trusted_directory',
      workMayHaveRun: false,
    });
    expect(outcome.ok ? '' : outcome.message).toContain('--skip-git-repo-check');
  });

  // /proc/self is a directory that nobody can write to, root included.
  it('is spawn_failed with each transport, and in decode: a CODEX_HOME that cannot be written', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const transport = createAppServerTransport();
    context.onTestFinished(() => transport.close());
    const env = { ...stage.fullEnv, CODEX_HOME: '/proc/self' };
    let stderr = '';
    const onStderrLine = (line: string) => {
      stderr += `${line}\n`;
    };
    const byExec = await run(exec('Hi'), NAME_SCHEMA, { ...stage.runOptions, env, onStderrLine });
    const byServer = await run(exec('Hi'), NAME_SCHEMA, { ...stage.runOptions, env, transport });
    const decoded = await decode('', { schema: NAME_SCHEMA, exitCode: 1, stderr });
    for (const outcome of [byExec, byServer, decoded]) {
      expect(outcome).toMatchObject({ kind: 'spawn_failed', workMayHaveRun: false, retryable: false });
      expect(outcome.ok ? '' : outcome.message).not.toMatch(/backtrace|PATH/i);
    }
  });

  it('is the same in decode: a CODEX_HOME that does not exist, and a prompt that is too long', async () => {
    const home = 'Error finding codex home: CODEX_HOME points to "/gone", but that path does not exist\n';
    expect(await decode('', { exitCode: 1, stderr: home })).toMatchObject({
      kind: 'spawn_failed',
      workMayHaveRun: false,
      message: expect.stringContaining('CODEX_HOME points to "/gone"'),
    });
    const started = '{"type":"thread.started","thread_id":"t"}\n';
    const stderr = `Error: turn/start failed: Input exceeds the maximum length of ${MOST} characters.\n`;
    expect(await decode(started, { exitCode: 1, stderr })).toMatchObject({
      kind: 'process_failed',
      cause: 'prompt_rejected',
      workMayHaveRun: false,
    });
  });
});
