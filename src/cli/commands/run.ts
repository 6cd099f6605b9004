import { requiredArgument } from '../args/parsed-flags.js';
import type { CliCommand } from './command.js';
import { turn } from './turn.js';
import { PROMPT_POSITIONAL, SCHEMA_POSITIONAL, TURN_FLAGS } from './turn-flags.js';

export const runCommand: CliCommand = {
  name: 'run',
  usage: '<schema> [prompt]',
  summary: 'Run codex once and print one JSON value that is valid against a schema',
  positionals: [SCHEMA_POSITIONAL, PROMPT_POSITIONAL],
  flags: TURN_FLAGS,
  passesOn: true,
  examples: [
    [`run person.json "Hi, I'm Ada Lovelace."`, 'Print one line of JSON'],
    [
      'git diff | codex-structured run review.json "Review this diff." -s read-only',
      'Append stdin to the prompt',
    ],
    [
      'run person.json --prompt-file task.md -o person-result.json --timeout 10m',
      'Read the prompt from a file and write the answer to a file',
    ],
    ['run person.json "Hi, I\'m Ada." --rehearse', 'Try everything without a key, network or tokens'],
    ['run person.json "Hi, I\'m Ada." --envelope | jq .kind', 'Print the outcome as JSON, on failure too'],
  ],
  run: async (args, io) =>
    turn(args, io, {
      schema: requiredArgument(args, 0, 'schema'),
      prompt: args.positionals[1],
      commandOf: (prompt, options) => ({ subcommand: 'exec', prompt, options }),
    }),
};
