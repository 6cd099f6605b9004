import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { exec, fork, resume, review } from '../../src/codex/builders.js';
import type { CodexOptions, Command, SandboxMode } from '../../src/codex/command.js';
import type { JsonObject } from '../../src/json/value.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { run } from '../../src/run/run.js';
import type { ThreadOptions } from '../../src/run/threads/options.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { appServerFor } from '../support/app-server-stage.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, PROMPT, stageFor } from '../support/run-on-stage.js';
import { readOfProject, STRANGE_MODEL, StrangerProject } from '../support/stranger-project.js';

const ANSWERS = sequence('answers', completed(message(ADA)));
const SANDBOXES = ['read-only', 'workspace-write', 'danger-full-access'] as const;
const TRUSTED = '[projects."PROJECT"]\ntrust_level = "trusted"\n';

interface Place {
  readonly userConfig?: string;
  readonly name?: string;
  /** Where codex works, if not in the project's root. */
  readonly at?: (project: StrangerProject) => string;
  /** By `-C` instead of running there. */
  readonly byFlag?: boolean;
}

/** One command over the app server, or with `codex exec`, in a stranger's project. */
async function play(
  context: TestContext,
  command: Command,
  { config = [], ...options }: CodexOptions,
  place: Place = {},
  transport: 'app-server' | 'exec' = 'app-server',
) {
  const stage = await stageFor(context, ANSWERS);
  const project = new StrangerProject(context, stage, place.userConfig, place.name);
  const before = project.userConfig();
  const shared = createAppServerTransport();
  context.onTestFinished(() => shared.close());
  const cwd = place.at?.(project) ?? project.folder;
  const outcome = await run(command, NAME_SCHEMA, {
    ...stage.runOptions,
    ...options,
    ...(place.byFlag === true ? { cd: cwd } : { cwd }),
    config: [...(stage.runOptions.config ?? []), ...config].map((text) =>
      text.replaceAll('PROJECT', project.folder),
    ),
    ...(transport === 'exec' ? {} : { transport: shared }),
  });
  const isUnchanged = project.userConfig() === before;
  return { outcome, isUnchanged, hasRun: project.hasRun(), request: readOfProject(stage.requests()[0]) };
}

const NOTHING_OF_IT = { isUnchanged: true, hasRun: false };

describe.concurrent('a folder that the user has not trusted', () => {
  it.for(SANDBOXES)(
    "stays so in a run with the sandbox %s, and the user's config.toml as it is",
    async (sandbox, context) => {
      for (const place of [{}, { userConfig: '# Mine.\n', byFlag: true }]) {
        const played = await play(context, exec(PROMPT), { sandbox }, place);
        expect(played).toMatchObject({
          ...NOTHING_OF_IT,
          outcome: { kind: 'ok' },
          request: { sandbox, advice: true },
        });
        expect(played.request.model).not.toBe(STRANGE_MODEL);
      }
    },
  );

  it.for<[string, CodexOptions, Place, string]>([
    ['the bypass flag', { dangerouslyBypassApprovalsAndSandbox: true }, {}, 'danger-full-access'],
    ['-c sandbox_mode', { config: ['sandbox_mode="workspace-write"'] }, {}, 'workspace-write'],
    ['config.toml', {}, { userConfig: 'sandbox_mode = "danger-full-access"\n' }, 'danger-full-access'],
    [
      'a profile of permissions',
      {},
      { userConfig: 'default_permissions = ":workspace"\n' },
      'workspace-write',
    ],
    ['nothing at all', {}, {}, 'read-only'],
  ])('stays so if the sandbox comes from %s', async ([, options, place, sandbox], context) => {
    for (const byFlag of [false, true]) {
      const played = await play(context, exec(PROMPT), options, { ...place, byFlag });
      expect(played).toMatchObject({
        ...NOTHING_OF_IT,
        outcome: { kind: 'ok' },
        request: { sandbox, advice: true },
      });
    }
  });

  it.for<[string, Place]>([
    ['has dots and quotes in its path', { name: `it's "a.b" [c]` }],
    ['is reached by a symlink', { at: ({ folder }) => linkTo(folder) }],
    ['lies below the root of its project', { at: ({ folder }) => below(folder) }],
  ])('stays so if it %s', async ([, place], context) => {
    for (const byFlag of [false, true]) {
      const played = await play(context, exec(PROMPT), { sandbox: 'workspace-write' }, { ...place, byFlag });
      expect(played).toMatchObject({ ...NOTHING_OF_IT, outcome: { kind: 'ok' } });
    }
  });

  it('stays so in a review', async (context) => {
    for (const byFlag of [false, true]) {
      const played = await play(
        context,
        review('Look.'),
        { config: ['sandbox_mode="workspace-write"'] },
        { byFlag },
      );
      expect(played).toMatchObject({ ...NOTHING_OF_IT, request: { sandbox: 'workspace-write' } });
    }
  });

  it.for<[string, ThreadOptions]>([
    ['a thread', {}],
    ['an ephemeral thread', { ephemeral: true }],
    ['a thread with a configuration of its own', { config: { sandbox_mode: 'workspace-write' } }],
  ])('stays so for %s of openAppServer, also beside others', async ([, options], context) => {
    const { stage, server } = await appServerFor(context, ANSWERS);
    const project = new StrangerProject(context, stage);
    const other = new StrangerProject(context, stage);
    const sandbox = options.config === undefined ? { sandbox: 'danger-full-access' as const } : {};
    for (const cwd of [project.folder, other.folder]) {
      const thread = server.startThread({ ...options, ...sandbox, cwd, schema: NAME_SCHEMA });
      expect(await thread.turn('one').outcome).toMatchObject({ value: ADA });
      const sandboxPolicy = { type: 'dangerFullAccess' } as const;
      expect(await thread.turn('two', { sandboxPolicy }).outcome).toMatchObject({ value: ADA });
    }
    expect([project.hasRun(), other.hasRun(), project.userConfig()]).toEqual([false, false, null]);
    const mode = options.config === undefined ? 'danger-full-access' : 'workspace-write';
    expect(stage.requests().map(readOfProject)).toMatchObject([
      { sandbox: mode },
      { sandbox: 'danger-full-access' },
      { sandbox: mode },
      { sandbox: 'danger-full-access' },
    ]);
  });
});

