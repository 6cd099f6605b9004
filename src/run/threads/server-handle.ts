import { AppServer, type StartedServer } from '../../app-server/server/server.js';
import { START_LIMIT_MS, STDIN_GRACE_MS, serverArgs } from '../../app-server/server/server-options.js';
import { threadIn } from '../../app-server/server/server-requests.js';
import { findCodex, isInstallation } from '../../codex/find.js';
import { resolveLimits } from '../../codex/turn-request.js';
import { workingDirectory } from '../../codex/working-directory.js';
import { definedOnly } from '../../json/defined-only.js';
import type { CodexNotFoundFailure } from '../../outcome/outcome.js';
import type { AppServerOptions } from './options.js';
import { type RunningTurn, RunningTurns, withFailureListener } from './running-turns.js';
import { trafficListener } from './traffic.js';

/** Starts the process of a client for its first turn, and again for the next turn if it has exited. */
export class ServerHandle {
  /** The server for the next turn. */
  #current: Promise<StartedServer | CodexNotFoundFailure> | null = null;
  /** The latest server, which may be stopping. */
  #latest: Promise<StartedServer | CodexNotFoundFailure> | null = null;
  readonly #closing = new AbortController();
  readonly #turns = new RunningTurns();

  constructor(readonly options: AppServerOptions) {}

  /** Aborted when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** @throws {Error} if the client is closed */
  assertOpen(): void {
    if (this.#closing.signal.aborted) throw new Error('This app server is closed.');
  }

  /** Marks the turn as running until the returned function is called. */
  enter(turn: RunningTurn): () => void {
    return this.#turns.enter(turn);
  }

  /** Returns the running server, or starts one. @throws {Error} if the client is closed */
  get(): Promise<StartedServer | CodexNotFoundFailure> {
    this.assertOpen();
    if (this.#current !== null) return this.#current;
    const forget = () => {
      if (this.#current === starting) this.#current = null;
    };
    const starting: Promise<StartedServer | CodexNotFoundFailure> = this.#start(() => forget());
    this.#current = starting;
    this.#latest = starting;
    starting.then((server) => 'kind' in server && forget(), forget);
    return starting;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const server = await this.#latest;
    if (server !== null && !('kind' in server)) await server.stop(STDIN_GRACE_MS);
  }

  async #start(onLeaving: () => void): Promise<StartedServer | CodexNotFoundFailure> {
    const { codexPath, env = process.env, cwd = workingDirectory() } = this.options;
    const answer = withFailureListener(this.options.onServerRequest, (error, request) =>
      this.#turns.fail(error, threadIn(request)),
    );
    const codex = findCodex({ env, cwd, ...definedOnly({ codexPath }) });
    if (!isInstallation(codex)) return codex;
    const { killGraceMs, maxLineBytes } = resolveLimits(this.options);
    const onTraffic = trafficListener(this.options, env, (returned) => this.#turns.track(returned));
    return AppServer.start({
      codex,
      args: serverArgs(this.options),
      env,
      cwd,
      killGraceMs,
      maxLineBytes,
      startLimitMs: START_LIMIT_MS,
      signal: this.#closing.signal,
      onLeaving,
      ...definedOnly({ onTraffic, answer }),
    });
  }
}
