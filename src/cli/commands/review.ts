import type { ReviewTarget } from '../../codex/command.js';
import type { ParsedFlags } from '../args/parsed-flags.js';
import { requiredArgument } from '../args/parsed-flags.js';
import { UsageError } from '../usage-error.js';
import type { CliCommand } from './command.js';
import { type TurnArguments, turn } from './turn.js';
import { SCHEMA_POSITIONAL, TURN_FLAGS } from './turn-flags.js';

export const reviewCommand: CliCommand = {
  name: 'review',
  usage: '<schema> [prompt]',
  summary: 'A review of code changes, its result in a schema',
  positionals: [
    SCHEMA_POSITIONAL,
    {
      name: 'prompt',
      describe: 'What to review, in words, instead of --uncommitted, --base or --commit; - or nothing: stdin',
    },
  ],
  flags: ['uncommitted', 'base', 'commit', 'title', ...TURN_FLAGS.filter((name) => name !== 'two-step')],
  passesOn: true,
  examples: [
    ['review review.json --uncommitted', 'review what is not committed yet'],
    ['review review.json --base main -o review-result.json', 'review a branch before it is merged'],
    ['review review.json "Review the error handling of src/cli."', 'review by words of your own'],
  ],
  run: async (args, io) => {
    const schema = requiredArgument(args, 0, 'schema');
    const target = targetOf(args.flags);
    const prompt = args.positionals[1];
    if (target === null) {
      return turn(args, io, { schema, prompt, commandOf: commandFor({ kind: 'custom' }) });
    }
    if (prompt !== undefined || args.flags.text('prompt-file') !== undefined) {
      throw new UsageError(`${flagOf(target)} says what to review: leave out the prompt.`);
    }
    return turn(args, io, { schema, prompt: null, commandOf: commandFor(target) });
  },
};

function commandFor(target: ReviewTarget): TurnArguments['commandOf'] {
  return (prompt, options) => ({ subcommand: 'review', target, prompt, options });
}

type Changes = Exclude<ReviewTarget, { kind: 'custom' }>;

function flagOf(target: Changes): string {
  return `--${target.kind}`;
}

function targetOf(flags: ParsedFlags): Changes | null {
  const [branch, sha, title] = [flags.text('base'), flags.text('commit'), flags.text('title')];
  const targets: Changes[] = [
    ...(flags.isOn('uncommitted') ? [{ kind: 'uncommitted' } as const] : []),
    ...(branch === undefined ? [] : [{ kind: 'base', branch } as const]),
    ...(sha === undefined
      ? []
      : [{ kind: 'commit', sha, ...(title === undefined ? {} : { title }) } as const]),
  ];
  const [first, second] = targets;
  if (first !== undefined && second !== undefined) {
    throw new UsageError(`${flagOf(first)} and ${flagOf(second)} are two reviews; choose one.`);
  }
  if (title !== undefined && sha === undefined) throw new UsageError('--title goes with --commit.');
  return first ?? null;
}
