import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Rehearsal, type RehearsalOptions, startRehearsal } from '../../src/rehearsal/rehearsal.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import type { RunOptions } from '../../src/run/run-options.js';

/** The schema most tests with the real codex use. */
export const NAME_SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const;

/** For scripted commands of ours: not every machine that runs the tests can make a sandbox. */
export const NO_SANDBOX = 'sandbox_mode="danger-full-access"';

/** Another codex's launcher (its `bin/codex.js`), to run the tests against. */
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
  await Promise.all([mkdir(cwd), mkdir(home)]);
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
    fullEnv,
    runOptions: { cwd, env: fullEnv, codexPath: codexLauncher(), ...rehearsal.optionsFor({}) },
    close: async () => {
      await rehearsal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
