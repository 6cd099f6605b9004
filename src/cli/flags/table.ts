import { BATCH_FLAGS } from './batch-flags.js';
import { BRIDGE_FLAGS } from './bridge-flags.js';
import { CODEX_FLAGS } from './codex-flags.js';
import { DOCTOR_FLAGS } from './doctor-flags.js';
import type { Flag } from './flag.js';
import { OWN_FLAGS } from './own-flags.js';
import { SCHEMA_COMMAND_FLAGS } from './schema-flags.js';

/** Every flag of every command. */
export const FLAGS = [
  ...OWN_FLAGS,
  ...SCHEMA_COMMAND_FLAGS,
  ...BATCH_FLAGS,
  ...DOCTOR_FLAGS,
  ...BRIDGE_FLAGS,
  ...CODEX_FLAGS,
] as const;

type Row = (typeof FLAGS)[number];

/** What commands call a flag: its key where it has one, else its name. */
export type FlagName = Row extends infer R
  ? R extends { readonly key: infer Key extends string }
    ? Key
    : R extends { readonly name: infer Name extends string }
      ? Name
      : never
  : never;

const BY_NAME: ReadonlyMap<string, Flag> = new Map(FLAGS.map((flag: Flag) => [flag.key ?? flag.name, flag]));

/** The rows of the table for these names, in this order. */
export function flagsNamed(names: readonly FlagName[]): readonly Flag[] {
  return names.flatMap((name) => BY_NAME.get(name) ?? []);
}

export const CODEX_FLAG_NAMES: readonly FlagName[] = CODEX_FLAGS.map((flag) => flag.name);
