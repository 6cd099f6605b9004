import type { CodexNotFoundFailure, SpawnFailedFailure } from '../outcome/outcome.js';

const NOTHING_RAN = { ok: false, workMayHaveRun: false, retryable: false } as const;
const INSTALL = "install it with 'npm install -g @openai/codex'";

/**
 * Returns the failure of a search for codex.
 *
 * @param named - the one place that was searched, if the caller named it
 */
export function codexNotFound(
  searched: readonly string[],
  named?: { readonly from: string; readonly file: string },
): CodexNotFoundFailure {
  const message =
    named === undefined
      ? `codex was not found on PATH or as an npm package; ${INSTALL}, or set its path with 'codexPath'.`
      : `codex was not found at ${named.file}, the path in ${named.from}; correct or remove ${named.from}.`;
  return { ...NOTHING_RAN, kind: 'codex_not_found', message, searched };
}

/** Returns the failure of an npm installation without the package that has this platform's binary. */
export function nativePartMissing(launcher: string, packageName: string): CodexNotFoundFailure {
  return {
    ...NOTHING_RAN,
    kind: 'codex_not_found',
    message: `${launcher} has no native binary (the optional package ${packageName} is not installed); ${INSTALL}.`,
    searched: [launcher, packageName],
  };
}

/** Returns the failure of a codex that cannot be started; `reason` names the file and says why. */
export function spawnFailed(reason: string): SpawnFailedFailure {
  return { ...NOTHING_RAN, kind: 'spawn_failed', message: `codex cannot be started: ${reason}.`, reason };
}
