import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { parseVersion } from '../../codex/version.js';
import { runShortly, type ShortRunLimits } from './short-run.js';

const PROBE_LIMIT_MS = 5_000;

/**
 * The version of an installation: as known, else by `codex --version` within the limits. Null where codex
 * does not say. Never rejects: whatever is wrong shows again, with its reason, in the run itself.
 */
export async function probeVersion(
  codex: CodexInstallation,
  env: Environment,
  limits: ShortRunLimits = { limitMs: PROBE_LIMIT_MS },
): Promise<string | null> {
  if (codex.version !== null) return codex.version;
  try {
    return parseVersion((await runShortly(codex, ['--version'], env, limits)).stdout);
  } catch {
    return null;
  }
}
