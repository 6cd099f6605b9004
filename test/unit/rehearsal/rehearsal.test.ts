import { access, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isDead, ownerOf } from '../../../src/platform/process/owner-tag.js';
import { type Rehearsal, type RehearsalOptions, startRehearsal } from '../../../src/rehearsal/rehearsal.js';
import { status } from '../../../src/rehearsal/replies.js';
import { sequence } from '../../../src/rehearsal/responses-script.js';
import { NoSampleError } from '../../../src/rehearsal/sample.js';

const open: Rehearsal[] = [];
const folders: string[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((rehearsal) => rehearsal.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

const SCHEMA = {
  type: 'object',
  properties: { n: { const: 1 } },
  required: ['n'],
  additionalProperties: false,
};

async function start(options: Partial<RehearsalOptions> = {}): Promise<Rehearsal> {
  const rehearsal = await startRehearsal({ wireSchema: SCHEMA, validate: () => true, ...options });
  open.push(rehearsal);
  return rehearsal;
}

/** A directory of its own where the private homes of one test go. */
async function ownTempDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'codex-structured-test-'));
  folders.push(folder);
  vi.stubEnv('TMPDIR', folder);
  return folder;
}

/** What the provider of a rehearsal answers, as codex would ask it. */
async function answerOf(rehearsal: Rehearsal): Promise<string> {
  const baseUrl = /base_url="([^"]+)"/.exec(rehearsal.config.join())?.[1];
  const key = /env_key="([^"]+)"/.exec(rehearsal.config.join())?.[1] ?? '';
  const response = await fetch(`${baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rehearsal.env[key]}` },
    body: '{}',
  });
  return response.text();
}

describe('startRehearsal', () => {
  it('creates a CODEX_HOME that only its owner can enter, and removes it with its files', async () => {
    const rehearsal = await start();
    expect(rehearsal.env['CODEX_HOME']).toBe(rehearsal.codexHome);
    expect((await stat(rehearsal.codexHome)).mode & 0o777).toBe(0o700);
    expect(await readdir(rehearsal.codexHome)).toEqual([]);
    await writeFile(join(rehearsal.codexHome, 'left.sqlite'), 'x');
    await rehearsal.close();
    await expect(access(rehearsal.codexHome)).rejects.toThrow(/ENOENT/);
  });

  it('names the CODEX_HOME after its owner, so that a later run can remove it', async () => {
    const { codexHome } = await start();
    const owner = ownerOf(basename(codexHome));
    expect(owner?.pid).toBe(process.pid);
    expect(owner !== null && isDead(owner)).toBe(false);
  });

  it('removes all credentials of the user from the environment, and puts no secret into argv', async () => {
    const { env, config } = await start();
    for (const name of ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_ACCESS_TOKEN', 'OPENAI_BASE_URL']) {
      expect(Object.keys(env)).toContain(name);
      expect(env[name]).toBeUndefined();
    }
    const token = env['CODEX_STRUCTURED_REHEARSAL_KEY'] ?? '';
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(config.join('\n')).not.toContain(token);
  });

  it('answers with a sample, the given answer, or a script', async () => {
    expect(await answerOf(await start())).toContain(JSON.stringify('{"n":1}'));
    expect(await answerOf(await start({ answer: { n: [2] } }))).toContain(JSON.stringify('{"n":[2]}'));
    expect(await answerOf(await start({ answer: null }))).toContain('"text":"null"');
    const script = sequence('failing', status(500, { message: 'sorry' }));
    expect(await answerOf(await start({ script }))).toBe('{"error":{"message":"sorry"}}');
  });

  it("overrides the user's options, and drops those that select another provider", async () => {
    const rehearsal = await start();
    const user = {
      model: 'm',
      oss: true,
      localProvider: 'ollama',
      config: ['model_provider="mine"'],
    } as const;
    const options = rehearsal.optionsFor(user);
    expect(options).toEqual({
      model: 'm',
      skipGitRepoCheck: true,
      config: ['model_provider="mine"', ...rehearsal.config],
    });
    expect(rehearsal.config).toContain('model_provider="rehearsal"');
  });

  it('also overrides arguments passed through to codex', async () => {
    const rehearsal = await start();
    const passed = ['-c', 'model_provider="mine"'];
    const { extraArgs } = rehearsal.optionsFor({ extraArgs: passed });
    expect(extraArgs?.slice(0, 2)).toEqual(passed);
    expect(extraArgs?.slice(2)).toEqual(rehearsal.config.flatMap((override) => ['-c', override]));
  });

  it('seeds a thread for an id, and nothing for a name', async () => {
    const id = '0199A213-81c0-7800-8aa1-bbab2a035a53';
    const withId = await start({ thread: { id, cwd: '/somewhere' } });
    const files = await readdir(withId.codexHome, { recursive: true });
    expect(files.filter((file) => file.includes(id.toLowerCase()))).toHaveLength(1);
    const withName = await start({ thread: { id: '../../escape', cwd: '/somewhere' } });
    expect(await readdir(withName.codexHome)).toEqual([]);
  });

  it('leaves nothing behind if no sample is found', async () => {
    const folder = await ownTempDir();
    await expect(start({ validate: () => false })).rejects.toThrow(NoSampleError);
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails if no temporary directory can be created', async () => {
    const folder = await ownTempDir();
    vi.stubEnv('TMPDIR', join(folder, 'missing'));
    await expect(start()).rejects.toThrow(/ENOENT/);
  });

  it('runs in parallel, each with its own home, port and token', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.codexHome).not.toBe(other.codexHome);
    expect(one.config[0]).not.toBe(other.config[0]);
  });

  it('is closed at the end of an `await using` block', async () => {
    let codexHome = '';
    {
      await using rehearsal = await startRehearsal({ wireSchema: SCHEMA, validate: () => true });
      codexHome = rehearsal.codexHome;
      await access(codexHome);
    }
    await expect(access(codexHome)).rejects.toThrow('ENOENT');
  });
});
