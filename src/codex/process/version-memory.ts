import type { CodexInstallation } from '../installation.js';
import type { TurnRequest } from '../turn-request.js';
import { type ProbedVersion, probeVersionForTurn } from './probe-version.js';

/** Caches the versions of codex, so that many turns need one `codex --version`. */
export class VersionMemory {
  readonly #versions = new Map<string, Promise<ProbedVersion>>();

  /**
   * Returns the version, for which a process is started unless it is known.
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
    // The time limit of this turn may be the reason, so the next turn tries again.
    if (probed.version === null) this.#versions.delete(key);
    return probed;
  }
}
