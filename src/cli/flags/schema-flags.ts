import type { Flag } from './flag.js';

/** Flags of the `schema` commands alone. */
export const SCHEMA_COMMAND_FLAGS = [
  {
    name: 'json',
    value: 'switch',
    group: 'Output',
    env: false,
    describe: 'Print one JSON line for machines, also where the schema is refused',
  },
  {
    name: 'report',
    value: 'switch',
    group: 'Output',
    env: false,
    describe: 'Tell on stderr what was changed, where and why',
  },
  {
    name: 'wire',
    value: 'switch',
    group: 'Output',
    env: false,
    describe: 'As the model would write it, for the adapted schema',
  },
  {
    name: 'seed',
    value: 'text',
    placeholder: 'N',
    group: 'Input',
    env: false,
    describe: 'The same seed gives the same sample (default 1)',
  },
] as const satisfies readonly Flag[];
