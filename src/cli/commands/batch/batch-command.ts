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
  summary: 'Many tasks in, one result a line out: resumable, in parallel, through one codex',
  positionals: [
    SCHEMA_POSITIONAL,
    {
      name: 'tasks',
      describe: 'JSONL (a line is a prompt, or an object with one) or CSV with a header; - or nothing: stdin',
      file: 'input',
    },
  ],
  flags: BATCH_COMMAND_FLAGS,
  files: { output: 'journal' },
  describes: {
    output:
      'Append the results to this file as tasks finish, instead of printing them; --resume goes on from it',
    envelope: 'Results are envelopes in any case; =full: with the events of codex',
    timeout: 'Longest time for one task, such as 90s or 10m (a bare number is seconds; 0: none, the default)',
    image: 'Attach an image to the prompt of each task; may be repeated',
    transport: 'How codex is driven: app-server (the default), one for all tasks; exec, one for each',
    context: "Hidden context beside each prompt, as the application's word; VALUE @FILE reads a file",
    verbose: 'Show the events of the tasks as they come',
    quiet: 'No progress and no table at the end',
  },
  passesOn: true,
  examples: [
    ['batch person.json tasks.jsonl -o results.jsonl', 'one result a line, as tasks finish'],
    ['batch person.json tasks.jsonl -o results.jsonl --resume', 'go on where it was interrupted'],
    [
      `batch review.json --glob 'src/**/*.ts' --template 'Review {{path}}.' --report review.html`,
      'a task a file',
    ],
    [`batch label.json issues.csv --template 'Classify: {{title}}' --values`, 'the values alone, from CSV'],
    ['batch person.json tasks.jsonl --shard 2/4 -o shard-2.jsonl', 'one of four machines'],
  ],
  run: (args, io) => runBatchCommand(args, io, FileGuard.of(batchCommand, args, io)),
};
