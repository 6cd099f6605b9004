import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CLI } from '../cli.js';
import { codexLauncher } from '../real-codex.js';
import { SYSTEM_PATH } from '../system-path.js';

export const ROOT = join(import.meta.dirname, '../../..');

/** What a CI machine gives a job: a workspace, a temporary directory, an environment; codex rehearses. */
export class CiMachine {
  private constructor(
    readonly folder: string,
    readonly workspace: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async open(): Promise<CiMachine> {
    const folder = await mkdtemp(join(tmpdir(), 'codex-structured-ci-'));
    const path = (name: string) => join(folder, name);
    const [workspace, bin] = [path('workspace'), path('bin')];
    await Promise.all(['workspace', 'temp', 'home', 'bin', 'codex-home'].map((name) => mkdir(path(name))));
    await cp(join(ROOT, 'schemas/examples'), join(workspace, 'schemas/examples'), { recursive: true });
    const shim = `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`;
    await writeFile(join(bin, 'codex-structured'), shim, { mode: 0o755 });
    return new CiMachine(folder, workspace, {
      PATH: [bin, ...SYSTEM_PATH].join(delimiter),
      HOME: path('home'),
      TMPDIR: path('temp'),
      LC_ALL: 'C.UTF-8',
      CI: 'true',
      CODEX_HOME: path('codex-home'),
      CODEX_STRUCTURED_CODEX_PATH: codexLauncher(),
      CODEX_STRUCTURED_REHEARSE: '1',
    });
  }

  /** The same with what GitHub's runner adds. */
  get onGitHub(): CiMachine {
    return new CiMachine(this.folder, this.workspace, {
      ...this.env,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: this.workspace,
      GITHUB_ACTION_PATH: ROOT,
      RUNNER_TEMP: join(this.folder, 'temp'),
    });
  }

  with(env: NodeJS.ProcessEnv): CiMachine {
    return new CiMachine(this.folder, this.workspace, { ...this.env, ...env });
  }

  /** Where the programs are that the action would otherwise install. */
  get programs(): { readonly 'cli-path': string; readonly 'codex-path': string } {
    return { 'cli-path': CLI, 'codex-path': codexLauncher() };
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.workspace, name), text);
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
