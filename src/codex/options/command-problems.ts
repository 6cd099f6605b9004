import type { Command, ReviewCommand } from '../command.js';
import { CODEX_FLAGS, commandName, type FlagProblem, isGiven, valuesOf } from '../flags.js';
import { otherFlag } from '../other-flags.js';

/** Lists everything in a command that codex would reject. Starts nothing. */
export function commandProblems(command: Command): readonly FlagProblem[] {
  return [
    ...flagsOfOtherSubcommands(command),
    ...unusableValues(command),
    ...sessionProblems(command),
    ...passthroughProblems(command),
  ];
}

function flagsOfOtherSubcommands({ subcommand, options }: Command): FlagProblem[] {
  const misplaced = CODEX_FLAGS.filter(
    (flag) => isGiven(flag, options) && !flag.takenBy.includes(subcommand),
  );
  return misplaced.map(({ flag, option, instead }) => {
    const advice = instead === undefined ? 'Remove it.' : `Use ${instead(options)} instead.`;
    return { flag, message: `'${commandName(subcommand)}' does not accept '${option}'. ${advice}` };
  });
}

function unusableValues({ options }: Command): FlagProblem[] {
  const problems: FlagProblem[] = [];
  for (const flag of CODEX_FLAGS) {
    const values = valuesOf(flag, options);
    if (values === 'on') continue;
    for (const value of values) {
      const wrong = whatIsWrongWith(flag.option, value);
      if (wrong !== null) problems.push({ flag: flag.flag, message: `'${flag.option}' ${wrong}` });
    }
  }
  return problems;
}

function whatIsWrongWith(option: string, value: string): string | null {
  if (value === '') return 'requires a non-empty value.';
  // The kernel ends an argument at a NUL character: codex would get another value.
  if (value.includes('\0')) return 'contains a NUL character; remove it.';
  if (option === 'config' && !value.includes('=')) return `must be key=value, not '${value}'.`;
  // codex splits the value at commas and has no escape for them.
  if (option === 'images' && value.includes(',')) {
    return `does not support a comma in a path ('${value}'): codex would read two paths. Rename the file; name several images one by one.`;
  }
  return null;
}

function sessionProblems(command: Command): FlagProblem[] {
  if (command.subcommand === 'review') return reviewProblems(command);
  if (command.subcommand === 'exec' || typeof command.session !== 'string') return [];
  const name = commandName(command.subcommand);
  const lastInstead = command.subcommand === 'resume' ? ', or the latest one (`last`)' : '';
  if (command.session.trim() === '') {
    return [{ flag: 'session', message: `'${name}' requires the id or name of a session${lastInstead}.` }];
  }
  if (command.session.includes('\0')) {
    return [{ flag: 'session', message: 'The session contains a NUL character; remove it.' }];
  }
  return [];
}

function reviewProblems({ target, options }: ReviewCommand): FlagProblem[] {
  if (options.ephemeral === true) {
    const message = "'review' does not accept 'ephemeral': its second turn continues the thread. Remove it.";
    return [{ flag: '--ephemeral', message }];
  }
  const named = target.kind === 'base' ? target.branch : target.kind === 'commit' ? target.sha : null;
  if (named === null || (named.trim() !== '' && !named.includes('\0'))) return [];
  return [{ flag: `--${target.kind}`, message: `--${target.kind} requires a non-empty value.` }];
}

function passthroughProblems({ subcommand, options: { extraArgs: args = [] } }: Command): FlagProblem[] {
  const problems: FlagProblem[] = [];
  const [first] = args;
  if (first !== undefined && !first.startsWith('-')) {
    problems.push({
      flag: '--',
      message: `'extraArgs' are passed to codex as flags, and '${first}' is not a flag.`,
    });
  }
  for (const arg of args) {
    const flag = arg.split('=', 1)[0] ?? arg;
    const row = otherFlag(flag);
    if (row?.why !== undefined)
      problems.push({ flag, message: `${flag} cannot be passed in 'extraArgs'. ${row.why}` });
    // It would follow the subcommand, which does not accept it.
    else if (row?.handling === 'passed on' && !row.listedBy.includes(subcommand)) {
      problems.push({ flag, message: `'${commandName(subcommand)}' does not accept ${flag}. Remove it.` });
    }
    if (arg === '--' || arg === '-') {
      problems.push({
        flag: '--',
        message: `'${arg}' cannot be passed in 'extraArgs': codex reads the prompt from stdin.`,
      });
    }
    if (arg.includes('\0')) problems.push({ flag, message: "'extraArgs' must not contain a NUL character." });
  }
  return problems;
}
