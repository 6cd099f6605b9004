import { FileGuard } from '../../files/file-guard.js';
import type { CliCommand } from '../command.js';
import { SCHEMA_POSITIONAL } from '../turn-flags.js';
import { BATCH_COMMAND_FLAGS } from './batch-command-flags.js';
import { runBatchCommand } from './run-batch-command.js';

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
