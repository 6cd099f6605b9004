import type { ResumeCommand } from '../../codex/command.js';
import type { ParsedArgs } from '../args/parsed-flags.js';
import { requiredArgument } from '../args/parsed-flags.js';
import { UsageError } from '../usage-error.js';
import type { CliCommand } from './command.js';
import { turn } from './turn.js';
import { PROMPT_POSITIONAL, SCHEMA_POSITIONAL, TURN_FLAGS } from './turn-flags.js';

export const resumeCommand: CliCommand = {
  name: 'resume',
  usage: '<schema> [session] [prompt]',
  summary: 'Continue a session with another turn and its own schema',
  positionals: [
    SCHEMA_POSITIONAL,
    { name: 'session', describe: 'Id or name of the session; omit it with --last' },
    PROMPT_POSITIONAL,
  ],
  flags: ['last', 'all', ...TURN_FLAGS],
  passesOn: true,
  examples: [
    ['resume person.json 0199a213-81c0-7800-8aa1-bbab2a035a53 "And her birthday?"', 'Continue a session'],
    ['resume person.json --last "And her birthday?"', 'Continue the most recent session of this directory'],
  ],
  run: async (args, io) => {
    const schema = requiredArgument(args, 0, 'schema');
    const { session, prompt } = target(args);
    return turn(args, io, {
      schema,
      prompt,
      commandOf: (text, options) => ({ subcommand: 'resume', session, prompt: text, options }),
    });
  },
};

function target(args: ParsedArgs): { session: ResumeCommand['session']; prompt: string | undefined } {
  const { positionals, flags } = args;
  if (!flags.isOn('last')) {
    if (flags.isOn('all')) throw new UsageError('--all requires --last.');
    if (positionals[1] === undefined)
      throw new UsageError('No session given. Pass its id or name, or --last.');
    return { session: requiredArgument(args, 1, 'session'), prompt: positionals[2] };
  }
  if (positionals.length > 2) {
    throw new UsageError('--last selects the session. Omit the session argument.');
  }
  return { session: { last: true, ...(flags.isOn('all') ? { all: true } : {}) }, prompt: positionals[1] };
}
