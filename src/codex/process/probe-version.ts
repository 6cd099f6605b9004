import { missingResource } from '../../platform/process/resources.js';
import type { CodexInstallation, Environment } from '../installation.js';
import type { TurnRequest } from '../turn-request.js';
import { parseVersion } from '../version.js';
import { runShortly, type ShortRunLimits } from './short-run.js';

const PROBE_LIMIT_MS = 5_000;
/** Shorter before a turn, which should not wait long for a codex that may never answer. */
const TURN_PROBE_LIMIT_MS = 2_000;

/** The result of `codex --version`. */
export interface ProbedVersion {
  /** Null if codex did not print it. */
  readonly version: string | null;
  /** codex failed or timed out. The run will fail with codex's own error. */
  readonly isBroken: boolean;
}

/**
 * Returns the version of an installation, if necessary from `codex --version`; null if codex does not print it: the run
 * then fails with codex's own error.
 *
 * @throws if the system has no descriptors or processes left, which is not a problem of codex
 */
export async function probeVersion(
  codex: CodexInstallation,
  env: Environment,
  limits?: ShortRunLimits,
): Promise<string | null> {
  return (await probed(codex, env, limits)).version;
}

/** Runs {@link probeVersion} before a turn, for at most half of the turn's time limit. */
function probeVersionForTurn(
  codex: CodexInstallation,
  { env, limits, signal }: Pick<TurnRequest, 'env' | 'limits' | 'signal'>,
): Promise<ProbedVersion> {
  const { timeoutMs } = limits;
  const limitMs =
    timeoutMs === 0 ? TURN_PROBE_LIMIT_MS : Math.max(Math.min(TURN_PROBE_LIMIT_MS, timeoutMs / 2), 1);
  return probed(codex, env, { limitMs, ...(signal === undefined ? {} : { signal }) });
}

async function probed(
  codex: CodexInstallation,
  env: Environment,
  limits: ShortRunLimits = { limitMs: PROBE_LIMIT_MS },
): Promise<ProbedVersion> {
  if (codex.version !== null) return { version: codex.version, isBroken: false };
  let isNoAnswer = false;
  // A program that ignores its arguments and starts a turn is stopped.
  const isEnough = (stdout: string) => {
    isNoAnswer ||= /^\s*\{/.test(stdout);
    return isNoAnswer;
  };
  try {
    const { stdout, exitCode } = await runShortly(codex, ['--version'], env, { ...limits, isEnough });
    return { version: parseVersion(stdout), isBroken: exitCode !== 0 && !isNoAnswer };
  } catch (error) {
    if (missingResource(error) !== null) throw error;
    return { version: null, isBroken: true };
  }
}

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
