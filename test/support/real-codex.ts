import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Rehearsal, type RehearsalOptions, startRehearsal } from '../../src/rehearsal/rehearsal.js';
import type { ResponsesScript } from '../../src/rehearsal/script.js';

/** The schema most tests with the real codex use. */
export const NAME_SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const;

/** The pinned codex's launcher, as npm installs it. */
export function codexLauncher(): string {
  return join(
    dirname(createRequire(import.meta.url).resolve('@openai/codex/package.json')),
    'bin',
    'codex.js',
  );
}

/** A rehearsal of a script in a directory of its own, with the real codex at hand. */
export interface Stage extends Rehearsal {
  /** An empty working directory, no git repository. */
  readonly cwd: string;
  /** A file with {@link NAME_SCHEMA}. */
  readonly schemaFile: string;
  /** The environment of codex. */
  readonly fullEnv: NodeJS.ProcessEnv;
}

export async function openStage(
  script: ResponsesScript,
  extra: Pick<RehearsalOptions, 'thread'> = {},
): Promise<Stage> {
  const cwd = await mkdtemp(join(tmpdir(), 'codex-structured-test-'));
  const schemaFile = join(cwd, 'schema.json');
  await writeFile(schemaFile, JSON.stringify(NAME_SCHEMA));
  const rehearsal = await startRehearsal({ wireSchema: NAME_SCHEMA, script, validate: () => true, ...extra });
  return {
    ...rehearsal,
    cwd,
    schemaFile,
    fullEnv: { ...process.env, ...rehearsal.env },
    close: async () => {
      await rehearsal.close();
      await rm(cwd, { recursive: true, force: true });
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
  /** What comes after `codex exec` and the flags of the rehearsal: a subcommand, more flags. */
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
