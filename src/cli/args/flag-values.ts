import type { FlagName } from '../flags/table.js';
import { UsageError } from '../usage-error.js';
import type { ParsedFlags } from './parsed-flags.js';
import { parseDuration, parseSize } from './units.js';

/** @throws {UsageError} if the value is not a duration */
export function durationOf(flags: ParsedFlags, name: FlagName): number | undefined {
  return converted(flags, name, parseDuration, 'a time such as 500ms, 30s, 10m or 1h30m (0: none)');
}

/** @throws {UsageError} if the value is not a size */
export function sizeOf(flags: ParsedFlags, name: FlagName): number | undefined {
  return converted(flags, name, parseSize, 'a size such as 1048576, 512KiB or 64MiB');
}

/** @throws {UsageError} if the value is not a whole number from `least` to `most` */
export function integerOf(
  flags: ParsedFlags,
  name: FlagName,
  least: number,
  most: number,
): number | undefined {
  const parse = (text: string) => {
    const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : null;
  };
  return converted(flags, name, parse, `a whole number from ${least} to ${most}`);
}

function converted(
  flags: ParsedFlags,
  name: FlagName,
  parse: (text: string) => number | null,
  wanted: string,
): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === null) throw new UsageError(`${flags.sourceOf(name)} is '${text}'; it must be ${wanted}.`);
  return value;
}
