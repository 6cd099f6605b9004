import type { Flag } from './flag.js';

/** Flags of the bridges, and of the commands that use one. */
export const BRIDGE_FLAGS = [
  {
    name: 'decode',
    value: 'switch',
    group: 'Schema',
    describe: "With adapt: put the final message back into the schema's own form on its way to the client",
  },
  {
    name: 'credential-bridge',
    value: 'switch',
    group: 'Other',
    describe: 'Keep the API key from codex and its commands: requests go through a bridge that adds it',
  },
  {
    name: 'key-env',
    value: 'text',
    placeholder: 'NAME',
    group: 'Other',
    describe: 'The variable that holds the API key for the bridge (default OPENAI_API_KEY)',
  },
  {
    name: 'upstream',
    value: 'text',
    placeholder: 'URL',
    group: 'Other',
    describe: 'Where the bridge sends requests (default https://api.openai.com/v1)',
  },
] as const satisfies readonly Flag[];
