import { missingResource, outOfResources } from '../../codex/resources.js';
import { startTimer } from '../../transports/process/timer.js';
import { type Check, type CheckName, type Finding, problem } from './check.js';

/** What asks codex keeps the limit itself, and then ends codex, which has 5 s after SIGTERM. */
const GRACE_MS = 10_000;

/** A check with the time it took; one that hangs (a file system that does not answer) or breaks is a problem. */
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
          `It did not end within ${limitMs / 1000} s.`,
          'Give it more time with --timeout, or look why.',
        ),
      );
    });
  });
  const found = await Promise.race([Promise.resolve(finding).catch(broken), tooLong]);
  cancel();
  return { name, ...found, durationMs: Math.round(performance.now() - started) };
}

function broken(error: unknown): Finding {
  const missing = outOfResources(missingResource(error) ?? undefined);
  if (missing !== null) {
    return problem(`It could not be checked: ${missing}.`, 'Give this process more of it, then ask again.');
  }
  const reason = error instanceof Error ? error.message : String(error);
  return problem(
    `It could not be looked at: ${reason}.`,
    'Please report it if that is no fault of the machine.',
  );
}
