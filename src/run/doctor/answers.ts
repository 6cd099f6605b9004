import { isInstallation } from '../../codex/find.js';
import { runShortly } from '../../codex/process/short-run.js';
import { parseVersion } from '../../codex/version.js';
import { missingResource } from '../../platform/process/resources.js';
import { clip } from '../../text/clip.js';
import { safeLine } from '../../text/safe-line.js';
import type { DoctorContext } from './check.js';
import { askLoginStatus, type LoginStatus } from './login-status.js';

/** What codex says of itself. Each question is asked once, when the first check needs it. */
export interface Answers {
  readonly version: () => Promise<VersionAnswer>;
  readonly login: () => Promise<LoginStatus>;
}

export type VersionAnswer =
  | { readonly isCodex: true; readonly version: string }
  /** @param reason - what '--version' did instead, to complete a sentence */
  | { readonly isCodex: false; readonly reason: string };

export function askCodex(context: DoctorContext): Answers {
  return { version: once(() => askVersion(context)), login: once(() => askLoginStatus(context)) };
}

/** Whether `codex login status` was answered as only codex answers it. */
export function isCodex(login: LoginStatus): boolean {
  return login.kind !== 'unknown' && login.kind !== 'no_codex';
}

const SHOWN = 80;

async function askVersion(context: DoctorContext): Promise<VersionAnswer> {
  const { codex, env } = context;
  if (!isInstallation(codex)) return { isCodex: false, reason: 'was not run' };
  if (codex.version !== null) return { isCodex: true, version: codex.version };
  try {
    const { stdout, stderr, exitCode, timedOut } = await runShortly(codex, ['--version'], env, context);
    const version = parseVersion(stdout);
    if (version !== null) return { isCodex: true, version };
    if (timedOut) return { isCodex: false, reason: `gave no answer within ${context.limitMs / 1000} s` };
    const [line = ''] = `${stdout}\n${stderr}`.trim().split('\n');
    const shown = line === '' ? 'printed nothing' : `printed "${clip(safeLine(line), SHOWN)}"`;
    const exit = exitCode === 0 ? '' : ` and exited with code ${exitCode ?? 'none'}`;
    return { isCodex: false, reason: `${shown}${exit}` };
  } catch (error) {
    if (missingResource(error) !== null) throw error;
    return { isCodex: false, reason: `could not be started (${(error as NodeJS.ErrnoException).code})` };
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask();
    return asked;
  };
}
