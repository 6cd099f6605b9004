// One codex release on a stage of its own: a private CODEX_HOME and HOME, a provider, a proxy that counts.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEMA, startProvider, startProxy } from './provider.mjs';

/** Longest time for one call of codex, in milliseconds. */
const CALL_LIMIT_MS = 20_000;
const KEY_VARIABLE = 'CODEX_MATRIX_KEY';

export class Stage {
  static #open = new Set();
  #children = new Set();

  /**
   * @param launcher the `bin/codex.js` of the release
   * @param configured whether config.toml names the provider; false for what has to name it with `-c`
   */
  static async open(launcher, { configured = true } = {}) {
    const stage = new Stage();
    Stage.#open.add(stage);
    stage.launcher = launcher;
    stage.folder = mkdtempSync(join(tmpdir(), 'codex-structured-matrix-stage-'));
    for (const name of ['home', 'codex-home', 'project', 'elsewhere']) mkdirSync(stage.path(name));
    [stage.provider, stage.proxy] = await Promise.all([startProvider(), startProxy()]);
    writeFileSync(stage.path('schema.json'), JSON.stringify(SCHEMA));
    if (configured) writeFileSync(stage.path('codex-home', 'config.toml'), stage.#configuration());
    return stage;
  }

  path(...names) {
    return join(this.folder, ...names);
  }

  /** The model requests so far. */
  get requests() {
    return this.provider.requests;
  }

  /** Whether the last model request had the schema, as codex sends it. */
  get schemaArrived() {
    const format = this.requests.at(-1)?.text?.format;
    return format?.type === 'json_schema' && JSON.stringify(format.schema) === JSON.stringify(SCHEMA);
  }

  /** The provider as `-c` overrides, as a rehearsal gives them. */
  get overrides() {
    const provider = `{name="matrix",base_url="${this.provider.url}",env_key="${KEY_VARIABLE}",wire_api="responses",request_max_retries=0,stream_max_retries=0}`;
    return [
      `model_providers.matrix=${provider}`,
      'model_provider="matrix"',
      'analytics.enabled=false',
      'features.plugins=false',
      'features.apps=false',
      'features.shell_snapshot=false',
    ].flatMap((override) => ['-c', override]);
  }

  get env() {
    const { PATH, LANG, SYSTEMROOT } = process.env;
    const variables = {
      PATH,
      LANG,
      SYSTEMROOT,
      HOME: this.path('home'),
      CODEX_HOME: this.path('codex-home'),
      [KEY_VARIABLE]: 'key-of-the-matrix',
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    };
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
      variables[name] = this.proxy.url;
      variables[name.toLowerCase()] = this.proxy.url;
    }
    return variables;
  }

  /** Starts codex in a process group of its own; `close` ends it if nothing else did. */
  start(args) {
    const child = spawn(process.execPath, [this.launcher, ...args], {
      cwd: this.path('project'),
      env: this.env,
      detached: process.platform !== 'win32',
      stdio: 'pipe',
    });
    this.#children.add(child);
    // codex may be through before it has read everything.
    child.stdin.on('error', () => undefined);
    return child;
  }

  /** Runs codex to its end, or to the limit. */
  async call(args, stdin = '') {
    const child = this.start(args);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        said[name] += text;
      });
    }
    child.stdin.end(stdin);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      this.#kill(child);
    }, CALL_LIMIT_MS);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    clearTimeout(timer);
    this.#kill(child);
    return { ...said, code, timedOut };
  }

  static async closeAll() {
    await Promise.all([...Stage.#open].map((stage) => stage.close()));
  }

  async close() {
    Stage.#open.delete(this);
    for (const child of this.#children) this.#kill(child);
    await Promise.all([this.provider?.close(), this.proxy?.close()]);
    // A codex that was killed may still be closing its databases.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** Ends the whole group: what the launcher started outlives it otherwise. */
  #kill(child) {
    if (!this.#children.delete(child) || child.pid === undefined) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }

  #configuration() {
    return [
      'model_provider = "matrix"',
      '[model_providers.matrix]',
      'name = "matrix"',
      `base_url = "${this.provider.url}"`,
      `env_key = "${KEY_VARIABLE}"`,
      'wire_api = "responses"',
      'request_max_retries = 0',
      'stream_max_retries = 0',
      '[analytics]',
      'enabled = false',
      '[features]',
      'plugins = false',
      'apps = false',
      'shell_snapshot = false',
      '',
    ].join('\n');
  }
}
