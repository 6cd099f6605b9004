import { findCodex, isInstallation } from '../../codex/find.js';
import type { CodexNotFoundFailure, SpawnFailedFailure, UnsupportedFailure } from '../../outcome/outcome.js';
import { serverArgs } from '../../transports/app-server/launch.js';
import { AppServer } from '../../transports/app-server/server.js';
import { limitsOf } from '../limits.js';
import type { AppServerOptions } from './options.js';

/** Why there is no app server. */
export type ServerFailure = CodexNotFoundFailure | SpawnFailedFailure | UnsupportedFailure;

const START_LIMIT_MS = 30_000;
/** How long it has to go by itself once its stdin has ended. */
const STDIN_GRACE_MS = 2_000;

/** The one process behind a client: started when it is wanted, again where it has ended. */
export class ServerHandle {
  #running: Promise<AppServer | ServerFailure> | null = null;
  readonly #closing = new AbortController();

  constructor(readonly options: AppServerOptions) {}

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** @throws {Error} where it is closed */
  get(): Promise<AppServer | ServerFailure> {
    if (this.closed) throw new Error('This app server is closed.');
    this.#running ??= this.#start();
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const server = await this.#running;
    if (server !== null && server !== undefined && !('kind' in server)) await server.stop(STDIN_GRACE_MS);
  }

  async #start(): Promise<AppServer | ServerFailure> {
    const { codexPath, env = process.env, cwd = process.cwd(), onServerRequest } = this.options;
    const codex = findCodex({ env, cwd, ...(codexPath === undefined ? {} : { codexPath }) });
    const { killGraceMs, maxLineBytes } = limitsOf(this.options);
    const server = isInstallation(codex)
      ? await AppServer.start({
          codex,
          args: serverArgs(this.options),
          env,
          cwd,
          killGraceMs,
          maxLineBytes,
          startLimitMs: START_LIMIT_MS,
          signal: this.#closing.signal,
          ...(onServerRequest === undefined ? {} : { answer: onServerRequest }),
        })
      : codex;
    const forget = () => {
      this.#running = null;
    };
    if ('kind' in server) forget();
    else void server.ended.then(forget);
    return server;
  }
}
