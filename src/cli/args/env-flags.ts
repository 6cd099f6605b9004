import { envNameOf, type Flag } from '../flags/flag.js';
import { UsageError } from '../usage-error.js';
import type { FlagEntry } from './parsed-flags.js';

const ON: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);
const OFF: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off']);

/**
 * The value that an environment variable gives a flag, or null. An empty variable is as good as none.
 *
 * @throws {UsageError} naming the variable
 */
export function fromEnvironment(
  flag: Flag,
  env: Readonly<Record<string, string | undefined>>,
): FlagEntry | null {
  if (flag.env === false) return null;
  const source = envNameOf(flag);
  const raw = env[source];
  if (raw === undefined || raw === '') return null;
  switch (flag.value) {
    case 'text':
      return { value: raw, source };
    case 'list':
      // One a line: a path or a TOML value may hold anything else that would separate.
      return { value: raw.split('\n').filter((line) => line !== ''), source };
    case 'switch':
      return switchValue(raw, source) ? { value: true, source } : null;
    case 'optional':
      if (flag.choices?.includes(raw)) return { value: raw, source };
      return switchValue(raw, source, flag.choices) ? { value: true, source } : null;
  }
}

function switchValue(raw: string, source: string, choices: readonly string[] = []): boolean {
  const word = raw.toLowerCase();
  if (ON.has(word)) return true;
  if (OFF.has(word)) return false;
  const known = ['1', '0', ...choices].join(', ');
  throw new UsageError(`${source} is '${raw}'; it must be one of: ${known}.`);
}
