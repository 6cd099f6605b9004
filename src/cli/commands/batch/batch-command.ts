import { FileGuard } from '../../files/file-guard.js';
import { CODEX_FLAG_NAMES, type FlagName } from '../../flags/table.js';
import { CREDENTIAL_BRIDGE_FLAGS } from '../bridge/credential-bridge.js';
import type { CliCommand } from '../command.js';
import { SCHEMA_FLAGS, SCHEMA_POSITIONAL } from '../turn-flags.js';
import { runBatchCommand } from './run-batch-command.js';

/** Each task is a thread of its own that is forgotten at its end, so there is no `--ephemeral` to give. */
const CODEX_FLAGS_OF_BATCH = CODEX_FLAG_NAMES.filter((name) => name !== 'ephemeral');

const BATCH_COMMAND_FLAGS: readonly FlagName[] = [
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

export const batchCommand: CliCommand = {
  name: 'batch',
  usage: '<schema> [tasks]',
  summary: 'Run many tasks in parallel and write one result per line; can be resumed',
  positionals: [
    SCHEMA_POSITIONAL,
    {
      name: 'tasks',
      describe: 'JSONL (prompts or task objects) or CSV with a header [default: stdin]',
      file: 'input',
    },
  ],
  flags: BATCH_COMMAND_FLAGS,
  files: { output: 'journal' },
  describes: {
    output: 'Append results to a file instead of printing them; --resume continues from it',
    envelope: 'Results are always envelopes; =full adds events',
    timeout: 'Maximum time for one task, such as 90 (seconds) or 10m [default: none]',
    image: 'Attach an image to the prompt of each task',
    transport: 'How to run codex: one app server for all tasks, or one codex exec per task',
    context: 'Add hidden context to each task; @FILE reads the value',
    verbose: 'Print the events of the tasks as they arrive',
    quiet: 'Do not show progress, or the table at the end',
  },
  passesOn: true,
  examples: [
    ['batch person.json tasks.jsonl -o results.jsonl', 'write one result per line as tasks finish'],
    ['batch person.json tasks.jsonl -o results.jsonl --resume', 'continue an interrupted batch'],
    [
      `batch review.json --glob 'src/**/*.ts' --template 'Review {{path}}.' --report review.html`,
      'run one task per file',
    ],
    [
      `batch label.json issues.csv --template 'Classify: {{title}}' --values`,
      'read CSV and print only the values',
    ],
    ['batch person.json tasks.jsonl --shard 2/4 -o shard-2.jsonl', 'run one of four shards'],
  ],
  run: (args, io) => runBatchCommand(args, io, FileGuard.of(batchCommand, args, io)),
};
