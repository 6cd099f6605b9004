import { resourceProblem } from '../../platform/process/resources.js';
import { startTimer } from '../../platform/time/timer.js';
import { type Check, type CheckName, type Finding, problem } from './check.js';

/** Checks that run codex keep the limit themselves and then stop codex, which has 5 s after SIGTERM. */
const GRACE_MS = 10_000;

/** Runs a check and measures its time. A check that hangs (on an unresponsive file system) or throws is a problem. */
export async function timedCheck(
  limitMs: number,
  name: CheckName,
  finding: Finding | Promise<Finding>,
  graceMs = GRACE_MS,
): Promise<Check> {
  const started = performance.now();
  let cancel = () => {};
  const tooLong = new Promise<Finding>((resolve) => {
    cancel = startTimer(limitMs === 0 ? 0 : limitMs + graceMs, () => {
      resolve(
        problem(
          `The check did not finish within ${limitMs / 1000} s.`,
          'Raise the limit with --timeout, or investigate.',
        ),
      );
    });
  });
  const found = await Promise.race([Promise.resolve(finding).catch(broken), tooLong]);
  cancel();
  return { name, ...found, durationMs: Math.round(performance.now() - started) };
}

function broken(error: unknown): Finding {
  const missing = resourceProblem(error);
  if (missing !== null) {
    return problem(
      `The check failed: ${missing}.`,
      'Free the resource or raise its limit, then run doctor again.',
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return problem(`The check failed: ${reason}.`, 'If the machine is not the cause, please report it.');
}
