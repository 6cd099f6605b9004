import { requiredArgument } from '../args/parsed-flags.js';
import type { CliCommand } from './command.js';
import { turn } from './turn.js';
import { PROMPT_POSITIONAL, SCHEMA_POSITIONAL, TURN_FLAGS } from './turn-flags.js';

export const runCommand: CliCommand = {
  name: 'run',
  usage: '<schema> [prompt]',
  summary: 'A schema and a prompt in, one conforming JSON value out',
  positionals: [SCHEMA_POSITIONAL, PROMPT_POSITIONAL],
  flags: TURN_FLAGS,
  passesOn: true,
  examples: [
    [`run person.json "Hi, I'm Ada Lovelace."`, 'print one JSON line'],
    [
      'git diff | codex-structured run review.json "Review this diff." -s read-only',
      'append stdin to the prompt',
    ],
    ['run person.json --prompt-file task.md -o person-result.json --timeout 10m', 'from a file into a file'],
    ['run person.json "Hi, I\'m Ada." --rehearse', 'try the whole path without key, network or tokens'],
    ['run person.json "Hi, I\'m Ada." --envelope | jq .kind', 'the outcome as JSON, also on failure'],
  ],
  run: async (args, io) =>
    turn(args, io, {
      schema: requiredArgument(args, 0, 'schema'),
      prompt: args.positionals[1],
      commandOf: (prompt, options) => ({ subcommand: 'exec', prompt, options }),
    }),
};
