import type { CliCommand } from './command.js';

/** Every command, in the order of help. Each is loaded only when it is used: `decode` does not need execa. */
export const COMMANDS: ReadonlyMap<string, () => Promise<CliCommand>> = new Map([
  ['run', async () => (await import('./run.js')).runCommand],
  ['resume', async () => (await import('./resume.js')).resumeCommand],
  ['fork', async () => (await import('./fork.js')).forkCommand],
  ['review', async () => (await import('./review.js')).reviewCommand],
  ['batch', async () => (await import('./batch/batch-command.js')).batchCommand],
  ['batch merge', async () => (await import('./batch/merge-command.js')).mergeCommand],
  ['decode', async () => (await import('./decode.js')).decodeCommand],
  ['schema check', async () => (await import('./schema/check.js')).checkCommand],
  ['schema adapt', async () => (await import('./schema/adapt.js')).adaptCommand],
  ['schema sample', async () => (await import('./schema/sample.js')).sampleCommand],
  ['schema types', async () => (await import('./schema/types.js')).typesCommand],
  ['bridge output-schema', async () => (await import('./bridge/output-schema.js')).outputSchemaCommand],
  ['bridge responses', async () => (await import('./bridge/responses.js')).responsesCommand],
  ['doctor', async () => (await import('./doctor.js')).doctorCommand],
  ['completion', async () => (await import('./completion.js')).completionCommand(loadCommands)],
]);

/** Loads every command. */
export function loadCommands(): Promise<readonly CliCommand[]> {
  return Promise.all([...COMMANDS.values()].map((load) => load()));
}

/** The command that the first arguments name, and the remaining arguments. */
export interface NamedCommand {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
  readonly rest: readonly string[];
}

/** A command's name is one word (`run`) or two (`schema check`); `batch merge` is not `batch` with a schema. */
export function findCommand(argv: readonly string[]): NamedCommand | undefined {
  const [first = '', second] = argv;
  const name = `${first} ${second}`;
  const two = COMMANDS.get(name);
  if (two !== undefined) return { name, load: two, rest: argv.slice(2) };
  const one = COMMANDS.get(first);
  return one === undefined ? undefined : { name: first, load: one, rest: argv.slice(1) };
}

/** Returns the commands whose name starts with this word: `schema` has four. */
export function commandsOfGroup(word: string): readonly string[] {
  return [...COMMANDS.keys()].filter((name) => name.startsWith(`${word} `));
}
