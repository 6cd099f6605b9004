import type {
  CodexOptions,
  Command,
  ExecCommand,
  ForkCommand,
  ResumeCommand,
  ReviewCommand,
  ReviewTarget,
} from './command.js';
import { assertCommand } from './options/assert-command.js';
import { assertArgument } from './options/assert-options.js';
import { either, nonBlankString, object } from './options/validators.js';

/**
 * Makes a command that runs `codex exec`: a prompt on a new thread.
 *
 * @param prompt - the prompt, up to 1,048,576 characters; passed to codex on stdin
 * @throws {TypeError} if the prompt is not a non-blank string, or an option is unknown or of the wrong type
 */
export function exec(prompt: string, options: CodexOptions = {}): ExecCommand {
  return checked('exec()', { subcommand: 'exec', prompt, options });
}

/**
 * Makes a command that runs `codex exec resume`: a prompt on an existing thread.
 *
 * @param session - a thread's id (`detail.threadId`) or name, or `{ last: true }` for the most recent thread of the
 *   working directory (with `all: true`: of any directory)
 * @throws {TypeError} if the session or prompt is blank or of the wrong type, or an option is unknown or of the wrong
 *   type
 */
export function resume(
  session: ResumeCommand['session'],
  prompt: string,
  options: CodexOptions = {},
): ResumeCommand {
  return checked('resume()', { subcommand: 'resume', session, prompt, options });
}

/**
 * Makes a command that runs `codex exec fork`: a prompt on a copy of a thread, which itself stays unchanged.
 *
 * @param session - the thread's id (`detail.threadId`) or name
 * @throws {TypeError} as {@link resume} does
 */
export function fork(session: string, prompt: string, options: CodexOptions = {}): ForkCommand {
  return checked('fork()', { subcommand: 'fork', session, prompt, options });
}

/**
 * Makes a command that runs `codex exec review`, and a second turn that returns the review in the author's schema.
 *
 * @param what - the changes to review, or what to review in words
 * @throws {TypeError} if `what` is blank or of the wrong type, or an option is unknown or of the wrong type
 */
export function review(
  what: string | Exclude<ReviewTarget, { kind: 'custom' }>,
  options: CodexOptions = {},
): ReviewCommand {
  assertArgument('review()', 'what to review', what, either(nonBlankString, object));
  return checked(
    'review()',
    typeof what === 'string'
      ? { subcommand: 'review', target: { kind: 'custom' }, prompt: what, options }
      : { subcommand: 'review', target: what, prompt: '', options },
  );
}

function checked<C extends Command>(of: string, command: C): C {
  assertCommand(of, command);
  return command;
}
