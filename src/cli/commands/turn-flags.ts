import { CODEX_FLAG_NAMES, type FlagName } from '../flags/table.js';
import { CREDENTIAL_BRIDGE_FLAGS } from './bridge/credential-bridge.js';

export const OUTPUT_FLAGS: readonly FlagName[] = ['envelope', 'pretty', 'output', 'quiet', 'verbose'];

/** How a schema is read and its answer judged. */
export const SCHEMA_FLAGS: readonly FlagName[] = [
  'schema-mode',
  'no-narrow',
  'allow-refs-outside',
  'no-validate',
  'no-validate-formats',
];

/** What `run`, `resume` and `fork` have in common. */
export const TURN_FLAGS: readonly FlagName[] = [
  'prompt-file',
  'context',
  'context-untrusted',
  'codex-path',
  ...SCHEMA_FLAGS,
  'fail-on-warnings',
  ...OUTPUT_FLAGS,
  'events',
  'timeout',
  'idle-timeout',
  'exit-grace',
  'max-line-bytes',
  'repair',
  'retry',
  'retry-unsafe',
  'two-step',
  'fail-on-tool-error',
  'rehearse',
  'rehearse-answer',
  'rehearse-seed',
  'transport',
  ...CREDENTIAL_BRIDGE_FLAGS,
  ...CODEX_FLAG_NAMES,
];

export const SCHEMA_POSITIONAL = {
  name: 'schema',
  file: 'schema',
  describe: 'Schema of the answer: a JSON, JSON5 or YAML file, module.ts#export, inline {…}, or - for stdin',
} as const;

export const PROMPT_POSITIONAL = {
  name: 'prompt',
  describe: 'Task for the model [default: stdin]; piped input is appended to a given prompt',
} as const;