describe.concurrent('a folder that only a turn names', () => {
  it('is not trusted either, and the sandbox of the thread holds there', async (context) => {
    const { stage, server } = await appServerFor(context, ANSWERS);
    const project = new StrangerProject(context, stage);
    const thread = server.startThread({ sandbox: 'workspace-write', schema: NAME_SCHEMA });
    for (const turn of [{ cwd: project.folder }, { sandboxPolicy: { type: 'dangerFullAccess' } } as const]) {
      expect(await thread.turn('hi', turn).outcome).toMatchObject({ value: ADA });
    }
    expect([project.hasRun(), project.userConfig()]).toEqual([false, null]);
    expect(stage.requests().map((request) => readOfProject(request).sandbox)).toEqual([
      'workspace-write',
      'danger-full-access',
    ]);
  });
});

describe.concurrent('a folder that the user has trusted', () => {
  const BY_FLAG = ['projects={"PROJECT"={trust_level="trusted"}}'];

  it.for<[string, Place, CodexOptions]>([
    ['by config.toml, with read-only', { userConfig: TRUSTED }, { sandbox: 'read-only' }],
    ['by config.toml, with workspace-write', { userConfig: TRUSTED }, { sandbox: 'workspace-write' }],
    ['by config.toml, with danger-full-access', { userConfig: TRUSTED }, { sandbox: 'danger-full-access' }],
    ['by config.toml, with no sandbox named', { userConfig: TRUSTED }, {}],
    ['by -c', {}, { config: BY_FLAG, sandbox: 'workspace-write' }],
  ])('stays so %s, as with codex exec', async ([, place, options], context) => {
    const { outcome: _outcome, ...asExec } = await play(context, exec(PROMPT), options, place, 'exec');
    expect(asExec).toMatchObject({ isUnchanged: true, hasRun: true, request: { model: STRANGE_MODEL } });
    for (const byFlag of [false, true]) {
      const { outcome, ...played } = await play(context, exec(PROMPT), options, { ...place, byFlag });
      expect(outcome).toMatchObject({ value: ADA });
      expect(played).toEqual(asExec);
    }
  });
});

describe.concurrent("the sandbox of a thread that is not the server's own directory", () => {
  it.for<[string, string, CodexOptions]>([
    ['mode', '', { sandbox: 'workspace-write' }],
    ['mode, with a folder more', '', { sandbox: 'workspace-write', addDirs: ['/srv'] }],
    [
      'mode of config.toml, with its settings',
      'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["/srv/data"]\nnetwork_access = true\nexclude_slash_tmp = true\n',
      {},
    ],
    [
      'profile of permissions',
      'default_permissions = "mine"\n[permissions.mine]\nextends = ":workspace"\n',
      {},
    ],
    [
      'mode that -c sets over a profile',
      'default_permissions = ":workspace"\n',
      { config: ['sandbox_mode="danger-full-access"'] },
    ],
    [
      'profile that -c sets over a mode',
      'sandbox_mode = "danger-full-access"\n',
      { config: ['default_permissions=":workspace"'] },
    ],
  ])(
    'is what codex exec makes of the same %s',
    async ([, userConfig, { config = [], ...options }], context) => {
      const told: unknown[] = [];
      for (const transport of ['exec', 'app-server'] as const) {
        const stage = await stageFor(context, ANSWERS);
        const project = new StrangerProject(context, stage, userConfig);
        const shared = createAppServerTransport();
        context.onTestFinished(() => shared.close());
        const outcome = await run(exec(PROMPT), NAME_SCHEMA, {
          ...stage.runOptions,
          ...options,
          cd: project.folder,
          config: [...(stage.runOptions.config ?? []), ...config],
          ...(transport === 'exec' ? {} : { transport: shared }),
        });
        expect(outcome).toMatchObject({ value: ADA });
        told.push(
          permissionsTold(stage.requests()[0]).map((text) => text.replaceAll(project.folder, 'PROJECT')),
        );
      }
      expect(told[1]).toEqual(told[0]);
    },
  );
});

