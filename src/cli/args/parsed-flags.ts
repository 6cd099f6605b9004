import type { FlagName } from '../flags/table.js';
import { UsageError } from '../usage-error.js';

/** The flags that the command line or the environment set. */
export class ParsedFlags {
  readonly #values: ReadonlyMap<string, FlagEntry>;

  constructor(values: ReadonlyMap<string, FlagEntry>) {
    this.#values = values;
  }

  isOn(name: FlagName): boolean {
    return this.#values.get(name)?.value === true;
  }

  text(name: FlagName): string | undefined {
    const value = this.#values.get(name)?.value;
    return typeof value === 'string' ? value : undefined;
  }

  /** The text, unless the environment set it. */
  givenText(name: FlagName): string | undefined {
    return this.sourceOf(name).startsWith('--') ? this.text(name) : undefined;
  }

  list(name: FlagName): readonly string[] | undefined {
    const value = this.#values.get(name)?.value;
    return Array.isArray(value) ? value : undefined;
  }

  value(name: FlagName): FlagEntry['value'] | undefined {
    return this.#values.get(name)?.value;
  }

  /** Returns the origin of a flag's value for messages: `--timeout` or `CODEX_STRUCTURED_TIMEOUT`. */
  sourceOf(name: FlagName): string {
    return this.#values.get(name)?.source ?? `--${name}`;
  }
}

export interface FlagEntry {
  readonly value: true | string | readonly string[];
  /** `--name`, or the name of the environment variable. */
  readonly source: string;
}

export interface ParsedArgs {
  readonly positionals: readonly string[];
  readonly flags: ParsedFlags;
  /** What follows `--`; null without one. */
  readonly afterDashes: readonly string[] | null;
}

/** @throws {UsageError} if the positional is missing or empty */
export function requiredArgument({ positionals }: ParsedArgs, index: number, name: string): string {
  const value = positionals[index];
  if (value === undefined || value === '') throw new UsageError(`The <${name}> argument is missing.`);
  return value;
}
