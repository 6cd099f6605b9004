import { BATCH_FLAGS } from './batch-flags.js';
import { CODEX_FLAGS } from './codex-flags.js';
import type { Flag } from './flag.js';
import { OWN_FLAGS } from './own-flags.js';

/** Every flag of every command. */
export const FLAGS = [...OWN_FLAGS, ...BATCH_FLAGS, ...CODEX_FLAGS];

export type FlagName = (typeof FLAGS)[number]['id'];

const BY_ID: ReadonlyMap<string, Flag> = new Map(FLAGS.map((flag) => [flag.id, flag]));

/** Returns the flags with these ids, in this order. */
export function flagsNamed(ids: readonly FlagName[]): readonly Flag[] {
  return ids.flatMap((id) => BY_ID.get(id) ?? []);
}

export const CODEX_FLAG_NAMES: readonly FlagName[] = CODEX_FLAGS.map((flag) => flag.id);
