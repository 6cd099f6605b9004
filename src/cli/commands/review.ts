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
  summary: 'Review code changes and print the result as JSON',
  positionals: [
    SCHEMA_POSITIONAL,
    {
      name: 'prompt',
      describe: 'Instructions for the review, instead of --uncommitted, --base or --commit [default: stdin]',
    },
  ],
  flags: ['uncommitted', 'base', 'commit', 'title', ...TURN_FLAGS.filter((name) => name !== 'two-step')],
  passesOn: true,
  examples: [
    ['review review.json --uncommitted', 'Review uncommitted changes'],
    ['review review.json --base main -o review-result.json', 'Review a branch before merging it'],
    ['review review.json "Review the error handling of src/cli."', 'Review with your own instructions'],
  ],
  run: async (args, io) => {
    const schema = requiredArgument(args, 0, 'schema');
    const target = targetOf(args.flags);
    const prompt = args.positionals[1];
    if (target === null) {
      return turn(args, io, { schema, prompt, commandOf: commandFor({ kind: 'custom' }) });
    }
    if (prompt !== undefined || args.flags.text('prompt-file') !== undefined) {
      throw new UsageError(`${flagOf(target)} selects what to review. Omit the prompt.`);
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
    throw new UsageError(`${flagOf(first)} and ${flagOf(second)} cannot be used together.`);
  }
  if (title !== undefined && sha === undefined) throw new UsageError('--title requires --commit.');
  return first ?? null;
}
