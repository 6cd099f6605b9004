import { createHash } from 'node:crypto';
import type { CodexInstallation } from '../../codex/installation.js';
import type { TurnLimits, TurnRequest } from '../../codex/turn-request.js';
import { UNREAD_NOTIFICATIONS } from '../protocol/methods.js';
import { AppServer, type StartedServer } from './server.js';
import { START_LIMIT_MS, STDIN_GRACE_MS, serverArgs } from './server-options.js';

/** When a server has this many turns left, its successor is started. */
const STARTED_AHEAD = 8;

/** A server for one turn, which releases it when it has ended. */
export interface ServerLease {
  readonly server: Promise<StartedServer>;
  release(): Promise<void>;
}

interface Shared {
  readonly server: Promise<StartedServer>;
  /** The number of turns that got it, and how many of them have not ended. */
  given: number;
  open: number;
}

/** The servers of a transport. Turns that start their process alike share one, up to `turnsPerServer` turns. */
export class ServerPool {
  readonly #shared = new Map<string, Shared>();
  /** The successors of the servers in `#shared`. */
  readonly #next = new Map<string, Shared>();
  readonly #all = new Set<Promise<StartedServer>>();
  #closing = new AbortController();

  constructor(private readonly turnsPerServer = Number.POSITIVE_INFINITY) {}

  lease(codex: CodexInstallation, request: TurnRequest, stop: AbortSignal): ServerLease {
    if (request.once === true) {
      const server = this.#start(codex, request, stop);
      return { server, release: async () => end(await server) };
    }
    const key = keyOf(codex, request);
    const running = this.#shared.get(key) ?? this.#takeNext(key) ?? this.#startShared(codex, request);
    this.#shared.set(key, running);
    running.given += 1;
    running.open += 1;
    const left = this.turnsPerServer - running.given;
    if (left === STARTED_AHEAD) this.#next.set(key, this.#startShared(codex, request));
    if (left <= 0) this.#shared.delete(key);
    let isReleased = false;
    return {
      server: running.server,
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        running.open -= 1;
        const isUsedUp = running.open === 0 && running.given >= this.turnsPerServer;
        // Only `close` waits for the exit of the server.
        if (isUsedUp) void running.server.then(end, () => {});
      },
    };
  }

  #takeNext(key: string): Shared | undefined {
    const next = this.#next.get(key);
    this.#next.delete(key);
    return next;
  }

  #startShared(codex: CodexInstallation, request: TurnRequest): Shared {
    const onLeaving = () => this.#forget(shared);
    // The abort of one turn must not abort the start, since other turns may need the server.
    const server = this.#start(codex, request, this.#closing.signal, onLeaving);
    const shared: Shared = { server, given: 0, open: 0 };
    server.then((started) => 'kind' in started && onLeaving(), onLeaving);
    return shared;
  }

  #forget(shared: Shared): void {
    for (const servers of [this.#shared, this.#next]) {
      for (const [key, server] of servers) if (server === shared) servers.delete(key);
    }
  }

  /** Stops every server, including those that are still starting. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#closing = new AbortController();
    const all = [...this.#all];
    this.#shared.clear();
    this.#next.clear();
    await Promise.all(all.map(async (server) => end(await server)));
  }

  #start(
    codex: CodexInstallation,
    request: TurnRequest,
    signal: AbortSignal,
    onLeaving = () => {},
  ): Promise<StartedServer> {
    const { env, cwd, limits } = request;
    const server = AppServer.start({
      codex,
      args: serverArgs(request.command.options),
      env,
      cwd,
      killGraceMs: limits.killGraceMs,
      maxLineBytes: limits.maxLineBytes,
      startLimitMs: START_LIMIT_MS,
      ...(needsSigns(limits) ? {} : { unwanted: UNREAD_NOTIFICATIONS }),
      signal,
      onLeaving,
    });
    this.#all.add(server);
    const forget = () => void this.#all.delete(server);
    server.then((started) => ('kind' in started ? forget() : void started.ended.then(forget)), forget);
    return server;
  }
}

async function end(started: StartedServer): Promise<void> {
  if (!('kind' in started)) await started.stop(STDIN_GRACE_MS);
}

/** With an idle timeout, every notification counts as a sign of life. */
function needsSigns({ idleTimeoutMs }: TurnLimits): boolean {
  return idleTimeoutMs > 0;
}

/** Returns a key of everything that a process is started with. It is a hash, since an environment has secrets. */
function keyOf(codex: CodexInstallation, { command, env, cwd, limits }: TurnRequest): string {
  const variables = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  const { killGraceMs, maxLineBytes } = limits;
  const parts = [
    codex.path,
    codex.prefixArgs,
    serverArgs(command.options),
    cwd,
    variables,
    killGraceMs,
    maxLineBytes,
    needsSigns(limits),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
