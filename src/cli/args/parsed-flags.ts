import type { FlagName } from '../flags/table.js';
import { UsageError } from '../usage-error.js';

/** What was given on the command line or through the environment, in the table's terms. */
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

  /** How a person would name where this flag's value came from: `--timeout`, `CODEX_STRUCTURED_TIMEOUT`. */
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
  /** What follows `--`; null where there was none. */
  readonly afterDashes: readonly string[] | null;
}

/** @throws {UsageError} where there is no such positional, or nothing in it */
export function requiredArgument({ positionals }: ParsedArgs, index: number, name: string): string {
  const value = positionals[index];
  if (value === undefined || value === '') throw new UsageError(`The <${name}> argument is missing.`);
  return value;
}
