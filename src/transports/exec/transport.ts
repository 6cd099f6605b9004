import { contextNeedsAppServer } from '../../codex/additional-context.js';
import { missingCapability } from '../../codex/capabilities.js';
import { spawnFailed } from '../../codex/failures.js';
import { isInstallation } from '../../codex/find.js';
import type { CodexInstallation } from '../../codex/installation.js';
import { demandOf, needsOfExec } from '../../codex/needs.js';
import { notStarted } from '../../codex/not-started.js';
import { type ProbedVersion, VersionMemory } from '../../codex/process/probe-version.js';
import { abortCause } from '../../codex/process/supervisor.js';
import type { StartFailure, TurnRequest } from '../../codex/turn-request.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type { SpawnFailedFailure } from '../../outcome/outcome.js';
import { sweepStaleFolders } from '../../platform/files/sweep-stale-folders.js';
import { resourceProblem } from '../../platform/process/resources.js';
import type { Transport } from '../transport.js';
import { runCodexProcess } from './run-turn.js';
import { createSchemaFile, temporaryDirectory } from './schema-file.js';

/** Creates a transport that drives codex as `codex exec --json`: one process per turn. */
export function createExecTransport(): Transport {
  return new ExecTransport();
}

class ExecTransport implements Transport {
  readonly name = 'exec';
  readonly #swept = new Set<string>();
  readonly #versions = new VersionMemory();

  async runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure> {
    const startedAt = performance.now();
    const { env, wireSchema } = request;
    if (Object.keys(request.additionalContext ?? {}).length > 0) return contextNeedsAppServer();
    const { codex } = request;
    if (!isInstallation(codex)) return codex;
    const probed = await this.#versionOf(codex, request);
    if ('kind' in probed) return probed;
    const { version: codexVersion, isBroken } = probed;
    // A broken codex fails in the run with its own error, which is better than a missing feature.
    const demand = demandOf(request);
    const needs = needsOfExec(isBroken ? { ...demand, isRehearsal: false } : demand);
    const missing = missingCapability(needs, codexVersion);
    if (missing !== null) return missing;
    if (request.signal?.aborted === true)
      return notStarted(abortCause(request.signal), startedAt, codexVersion);
    const context = { codexVersion, needs, startedAt };
    if (wireSchema === null) {
      return await runCodexProcess(request, codex, {
        ...context,
        schemaPath: null,
        whileRunning: async () => {},
      });
    }
    const file = await createSchemaFile(wireSchema, env);
    if ('kind' in file) return file;
    try {
      const whileRunning = () => this.#sweepOnce(temporaryDirectory(env));
      return await runCodexProcess(request, codex, { ...context, schemaPath: file.path, whileRunning });
    } finally {
      file.remove();
    }
  }

  /** Every turn cleans up after itself. */
  async close(): Promise<void> {}

  async #versionOf(
    codex: CodexInstallation,
    request: TurnRequest,
  ): Promise<ProbedVersion | SpawnFailedFailure> {
    try {
      return await this.#versions.of(codex, request);
    } catch (error) {
      const missing = resourceProblem(error);
      if (missing === null) throw error;
      return spawnFailed(missing);
    }
  }

  async #sweepOnce(folder: string): Promise<void> {
    if (this.#swept.has(folder)) return;
    this.#swept.add(folder);
    await sweepStaleFolders(folder);
  }
}
