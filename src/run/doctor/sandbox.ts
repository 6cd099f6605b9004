import { isInstallation } from '../../codex/find.js';
import { runShortly } from '../../codex/process/short-run.js';
import { withoutStderrNoise } from '../../outcome/stderr-noise.js';
import { clip } from '../../text/clip.js';
import { safeLine } from '../../text/safe-line.js';
import { type DoctorContext, type Finding, ok, skipped, warning } from './check.js';

/** The exit code for usage errors: older releases have `codex sandbox linux|macos` instead. */
const USAGE = 2;

/** What the sandbox's own programs print if the system does not let them build a sandbox. */
const REFUSED = /^(?:bwrap|bubblewrap|sandbox-exec): |sandbox_apply|landlock|seccomp|user namespace/im;

const SHOWN = 200;

/** Only for a sandbox that was seen to be refused: any other fault must not make a machine less safe. */
const ALLOW =
  "The agent's commands will fail. Allow codex to create user namespaces: with an AppArmor profile for bwrap, sysctl user.max_user_namespaces, or the seccomp profile of the container. In a disposable container, -s danger-full-access does without the sandbox.";

/** Checks whether codex can run a command in its sandbox, which containers and CI machines often do not allow. */
export async function checkSandbox({ codex, env, ...limits }: DoctorContext): Promise<Finding> {
  if (!isInstallation(codex)) return skipped('codex was not found.');
  if (process.platform === 'win32') return skipped('Not checked on Windows.');
  const { exitCode, timedOut, stderr } = await runShortly(codex, ['sandbox', '--', 'true'], env, limits);
  if (exitCode === 0) return ok("Commands can run in codex's sandbox.");
  if (exitCode === USAGE) return skipped('This codex is too old to be asked.');
  const lines = withoutStderrNoise(stderr).trim().split('\n');
  const refusal = timedOut ? undefined : lines.find((line) => REFUSED.test(line));
  if (refusal !== undefined) {
    return warning(`Commands cannot run in codex's sandbox here: ${shown(refusal)}.`, ALLOW, { exitCode });
  }
  const how = timedOut ? 'timed out' : `exited with code ${exitCode ?? 'none'}`;
  const [last = ''] = lines.filter((line) => /error|panicked|failed/i.test(line)).slice(-1);
  return warning(
    `'codex sandbox -- true' ${how}${last === '' ? '' : `: ${shown(last)}`}.`,
    "Run 'codex sandbox -- true' to see why.",
    { exitCode },
  );
}

function shown(line: string): string {
  return clip(safeLine(line.trim()), SHOWN).replace(/\.$/, '');
}
