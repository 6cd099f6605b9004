import { isAtLeast } from '../../codex/version.js';
import { type Finding, ok, problem } from './check.js';

/** As `engines` in package.json has it; a test holds them together. */
export const LEAST_NODE = '20.19.0';

export function checkNode(version: string = process.versions.node): Finding {
  const details = { version, least: LEAST_NODE };
  if (isAtLeast(version, LEAST_NODE)) return ok(`Node ${version}.`, details);
  return problem(
    `Node ${version} is older than the ${LEAST_NODE} that is needed.`,
    `Install Node ${LEAST_NODE} or later.`,
    details,
  );
}
