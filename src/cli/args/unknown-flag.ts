import { closest } from '../../codex/options/closest.js';
import { otherFlag } from '../../codex/other-flags.js';
import type { Flag } from '../flags/flag.js';
import { UsageError } from '../usage-error.js';

/** Flags of codex and of other tools, with what to use instead. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['--full-auto', 'use --sandbox workspace-write'],
  ['--yolo', 'use --dangerously-bypass-approvals-and-sandbox'],
  ['--ask-for-approval', 'codex exec never asks for approval; use --sandbox to restrict it'],
  ['-a', 'codex exec never asks for approval; use --sandbox to restrict it'],
  [
    '--json',
    'the answer is always JSON; --envelope prints the whole outcome, --events FILE keeps the events',
  ],
  ['--output-schema', 'the schema is the first argument: <schema> [prompt]'],
  ['--output-last-message', 'use --output FILE'],
]);

/**
 * @param name - as yargs-parser returns it, without dashes
 * @throws {UsageError} always
 */
export function refuseUnknownFlag(name: string, argv: readonly string[], flags: readonly Flag[]): never {
  const token = typedToken(name, argv);
  if (/\s/.test(token)) {
    const shown = token.length > 40 ? `${token.slice(0, 40)}…` : token;
    throw new UsageError(
      `'${shown}' looks like a prompt that starts with a dash. Pass it with --prompt-file FILE or on stdin.`,
    );
  }
  const dashed = name.length === 1 ? `-${name}` : `--${name}`;
  const names = flags.map((flag) => flag.name);
  const near =
    name.length === 1 ? null : (closest(name, names) ?? names.find((known) => known.startsWith(name)));
  const { handling, why } = otherFlag(dashed) ?? {};
  if (handling === 'refused') throw new UsageError(`${dashed} cannot be used here. ${why}`);
  const elsewhere = ELSEWHERE.get(dashed);
  if (elsewhere !== undefined) throw new UsageError(`Unknown flag ${dashed}; ${elsewhere}.`);
  const hint =
    near && handling !== 'passed on' ? `did you mean --${near}?` : "pass flags of codex after '--'";
  throw new UsageError(`Unknown flag ${dashed}; ${hint}`);
}

/** Returns the argument that yargs-parser took this name from: `-xyz` becomes x, y and z. */
function typedToken(name: string, argv: readonly string[]): string {
  const isIt = (token: string) =>
    token === `--${name}` ||
    token.startsWith(`--${name}=`) ||
    (/^-[^-]/.test(token) && token.includes(name.charAt(0)));
  return argv.find(isIt) ?? `--${name}`;
}
