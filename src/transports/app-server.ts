import type { AppServer } from '../app-server/server/server.js';
import { unsupportedOption } from '../app-server/server/server-options.js';
import { type ServerLease, ServerPool } from '../app-server/server/server-pool.js';
import { runCommand } from '../app-server/turn/run-turn.js';
import { TurnDeadline, TurnStoppedError } from '../app-server/turn/turn-deadline.js';
import { missingCapability } from '../codex/capabilities.js';
import { isInstallation } from '../codex/find.js';
import { demandOf, needsOfAppServer } from '../codex/needs.js';
import { notStarted } from '../codex/not-started.js';
import { assertOptions } from '../codex/options/assert-options.js';
import { integer, type OptionTable } from '../codex/options/validators.js';
import { VersionMemory } from '../codex/process/probe-version.js';
import type { ThreadLease } from '../codex/thread-lease.js';
import type { StartFailure, TurnRequest } from '../codex/turn-request.js';
import type { TurnEvidence } from '../outcome/evidence.js';
import type { Transport } from './transport.js';

export interface AppServerTransportOptions {
  /**
   * The maximum number of turns per process. After that another process takes over, since the app server keeps some
   * memory for every thread. Default: no maximum.
   */
  readonly turnsPerServer?: number;
}

/**
 * Creates a transport that drives codex as `codex app-server`: one process runs many turns, also at the same time.
 *
 * Turns share a process if they start it alike (codex itself, its environment, `-c`, `--enable`, `--disable`, the
 * directory). Close the transport when you are done (`await using` does it): `close` stops the processes, and the
 * transport can be used again afterwards. A process without a running turn does not keep this program alive, and exits
 * with it.
 *
 * @throws {TypeError} if an option is unknown or of the wrong type
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
  /** Threads that stay open for further turns of the same run. */
  readonly #kept = new WeakMap<ThreadLease, OpenThread>();

  constructor({ turnsPerServer }: AppServerTransportOptions) {
    this.#pool = new ServerPool(turnsPerServer);
  }

  async runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure> {
    const startedAt = performance.now();
    const { limits, signal, isRehearsal = false } = request;
    const { codex } = request;
    if (!isInstallation(codex)) return codex;
    // No other server knows an ephemeral thread, so the turn fails as if the server had exited during it.
    if (this.#isLost(request)) return { ...notStarted(null, startedAt, codex.version), serverEnded: true };
    const kept = this.#keptFor(request);
    const unsupported = kept === null ? unsupportedOption(request.command) : null;
    if (unsupported !== null) return unsupported;
    const needs = needsOfAppServer(demandOf(request));
    // The app server reports its version when it runs. A rehearsal needs the version before, since an old codex
    // connects to OpenAI at its start.
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
      // The version that the server reports itself is the right one.
      const unmet = missingCapability(needs, server.version);
      if (unmet !== null) return unmet;
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

  /** Whether this request continues an ephemeral thread whose server has exited. */
  #isLost({ threadLease, command }: TurnRequest): boolean {
    const kept = threadLease === undefined ? undefined : this.#kept.get(threadLease);
    if (kept === undefined || kept.server.exit === null || command.subcommand !== 'resume') return false;
    return command.session === kept.threadId && command.options.ephemeral === true;
  }

  /** Returns the open thread that this request continues; null if there is none. */
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
