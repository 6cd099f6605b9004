import { requiredArgument } from '../args/parsed-flags.js';
import type { CliCommand } from './command.js';
import { turn } from './turn.js';
import { PROMPT_POSITIONAL, SCHEMA_POSITIONAL, TURN_FLAGS } from './turn-flags.js';

export const forkCommand: CliCommand = {
  name: 'fork',
  usage: '<schema> <session> [prompt]',
  summary: 'Run a turn on a copy of a session; the session itself does not change',
  positionals: [
    SCHEMA_POSITIONAL,
    { name: 'session', describe: 'Id or name of the session to copy' },
    PROMPT_POSITIONAL,
  ],
  flags: TURN_FLAGS,
  passesOn: true,
  examples: [
    [
      'fork person.json 0199a213-81c0-7800-8aa1-bbab2a035a53 "What if she were Grace Hopper?"',
      'Ask a question without changing the session',
    ],
  ],
  run: async (args, io) => {
    const session = requiredArgument(args, 1, 'session');
    return turn(args, io, {
      schema: requiredArgument(args, 0, 'schema'),
      prompt: args.positionals[2],
      commandOf: (text, options) => ({ subcommand: 'fork', session, prompt: text, options }),
    });
  },
};
