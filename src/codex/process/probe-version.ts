import { missingResource } from '../../platform/process/resources.js';
import type { CodexInstallation, Environment } from '../installation.js';
import type { TurnRequest } from '../turn-request.js';
import { parseVersion } from '../version.js';
import { runShortly, type ShortRunLimits } from './short-run.js';

const PROBE_LIMIT_MS = 5_000;
/** What waits for a turn to begin is not to wait long for a codex that may never say. */
const TURN_PROBE_LIMIT_MS = 2_000;

/** What asking codex for its version came to. */
export interface ProbedVersion {
  /** Null: it did not say. */
  readonly version: string | null;
  /** It failed even at that, or never ended: what is wrong with it shows in the run, in its own words. */
  readonly isBroken: boolean;
}

/**
 * The version of an installation: as known, else by `codex --version` within the limits. Null if codex does not
 * say: whatever is wrong shows again, with its reason, in the run itself.
 *
 * @throws if the system has no descriptors or processes left, which says nothing of codex
 */
export async function probeVersion(
  codex: CodexInstallation,
  env: Environment,
  limits?: ShortRunLimits,
): Promise<string | null> {
  return (await probed(codex, env, limits)).version;
}

/** {@link probeVersion} before a turn: it takes no more than half of the turn's own time limit. */
export function probeVersionForTurn(
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
  // A program that ignores its arguments and begins a turn is not to be waited for.
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