describe.concurrent('a thread that had full access', () => {
  it.for<[string, typeof resume | typeof fork]>([
    ['resume', resume],
    ['fork', fork],
  ])('has the sandbox of the configuration again after %s', async ([, again], context) => {
    const { stage, server } = await appServerFor(context, ANSWERS);
    const thread = server.startThread({ sandbox: 'danger-full-access', schema: NAME_SCHEMA });
    expect(await thread.turn('one').outcome).toMatchObject({ value: ADA });
    await server.close();
    const shared = createAppServerTransport();
    context.onTestFinished(() => shared.close());
    const id = thread.id ?? '';
    await run(again(id, 'two'), NAME_SCHEMA, { ...stage.runOptions, transport: shared });
    expect(stage.requests().map((request) => readOfProject(request).sandbox)).toEqual([
      'danger-full-access',
      'read-only',
    ]);
  });
});

describe.concurrent('a thread that is resumed while it is open on the same server', () => {
  it.for<[SandboxMode, SandboxMode]>([
    ['danger-full-access', 'read-only'],
    ['workspace-write', 'read-only'],
    ['read-only', 'danger-full-access'],
  ])('had %s and has %s, as its options name it', async ([before, after], context) => {
    const { stage, server } = await appServerFor(context, ANSWERS);
    const project = new StrangerProject(context, stage);
    const schema = NAME_SCHEMA;
    const thread = server.startThread({ sandbox: before, schema });
    expect(await thread.turn('one').outcome).toMatchObject({ value: ADA });
    const options = { sandbox: after, cwd: project.folder, schema };
    const resumed = server.resumeThread(thread.id ?? '', options);
    for (const prompt of ['two', 'three']) {
      expect(await resumed.turn(prompt).outcome).toMatchObject({ value: ADA });
    }
    expect(stage.requests().map(readOfProject)).toMatchObject([
      { sandbox: before },
      { sandbox: after, advice: true },
      { sandbox: after, advice: true },
    ]);
    expect(JSON.stringify(stage.requests()[1])).toContain(project.folder);
    expect([project.hasRun(), project.userConfig()]).toEqual([false, null]);
  });

  it('has the sandbox of -c if its options name none', async (context) => {
    const config = ['sandbox_mode="workspace-write"'];
    const { stage, server } = await appServerFor(context, ANSWERS, { config });
    const thread = server.startThread({ sandbox: 'danger-full-access', schema: NAME_SCHEMA });
    expect(await thread.turn('one').outcome).toMatchObject({ value: ADA });
    const resumed = server.resumeThread(thread.id ?? '', { schema: NAME_SCHEMA });
    expect(await resumed.turn('two').outcome).toMatchObject({ value: ADA });
    expect(readOfProject(stage.requests()[1]).sandbox).toBe('workspace-write');
  });

  it('has the sandbox that its options name after it was closed', async (context) => {
    const { stage, server } = await appServerFor(context, ANSWERS);
    const thread = server.startThread({ sandbox: 'danger-full-access', schema: NAME_SCHEMA });
    expect(await thread.turn('one').outcome).toMatchObject({ value: ADA });
    await thread.close();
    const resumed = server.resumeThread(thread.id ?? '', { sandbox: 'read-only', schema: NAME_SCHEMA });
    expect(await resumed.turn('two').outcome).toMatchObject({ value: ADA });
    expect(readOfProject(stage.requests()[1]).sandbox).toBe('read-only');
  });
});

/** What the model is told of its sandbox, and of the folders that it may write to. */
function permissionsTold(request: JsonObject | undefined): string[] {
  const input = (request?.['input'] ?? []) as { content?: { text?: string }[] }[];
  const texts = input.flatMap(({ content = [] }) => content.map(({ text = '' }) => text));
  return texts
    .filter((text) => /sandbox_mode|<filesystem>/.test(text))
    .map((text) => text.replace(/<current_[\s\S]*?<\/current_\w+>/g, ''));
}

function linkTo(folder: string): string {
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  return link;
}

function below(folder: string): string {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  return join(folder, 'a/b');
}
