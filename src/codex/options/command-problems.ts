import type { Command, ReviewCommand } from '../command.js';
import { CODEX_FLAGS, commandName, type FlagProblem, isGiven, valuesOf } from '../flags.js';
import { otherFlag } from '../other-flags.js';

/** What codex would reject in this command, all at once; empty where there is nothing. Starts nothing. */
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
  return misplaced.map(({ flag, instead }) => {
    const advice = instead === undefined ? 'Leave it out.' : `Write ${instead(options)} instead.`;
    return { flag, message: `'${commandName(subcommand)}' does not take ${flag}. ${advice}` };
  });
}

function unusableValues({ options }: Command): FlagProblem[] {
  const problems: FlagProblem[] = [];
  for (const flag of CODEX_FLAGS) {
    const values = valuesOf(flag, options);
    if (values === 'on') continue;
    for (const value of values) {
      const wrong = whatIsWrongWith(flag.option, value);
      if (wrong !== null) problems.push({ flag: flag.flag, message: `${flag.flag} ${wrong}` });
    }
  }
  return problems;
}

function whatIsWrongWith(option: string, value: string): string | null {
  if (value === '') return 'needs a value that is not empty.';
  // The kernel ends an argument at a NUL: codex would see another value than the one given.
  if (value.includes('\0')) return 'holds a NUL character; take it out.';
  if (option === 'config' && !value.includes('=')) return `wants key=value, not '${value}'.`;
  // codex splits the value at commas, and has no way to escape one.
  if (option === 'images' && value.includes(',')) {
    return `cannot name a file with a comma in its path ('${value}'): codex takes it for two files. Rename it, or repeat the flag.`;
  }
  return null;
}

function sessionProblems(command: Command): FlagProblem[] {
  if (command.subcommand === 'review') return reviewProblems(command);
  if (command.subcommand === 'exec' || typeof command.session !== 'string') return [];
  const name = commandName(command.subcommand);
  const lastInstead = command.subcommand === 'resume' ? ', or use --last' : '';
  if (command.session.trim() === '') {
    return [{ flag: 'session', message: `'${name}' needs the id or name of a session${lastInstead}.` }];
  }
  if (command.session.includes('\0')) {
    return [{ flag: 'session', message: 'The session holds a NUL character; take it out.' }];
  }
  return [];
}

function reviewProblems({ target, options }: ReviewCommand): FlagProblem[] {
  if (options.ephemeral === true) {
    const message =
      "'review' does not take --ephemeral: its second turn goes on with the thread. Leave it out.";
    return [{ flag: '--ephemeral', message }];
  }
  const named = target.kind === 'base' ? target.branch : target.kind === 'commit' ? target.sha : null;
  if (named === null || (named.trim() !== '' && !named.includes('\0'))) return [];
  return [{ flag: `--${target.kind}`, message: `--${target.kind} needs a value that is not empty.` }];
}

function passthroughProblems({ subcommand, options: { extraArgs: args = [] } }: Command): FlagProblem[] {
  const problems: FlagProblem[] = [];
  const [first] = args;
  if (first !== undefined && !first.startsWith('-')) {
    problems.push({
      flag: '--',
      message: `What follows -- goes to codex as flags, and '${first}' is none. Put the prompt before --; one that starts with a dash goes in by --prompt-file or stdin.`,
    });
  }
  for (const arg of args) {
    const flag = arg.split('=', 1)[0] ?? arg;
    const row = otherFlag(flag);
    if (row?.why !== undefined)
      problems.push({ flag, message: `${flag} cannot be passed after --. ${row.why}` });
    // It would stand behind the subcommand, which does not know it.
    else if (row?.handling === 'passed on' && !row.listedBy.includes(subcommand)) {
      problems.push({ flag, message: `'${commandName(subcommand)}' does not take ${flag}. Leave it out.` });
    }
    if (arg === '--' || arg === '-') {
      problems.push({
        flag: '--',
        message: `'${arg}' cannot be passed after --: the prompt goes to codex on stdin.`,
      });
    }
    if (arg.includes('\0'))
      problems.push({ flag, message: 'An argument after -- holds a NUL character; take it out.' });
  }
  return problems;
}
