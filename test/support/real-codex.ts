import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Rehearsal, type RehearsalOptions, startRehearsal } from '../../src/rehearsal/rehearsal.js';
import type { ResponsesScript } from '../../src/rehearsal/script.js';
import type { RunOptions } from '../../src/run/options.js';

/** The schema most tests with the real codex use. */
export const NAME_SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const;

/** For scripted commands of ours: not every machine that runs the tests can make a sandbox. */
export const NO_SANDBOX = 'sandbox_mode="danger-full-access"';

/** Another codex's launcher, to run the tests against; see scripts/test-other-codex.mjs. */
const OTHER_CODEX = process.env['CODEX_STRUCTURED_TEST_CODEX'];

/** The pinned codex's launcher, as npm installs it. */
export function codexLauncher(): string {
  if (OTHER_CODEX !== undefined) return OTHER_CODEX;
  const manifest = createRequire(import.meta.url).resolve('@openai/codex/package.json');
  return join(dirname(manifest), 'bin', 'codex.js');
}

/** The version of that codex. */
export function codexVersion(): string {
  const manifest = join(dirname(codexLauncher()), '..', 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** The real codex on a private CODEX_HOME, in a directory of its own, against a script. */
export interface Stage extends Rehearsal {
  /** An empty working directory, no git repository. */
  readonly cwd: string;
  /** A file with {@link NAME_SCHEMA}. */
  readonly schemaFile: string;
  /** The environment of codex; HOME is a directory of the stage's own. */
  readonly fullEnv: NodeJS.ProcessEnv;
  /** What `run()` takes to run on this stage. */
  readonly runOptions: RunOptions;
}

export async function openStage(
  script: ResponsesScript,
  extra: Pick<RehearsalOptions, 'thread'> = {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'codex-structured-test-'));
  const [cwd, home] = [join(folder, 'project'), join(folder, 'home')];
  const schemaFile = join(folder, 'schema.json');
  await Promise.all([mkdir(cwd), mkdir(home), writeFile(schemaFile, JSON.stringify(NAME_SCHEMA))]);
  const rehearsal = await startRehearsal({
    wireSchema: NAME_SCHEMA,
    script,
    validate: () => true,
    ...extra,
  });
  const fullEnv = { ...process.env, HOME: home, ...rehearsal.env };
  return {
    ...rehearsal,
    cwd,
    schemaFile,
    fullEnv,
    runOptions: { cwd, env: fullEnv, codexPath: codexLauncher(), ...rehearsal.optionsFor({}) },
    close: async () => {
      await rehearsal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface CodexRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout's lines as events. */
  readonly events: readonly Record<string, unknown>[];
}

export interface CodexCall {
  /** What comes after `codex exec` and before the flags of the rehearsal: a subcommand, more flags. */
  readonly args?: readonly string[];
  readonly prompt?: string;
  /** Called with the running process, to send it a signal. */
  readonly whileRunning?: (child: ChildProcess) => Promise<void>;
}

/** `codex exec --json --output-schema … -` on a stage, without codex-structured in between. */
export async function codexExec(stage: Stage, call: CodexCall = {}): Promise<CodexRun> {
  const child = spawn(process.execPath, [codexLauncher(), ...codexArgs(stage, call.args ?? [])], {
    cwd: stage.cwd,
    env: stage.fullEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve([code, signal]));
  });
  child.stdin.end(call.prompt ?? "Hi, I'm Ada Lovelace.");
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await call.whileRunning?.(child);
  const [[exitCode, signal], [stdout, stderr]] = await Promise.all([exited, output]);
  return { exitCode, signal, stdout, stderr, events: parseLines(stdout) };
}

function codexArgs(stage: Stage, args: readonly string[]): string[] {
  const overrides = stage.config.flatMap((override) => ['-c', override]);
  const flags = ['--json', '--output-schema', stage.schemaFile, '--skip-git-repo-check', ...overrides];
  return ['exec', ...args, ...flags, '-'];
}

function parseLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
