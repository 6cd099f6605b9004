import { isInstallation } from '../../codex/find.js';
import { runShortly } from '../../codex/process/short-run.js';
import { type DoctorContext, type Finding, ok, skipped, warning } from './check.js';

/** The exit code for usage errors: older releases have `codex sandbox linux|macos` instead. */
const USAGE = 2;

const ADVICE =
  "The agent's commands will fail: allow unprivileged user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0), or run in a disposable container with -s danger-full-access.";

/** Checks whether codex can run a command in its sandbox, which containers and CI machines often do not allow. */
export async function checkSandbox(context: DoctorContext): Promise<Finding> {
  const { codex, env } = context;
  if (!isInstallation(codex)) return skipped('codex was not found.');
  if (process.platform === 'win32') return skipped('Not checked on Windows.');
  const { exitCode, timedOut } = await runShortly(codex, ['sandbox', '--', 'true'], env, context);
  if (exitCode === 0) return ok("Commands can run in codex's sandbox.");
  if (exitCode === USAGE) return skipped('This codex is too old to be asked.');
  const how = timedOut ? 'timed out' : `exited with code ${exitCode ?? 'none'}`;
  return warning(`'codex sandbox -- true' ${how}: commands cannot run in codex's sandbox here.`, ADVICE, {
    exitCode,
  });
}
