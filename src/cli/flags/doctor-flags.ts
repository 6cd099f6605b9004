import type { Flag } from './flag.js';

/** Flags of `doctor` alone. */
export const DOCTOR_FLAGS = [
  {
    name: 'no-rehearsal',
    value: 'switch',
    group: 'Rehearsal',
    env: false,
    describe: 'Start no rehearsed turns',
  },
] as const satisfies readonly Flag[];
