import { isInstallation } from '../../codex/find.js';
import { runShortly } from '../../transports/process/short-run.js';
import { type DoctorContext, type Finding, ok, skipped, warning } from './check.js';

/** clap's exit code for what it does not know: releases before had `codex sandbox linux|macos`. */
const USAGE = 2;

const ADVICE =
  'Commands of the agent will fail: allow unprivileged user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0), or run in a throw-away container with -s danger-full-access.';

/** Whether codex can run a command in its sandbox; containers and CI machines often forbid what that needs. */
export async function checkSandbox(context: DoctorContext): Promise<Finding> {
  const { codex, env } = context;
  if (!isInstallation(codex)) return skipped('There is no codex to ask.');
  if (process.platform === 'win32') return skipped('Not looked at on Windows.');
  const { exitCode, timedOut } = await runShortly(codex, ['sandbox', '--', 'true'], env, context);
  if (exitCode === 0) return ok('Commands can run in the sandbox of codex.');
  if (exitCode === USAGE) return skipped('This codex cannot be asked.');
  const how = timedOut ? 'took too long' : `ended with exit code ${exitCode ?? 'none'}`;
  return warning(`'codex sandbox -- true' ${how}: no command can run in the sandbox here.`, ADVICE, {
    exitCode,
  });
}
