import { unsupportedOption } from '../app-server/server/launch.js';
import type { AppServer } from '../app-server/server/server.js';
import { type ServerLease, ServerPool } from '../app-server/server/server-pool.js';
import { runCommand } from '../app-server/turn/run-turn.js';
import { TurnDeadline, TurnStoppedError } from '../app-server/turn/turn-deadline.js';
import { missingCapability } from '../codex/capabilities.js';
import { isInstallation } from '../codex/find.js';
import { needsOfAppServer } from '../codex/needs.js';
import { notStarted } from '../codex/not-started.js';
import { assertOptions } from '../codex/options/assert-options.js';
import { integer, type OptionTable } from '../codex/options/validators.js';
import { VersionMemory } from '../codex/process/version-memory.js';
import type { ThreadLease } from '../codex/thread-lease.js';
import { demandOf } from '../codex/turn-demand.js';
import type { StartFailure, TurnRequest } from '../codex/turn-request.js';
import type { TurnEvidence } from '../outcome/evidence.js';
import type { Transport } from './transport.js';

export interface AppServerTransportOptions {
  /**
   * A process takes no further turns after that many, and ends after the last of them: the app server keeps
   * something of every thread that it ever had. Default: no bound.
   */
  readonly turnsPerServer?: number;
}

/**
 * Drives codex as `codex app-server`: many turns a process, also at the same time.
 *
 * A process is shared by the turns that agree in all that a process is started with (codex itself, its
 * environment, `-c`, `--enable`, `--disable`, the directory). Close the transport when you are done (`await using`
 * does it): `close` ends the processes, and the transport can be used again after it. A process that runs no turn
 * does not keep this program alive; it ends with it.
 *
 * @throws {TypeError} if an option is none
 */
export function createAppServerTransport(
  options: AppServerTransportOptions = {},
): Transport & AsyncDisposable {
  assertOptions('createAppServerTransport()', options, OPTIONS);
  return new AppServerTransport(options);
}

const OPTIONS: OptionTable<AppServerTransportOptions> = { turnsPerServer: integer(1) };

interface OpenThread {
  readonly server: AppServer;
  readonly threadId: string;
}

class AppServerTransport implements Transport, AsyncDisposable {
  readonly name = 'app-server';
  readonly #pool: ServerPool;
  readonly #versions = new VersionMemory();
  /** Threads that are kept open for further turns of the same run. */
  readonly #kept = new WeakMap<ThreadLease, OpenThread>();

  constructor({ turnsPerServer }: AppServerTransportOptions) {
    this.#pool = new ServerPool(turnsPerServer);
  }

  async runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure> {
    const startedAt = performance.now();
    const { limits, signal, isRehearsal = false } = request;
    const { codex } = request;
    if (!isInstallation(codex)) return codex;
    const kept = this.#keptFor(request);
    const unsupported = kept === null ? unsupportedOption(request.command) : null;
    if (unsupported !== null) return unsupported;
    const needs = needsOfAppServer(demandOf(request));
    // The app server says which one it is once it runs. A rehearsal has to know before: an old one connects
    // elsewhere.
    const { version } = isRehearsal ? await this.#versions.of(codex, request) : codex;
    const missing = version === null && !isRehearsal ? null : missingCapability(needs, version);
    if (missing !== null) return missing;
    const stop = new TurnDeadline(limits, startedAt, signal);
    if (stop.signal.aborted) return notStarted(stop.cause, startedAt, codex.version);
    const lease: ServerLease =
      kept === null
        ? this.#pool.lease(codex, request, stop.signal)
        : { server: Promise.resolve(kept.server), release: async () => {} };
    const { threadLease } = request;
    let leave = () => {};
    const release = () => {
      leave();
      return lease.release();
    };
    threadLease?.onRelease(release);
    try {
      const server = await stop.race(lease.server);
      if (!('kind' in server)) leave = server.use();
      if ('kind' in server)
        return stop.cause === null ? server : notStarted(stop.cause, startedAt, codex.version);
      // Its own word counts: it has the thread and the turn still before it.
      const lacking = missingCapability(needs, server.version);
      if (lacking !== null) return lacking;
      const onOpen = (threadId: string) => {
        if (threadLease !== undefined) this.#kept.set(threadLease, { server, threadId });
      };
      return await runCommand(server, request, { stop, startedAt }, { kept: kept?.threadId ?? null, onOpen });
    } catch (error) {
      if (error instanceof TurnStoppedError) return notStarted(stop.cause, startedAt, codex.version);
      throw error;
    } finally {
      stop.release();
      if (threadLease === undefined) await release();
    }
  }

  /** The thread that this request goes on with, where it is open still. */
  #keptFor({ threadLease, command }: TurnRequest): OpenThread | null {
    const kept = threadLease === undefined ? undefined : this.#kept.get(threadLease);
    if (kept === undefined || kept.server.exit !== null || command.subcommand !== 'resume') return null;
    return command.session === kept.threadId ? kept : null;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
