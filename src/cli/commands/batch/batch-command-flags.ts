import type { FlagName } from '../../flags/table.js';
import { CODEX_FLAG_NAMES } from '../../flags/table.js';
import { CREDENTIAL_BRIDGE_FLAGS } from '../bridge/credential-bridge.js';
import { SCHEMA_FLAGS } from '../turn-flags.js';

/** Each task is a thread of its own that is forgotten at its end, so there is no `--ephemeral` to give. */
const CODEX_FLAGS_OF_BATCH = CODEX_FLAG_NAMES.filter((name) => name !== 'ephemeral');

export const BATCH_COMMAND_FLAGS: readonly FlagName[] = [
  'template',
  'glob',
  'format',
  'shard',
  'context',
  'context-untrusted',
  'codex-path',
  ...SCHEMA_FLAGS,
  'fail-on-warnings',
  'output',
  'overwrite',
  'values',
  'ordered',
  'envelope',
  'summary',
  'report-file',
  'junit',
  'quiet',
  'verbose',
  'concurrency',
  'max-failures',
  'budget-tokens',
  'timeout',
  'idle-timeout',
  'exit-grace',
  'max-line-bytes',
  'resume',
  'rerun-failed',
  'repair',
  'retry',
  'retry-unsafe',
  'two-step',
  'fail-on-tool-error',
  'shell-snapshot',
  'rehearse',
  'rehearse-answer',
  'rehearse-seed',
  'transport',
  ...CREDENTIAL_BRIDGE_FLAGS,
  ...CODEX_FLAGS_OF_BATCH,
];
