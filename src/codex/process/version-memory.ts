import type { CodexInstallation } from '../installation.js';
import type { TurnRequest } from '../turn-request.js';
import { type ProbedVersion, probeVersionForTurn } from './probe-version.js';

/** The versions that codex was asked for, so that many turns ask once. */
export class VersionMemory {
  readonly #versions = new Map<string, Promise<ProbedVersion>>();

  /**
   * Costs a process unless the installation tells it.
   *
   * @throws if the system has no descriptors or processes left
   */
  async of(codex: CodexInstallation, request: TurnRequest): Promise<ProbedVersion> {
    if (codex.version !== null) return { version: codex.version, isBroken: false };
    const key = JSON.stringify([codex.path, codex.prefixArgs]);
    const asked = this.#versions.get(key) ?? probeVersionForTurn(codex, request);
    this.#versions.set(key, asked);
    let probed: ProbedVersion;
    try {
      probed = await asked;
    } catch (error) {
      this.#versions.delete(key);
      throw error;
    }
    // A limit of this turn may have been the reason: the next one asks again.
    if (probed.version === null) this.#versions.delete(key);
    return probed;
  }
}
