import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { missingResource } from '../../codex/resources.js';
import { parseVersion } from '../../codex/version.js';
import { runShortly, type ShortRunLimits } from './short-run.js';

const PROBE_LIMIT_MS = 5_000;

/**
 * The version of an installation: as known, else by `codex --version` within the limits. Null where codex
 * does not say: whatever is wrong shows again, with its reason, in the run itself.
 *
 * @throws if the system has no descriptors or processes left, which says nothing of codex
 */
export async function probeVersion(
  codex: CodexInstallation,
  env: Environment,
  limits: ShortRunLimits = { limitMs: PROBE_LIMIT_MS },
): Promise<string | null> {
  if (codex.version !== null) return codex.version;
  try {
    return parseVersion((await runShortly(codex, ['--version'], env, limits)).stdout);
  } catch (error) {
    if (missingResource(error) !== null) throw error;
    return null;
  }
}
