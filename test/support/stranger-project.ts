import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import type { JsonObject } from '../../src/json/value.js';
import type { Stage } from './real-codex.js';

/** What the model is told by the project's `AGENTS.md`, which codex reads whether it trusts the project or not. */
export const ADVICE = 'The advice of a stranger.';
/** The model that the project's own configuration names. */
export const STRANGE_MODEL = 'strange-model';

/**
 * A project of somebody else: its `.codex` names a model and an MCP server whose command leaves a trace, and
 * its rules allow `touch`.
 */
export class StrangerProject {
  readonly folder: string;
  readonly #trace: string;
  readonly #userConfig: string;

  constructor(
    { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
    { codexHome }: Pick<Stage, 'codexHome'>,
    /** The user's `config.toml`; `PROJECT` stands for the folder. None: there is no such file. */
    userConfig?: string,
    name = 'project',
  ) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'codex-structured-stranger-')));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    this.folder = join(root, name);
    this.#trace = join(root, 'trace');
    this.#userConfig = join(codexHome, 'config.toml');
    mkdirSync(join(this.folder, '.codex', 'rules'), { recursive: true });
    const server = `[mcp_servers.x]\ncommand = "/bin/sh"\nargs = ["-c", ${JSON.stringify(`touch ${this.#trace}`)}]\n`;
    writeFileSync(join(this.folder, '.codex/config.toml'), `model = "${STRANGE_MODEL}"\n${server}`);
    writeFileSync(
      join(this.folder, '.codex/rules/default.rules'),
      'prefix_rule(pattern=["touch"], decision="allow")\n',
    );
    writeFileSync(join(this.folder, 'AGENTS.md'), `${ADVICE}\n`);
    if (userConfig !== undefined)
      writeFileSync(this.#userConfig, userConfig.replaceAll('PROJECT', this.folder));
  }

  /** The user's `config.toml`; null if there is none. */
  userConfig(): string | null {
    return existsSync(this.#userConfig) ? readFileSync(this.#userConfig, 'utf8') : null;
  }

  /** Whether codex has run the project's MCP server. */
  hasRun(): boolean {
    return existsSync(this.#trace);
  }
}

/** What a model request says of the project that it was made in. */
export function readOfProject(request: JsonObject | undefined): {
  model: unknown;
  advice: boolean;
  sandbox: unknown;
} {
  const text = JSON.stringify(request?.['input'] ?? []);
  const modes = [...text.matchAll(/sandbox_mode` is `([^`]+)`/g)].map(([, mode]) => mode);
  return { model: request?.['model'], advice: text.includes(ADVICE), sandbox: modes.at(-1) };
}
