import type { Flag } from './flag.js';

/** Every command takes it, and nothing else counts where it is given. */
export const HELP_FLAG = {
  name: 'help',
  alias: 'h',
  value: 'switch',
  describe: 'Show this help',
  group: 'Other',
  env: false,
} as const satisfies Flag;
