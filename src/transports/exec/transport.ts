import { contextNeedsAppServer } from '../../codex/additional-context.js';
import { resume } from '../../codex/builders.js';
import { dependsOnVersion, missingCapability } from '../../codex/capabilities.js';
import { spawnFailed } from '../../codex/failures.js';
import { isInstallation } from '../../codex/find.js';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { missingResource, outOfResources } from '../../codex/resources.js';
import type { SpawnFailedFailure } from '../../outcome/outcome.js';
import { probeVersion } from '../process/probe-version.js';
import type { StartFailure, Transport, TurnEvidence, TurnRequest } from '../transport.js';
import { abortedBeforeStart, runCodexProcess } from './run-turn.js';
import { createSchemaFile, temporaryDirectory } from './schema-file.js';
import { sweepStaleFolders } from './sweep.js';

/** Drives codex as `codex exec --json`: one process a turn. */
export function createExecTransport(): Transport {
  return new ExecTransport();
}

class ExecTransport implements Transport {
  readonly name = 'exec';
  /** Folders swept already; once a transport is enough. */
  readonly #swept = new Set<string>();
  readonly #versions = new Map<string, Promise<string | null>>();

  async runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure> {
    const startedAt = performance.now();
    const { command, env, wireSchema } = request;
    if (Object.keys(request.additionalContext ?? {}).length > 0) return contextNeedsAppServer();
    const codex = request.findCodex();
    if (!isInstallation(codex)) return codex;
    const follows = request.schemaTurnFollows === true ? resume('', '') : null;
    const codexVersion =
      follows !== null || dependsOnVersion(command) ? await this.#versionOf(codex, env) : codex.version;
    if (typeof codexVersion === 'object' && codexVersion !== null) return codexVersion;
    const missing =
      missingCapability(command, wireSchema !== null, codexVersion) ??
      (follows === null ? null : missingCapability(follows, true, codexVersion));
    if (missing !== null) return missing;
    if (request.signal?.aborted === true) return abortedBeforeStart(request.signal, startedAt, codexVersion);
    if (wireSchema === null) {
      return await runCodexProcess(request, codex, {
        schemaPath: null,
        codexVersion,
        startedAt,
        meanwhile: async () => {},
      });
    }
    const file = await createSchemaFile(wireSchema, env);
    if ('kind' in file) return file;
    try {
      const meanwhile = () => this.#sweepOnce(temporaryDirectory(env));
      return await runCodexProcess(request, codex, {
        schemaPath: file.path,
        codexVersion,
        startedAt,
        meanwhile,
      });
    } finally {
      file.remove();
    }
  }

  async close(): Promise<void> {
    // Every turn takes down what it put up.
  }

  async #versionOf(codex: CodexInstallation, env: Environment): Promise<string | null | SpawnFailedFailure> {
    if (codex.version !== null) return codex.version;
    const asked = this.#versions.get(codex.path) ?? probeVersion(codex, env);
    this.#versions.set(codex.path, asked);
    try {
      return await asked;
    } catch (error) {
      this.#versions.delete(codex.path);
      const missing = outOfResources(missingResource(error) ?? undefined);
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
