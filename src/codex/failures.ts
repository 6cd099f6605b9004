import type { CodexNotFoundFailure, SpawnFailedFailure } from '../outcome/outcome.js';

const NOTHING_RAN = { ok: false, workMayHaveRun: false, retryable: false } as const;
const INSTALL = "install it with 'npm install -g @openai/codex'";

/** There is no codex at any of the places; `named` where the caller named the one place to look at. */
export function codexNotFound(
  searched: readonly string[],
  named?: { readonly from: string; readonly file: string },
): CodexNotFoundFailure {
  const message =
    named === undefined
      ? `No codex was found on PATH or as an npm package; ${INSTALL}, or name it with --codex-path.`
      : `There is no codex at ${named.file}, which ${named.from} names; correct it, or leave it out.`;
  return { ...NOTHING_RAN, kind: 'codex_not_found', message, searched };
}

/** npm's launcher is there, but not the package with the binary for this platform. */
export function nativePartMissing(launcher: string, packageName: string): CodexNotFoundFailure {
  return {
    ...NOTHING_RAN,
    kind: 'codex_not_found',
    message: `${launcher} lacks its native part (the optional package ${packageName} is not installed); ${INSTALL}.`,
    searched: [launcher, packageName],
  };
}

/** `reason` names the file and says why it cannot be started. */
export function spawnFailed(reason: string): SpawnFailedFailure {
  return { ...NOTHING_RAN, kind: 'spawn_failed', message: `codex cannot be started: ${reason}.`, reason };
}
