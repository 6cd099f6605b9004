import { isInstallation } from '../../codex/find.js';
import type { StartFailure, Transport, TurnEvidence, TurnRequest } from '../transport.js';
import { unsupportedOption } from './launch.js';
import { runCommand } from './run-turn.js';
import { ServerPool } from './server-pool.js';
import { notStarted } from './turn-evidence.js';
import { TurnStop, TurnStopped } from './turn-stop.js';

/**
 * Drives codex as `codex app-server`: many turns a process, also at the same time.
 *
 * A process is shared by the turns that agree in all that a process is started with (codex itself, its
 * environment, `-c`, `--enable`, `--disable`, the directory). `close` ends them; the transport can be used
 * again after it.
 */
export function createAppServerTransport(): Transport {
  return new AppServerTransport();
}

class AppServerTransport implements Transport {
  readonly name = 'app-server';
  readonly #pool = new ServerPool();

  async runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure> {
    const startedAt = performance.now();
    const { limits, signal } = request;
    const codex = request.findCodex();
    if (!isInstallation(codex)) return codex;
    const unsupported = unsupportedOption(request.command);
    if (unsupported !== null) return unsupported;
    const stop = new TurnStop(limits, startedAt, signal);
    if (stop.signal.aborted) return notStarted(stop, startedAt, codex.version);
    const lease = this.#pool.lease(codex, request, stop.signal);
    try {
      const server = await stop.orStopped(lease.server);
      if ('kind' in server) return stop.cause === null ? server : notStarted(stop, startedAt, codex.version);
      return await runCommand(server, request, { stop, startedAt });
    } catch (error) {
      if (error instanceof TurnStopped) return notStarted(stop, startedAt, codex.version);
      throw error;
    } finally {
      stop.release();
      await lease.release();
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
