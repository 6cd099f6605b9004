import type { ParsedArgs } from '../args/parsed-flags.js';
import { UsageError } from '../usage-error.js';

/** @throws {UsageError} where there is no such positional, or nothing in it */
export function requiredArgument({ positionals }: ParsedArgs, index: number, name: string): string {
  const value = positionals[index];
  if (value === undefined || value === '') throw new UsageError(`The <${name}> argument is missing.`);
  return value;
}
