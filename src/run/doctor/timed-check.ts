import { resourceProblem } from '../../platform/process/resources.js';
import { waitAtMost } from '../../platform/time/wait-at-most.js';
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
  const checked = Promise.resolve(finding).catch(broken);
  const found = await waitAtMost(checked, limitMs === 0 ? 0 : limitMs + graceMs);
  const result = found === 'late' ? tooLong(limitMs) : found;
  return { name, ...result, durationMs: Math.round(performance.now() - started) };
}

function tooLong(limitMs: number): Finding {
  return problem(
    `The check did not finish within ${limitMs / 1000} s.`,
    'Raise the limit with --timeout, or investigate.',
  );
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
