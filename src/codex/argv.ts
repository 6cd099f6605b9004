import type { Command } from './command.js';
import { CODEX_FLAGS, type CodexFlag, valuesOf } from './flags.js';

export interface ArgvContext {
  /** Absolute path of the schema file; null for a turn without a schema. */
  readonly schemaPath: string | null;
}

/**
 * Returns codex's arguments for a command. The prompt is not among them: with `-` codex reads it from stdin,
 * which has no length limit and is not shown by `ps`.
 *
 * Flags that only `codex exec` accepts go before the subcommand. `--output-schema` goes after it, so that a codex
 * that is too old for it rejects the call before anything runs, instead of ignoring the schema.
 */
export function toArgv(command: Command, { schemaPath }: ArgvContext): string[] {
  const { subcommand, options } = command;
  const flags = CODEX_FLAGS.filter((flag) => flag.takenBy.includes(subcommand));
  const render = (flag: CodexFlag) => renderFlag(flag, valuesOf(flag, options));
  return [
    'exec',
    ...flags.filter((flag) => flag.place === 'exec').flatMap(render),
    ...(subcommand === 'exec' ? [] : [subcommand]),
    ...selection(command),
    ...reviewed(command),
    '--json',
    ...(schemaPath === null ? [] : [`--output-schema=${schemaPath}`]),
    ...flags.filter((flag) => flag.place === 'subcommand').flatMap(render),
    ...overrides(command),
    ...(options.extraArgs ?? []),
    // Ends a flag with several values (`--image`), and allows a session that starts with a dash.
    '--',
    ...session(command),
    // Only a custom review takes a prompt.
    ...(command.subcommand === 'review' && command.target.kind !== 'custom' ? [] : ['-']),
  ];
}

/** For flags that a subcommand does not accept. They follow the user's own overrides, as a flag would win over them. */
function overrides({ subcommand, options }: Command): string[] {
  return CODEX_FLAGS.flatMap(({ takenBy, override, option }) =>
    takenBy.includes(subcommand) || override === undefined || options[option] === undefined
      ? []
      : [`--config=${override(options)}`],
  );
}

function session(command: Command): string[] {
  const { subcommand } = command;
  if (subcommand === 'exec' || subcommand === 'review') return [];
  return typeof command.session === 'string' ? [command.session] : [];
}

function reviewed(command: Command): string[] {
  if (command.subcommand !== 'review') return [];
  const { target } = command;
  switch (target.kind) {
    case 'uncommitted':
      return ['--uncommitted'];
    case 'base':
      return [`--base=${target.branch}`];
    case 'commit':
      return [`--commit=${target.sha}`, ...(target.title === undefined ? [] : [`--title=${target.title}`])];
    case 'custom':
      return [];
  }
}

function selection(command: Command): string[] {
  if (command.subcommand !== 'resume' || typeof command.session === 'string') return [];
  return command.session.all === true ? ['--last', '--all'] : ['--last'];
}

/** `--flag=value`: a value may start with a dash, and a flag with several values takes only its own. */
function renderFlag({ flag }: CodexFlag, values: readonly string[] | 'on'): string[] {
  return values === 'on' ? [flag] : values.map((value) => `${flag}=${value}`);
}
