import { CODEX_FLAG_NAMES, type FlagName } from '../flags/table.js';

export const OUTPUT_FLAGS: readonly FlagName[] = ['envelope', 'pretty', 'output', 'quiet', 'verbose'];

export const SCHEMA_FLAGS: readonly FlagName[] = ['schema-mode', 'no-validate', 'no-validate-formats'];

/** What `run`, `resume` and `fork` have in common. */
export const TURN_FLAGS: readonly FlagName[] = [
  'prompt-file',
  'context',
  'context-untrusted',
  'codex-path',
  ...SCHEMA_FLAGS,
  ...OUTPUT_FLAGS,
  'events',
  'timeout',
  'idle-timeout',
  'exit-grace',
  'max-line-bytes',
  'rehearse',
  'rehearse-answer',
  'rehearse-seed',
  'transport',
  ...CODEX_FLAG_NAMES,
];

export const SCHEMA_POSITIONAL = {
  name: 'schema',
  describe: 'JSON Schema of the answer: a file, - for stdin, or inline text starting with {',
} as const;

export const PROMPT_POSITIONAL = {
  name: 'prompt',
  describe: 'What the model is to do; - or nothing: stdin. What is piped in beside it is appended',
} as const;
