import { closest } from '../../codex/options/closest.js';
import { envNameOf, type Flag } from '../flags/flag.js';
import { FLAGS } from '../flags/table.js';

const PREFIX = 'CODEX_STRUCTURED_';

/** Variables that processes of this program set for each other. */
const OTHERS: ReadonlySet<string> = new Set(
  ['OWNER', 'REHEARSAL_KEY', 'BRIDGE_DEPTH', 'BRIDGE_TOKEN'].map((name) => `${PREFIX}${name}`),
);

/** Returns a sentence for each variable with our prefix that sets no flag of any command. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const set = Object.keys(env).filter((name) => name.startsWith(PREFIX) && env[name] !== '');
  if (set.length === 0) return [];
  const flags: readonly Flag[] = FLAGS;
  const known = flags.filter((flag) => flag.env !== false).map(envNameOf);
  const unknown = set.filter((name) => !known.includes(name) && !OTHERS.has(name));
  return unknown.map((name) => {
    const flag = flags.find((one) => envNameOf(one) === name);
    if (flag !== undefined) return `The variable ${name} has no effect; use the flag --${flag.name}.`;
    const near = closest(
      name.slice(PREFIX.length),
      known.map((one) => one.slice(PREFIX.length)),
    );
    const hint = near === null ? 'no flag has this name.' : `did you mean ${PREFIX}${near}?`;
    return `The variable ${name} has no effect; ${hint}`;
  });
}
