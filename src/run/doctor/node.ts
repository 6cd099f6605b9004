import { isAtLeast } from '../../codex/version.js';
import { type Finding, ok, problem } from './check.js';

/** The same as `engines` in package.json; a test compares them. */
export const MINIMUM_NODE = '20.19.0';

export function checkNode(version: string = process.versions.node): Finding {
  const details = { version, least: MINIMUM_NODE };
  if (isAtLeast(version, MINIMUM_NODE)) return ok(`Node ${version}.`, details);
  return problem(
    `Node ${version} is too old; ${MINIMUM_NODE} or later is required.`,
    `Install Node ${MINIMUM_NODE} or later.`,
    details,
  );
}
