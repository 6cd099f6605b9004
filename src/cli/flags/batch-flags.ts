import { flagsIn } from './flag.js';

const input = flagsIn('Input');
const output = flagsIn('Output');
const limits = flagsIn('Limits');
const retries = flagsIn('Retries');

/** The flags that only the `batch` commands take. */
export const BATCH_FLAGS = [
  input('--template <TEXT>', 'Prompt for every task, with {{field}}s; @FILE reads it', { file: 'at-input' }),
  input('--glob <PATTERN>...', 'Add a task for each matching file; !PATTERN excludes files'),
  input('--format <FORMAT>', 'Format of the tasks', {
    choices: ['jsonl', 'csv'],
    default: 'by file extension, or jsonl',
  }),
  input('--shard <I/N>', 'Run only shard I of N, such as 2/4; tasks are assigned by id'),
  input('--tasks <FILE>', 'Check that every task in this file has a result', { file: 'input', env: false }),
  input('--expect <N>', 'Check that there are exactly N results', { env: false }),

  output('--values', 'Print only the values, one per line; --output gets full results'),
  output('--ordered', 'Write results in the order of the tasks instead of as they finish'),
  output('--overwrite', 'Replace an existing --output file', { env: false }),
  output('--summary <FILE.md>', 'Write a Markdown summary at the end', { file: 'output' }),
  output('--report <FILE.html>', 'Write an HTML report at the end', { id: 'report-file', file: 'output' }),
  output('--junit <FILE.xml>', 'Write a JUnit report at the end', { file: 'output' }),

  limits('-j, --concurrency <N>', 'Number of tasks to run at once', {
    default: '4 per core, at most 16; with --transport exec, 1 per core',
  }),
  limits('--max-failures <N|N%>', 'Stop taking tasks after N failures, or N% of at least 10'),
  limits('--budget-tokens <N>', 'Stop taking tasks after N input and output tokens'),

  retries('--resume', 'Run only tasks without a final result in --output'),
  retries('--rerun-failed', 'With --resume, run all failed tasks again'),

  flagsIn('Execution')('--shell-snapshot', "Let commands use your shell's aliases; about 3 times slower"),
];
