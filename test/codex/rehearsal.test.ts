import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import { NAME_SCHEMA, type Stage } from '../support/real-codex.js';
import { PROMPT, stageFor } from '../support/run-on-stage.js';

/** A user's codex that would break every run that reads it, and that is not to be written to. */
async function plantUserFiles(stage: Stage): Promise<{ home: string; codexHome: string }> {
  const home = stage.fullEnv['HOME'] ?? '';
  const codexHome = join(home, '.codex');
  await mkdir(codexHome);
  await writeFile(join(codexHome, 'config.toml'), 'this is [ not TOML');
  await writeFile(join(codexHome, 'auth.json'), '{"OPENAI_API_KEY":"sk-the-users-own"}');
  await writeFile(join(codexHome, 'AGENTS.md'), 'the user says so');
  return { home, codexHome };
}

async function contents(folder: string): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')])),
  );
}

describe.concurrent('a rehearsal with the real codex', () => {
  it('answers with a valid sample, the same for the same seed', async (context) => {
    const { cwd, fullEnv, runOptions } = await stageFor(context, scripts.empty());
    const { codexPath = '' } = runOptions;
    const rehearse = (seed: number) =>
      run(exec(PROMPT), NAME_SCHEMA, { cwd, env: fullEnv, codexPath, rehearse: { seed } });
    const [one, again, other] = await Promise.all([rehearse(1), rehearse(1), rehearse(2)]);
    expect(one).toMatchObject({ kind: 'ok', value: { name: expect.any(String) }, detail: { notices: [] } });
    expect(again).toMatchObject({ value: one.ok && one.value });
    expect(other).not.toMatchObject({ value: one.ok && one.value });
  });

  it.for(['HOME', 'CODEX_HOME'])(
    "neither reads nor writes the user's codex in %s",
    async (place, context) => {
      const stage = await stageFor(context, scripts.empty());
      const { home, codexHome } = await plantUserFiles(stage);
      const before = await contents(home);
      const { CODEX_HOME: _private, ...rest } = stage.fullEnv;
      const env = {
        ...rest,
        ...(place === 'HOME' ? {} : { CODEX_HOME: codexHome }),
      };
      const { codexPath = '' } = stage.runOptions;
      const options = { cwd: stage.cwd, env, codexPath };
      expect(await run(exec(PROMPT), NAME_SCHEMA, { ...options, rehearse: true })).toMatchObject({
        kind: 'ok',
      });
      expect(await contents(home)).toEqual(before);
      // That config does break what reads it.
      expect(await run(exec(PROMPT), NAME_SCHEMA, options)).toMatchObject({ cause: 'bad_config' });
    },
  );

  it("sends nothing of the user's to the model", async (context) => {
    const stage = await stageFor(context, scripts.empty());
    await plantUserFiles(stage);
    await run(exec(PROMPT), NAME_SCHEMA, stage.runOptions);
    const sent = JSON.stringify(stage.requests());
    expect(sent).toContain(PROMPT);
    expect(sent).not.toMatch(/the user says so|sk-the-users-own/);
  });

  it('dials nothing but its provider', async (context) => {
    let dialled = 0;
    const proxy = createServer((socket) => {
      dialled += 1;
      socket.destroy();
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    context.onTestFinished(() => void proxy.close());
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
    const { cwd, fullEnv, runOptions } = await stageFor(context, scripts.empty());
    const outcome = await run(exec(PROMPT), NAME_SCHEMA, {
      cwd,
      env: { ...fullEnv, ...Object.fromEntries(names.map((name) => [name, url])) },
      codexPath: runOptions.codexPath ?? '',
      rehearse: true,
    });
    expect(outcome.kind).toBe('ok');
    expect(dialled).toBe(0);
  });
});
