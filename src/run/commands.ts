import * as builders from '../codex/builders.js';
import type {
  CodexOptions,
  Command,
  ExecCommand,
  ForkCommand,
  ResumeCommand,
  ReviewCommand,
  ReviewTarget,
} from '../codex/command.js';
import { assertCommand } from '../codex/options/assert-command.js';
import { assertArgument } from '../codex/options/assert-options.js';
import { either, nonBlankString, object } from '../codex/options/validators.js';

/**
 * `codex exec`: a new thread.
 *
 * @throws {TypeError} if the prompt is blank or no string, or an option is none
 */
export function exec(prompt: string, options: CodexOptions = {}): ExecCommand {
  return checked('exec()', builders.exec(prompt, options));
}

/**
 * `codex exec resume`: another turn on a thread.
 *
 * @param session - a thread id (`detail.threadId`) or name, or `{ last: true }` for the most recent of this
 *   directory (`all: true`: of any directory)
 * @throws {TypeError} if the session or the prompt is blank or of another type, or an option is none
 */
export function resume(
  session: ResumeCommand['session'],
  prompt: string,
  options: CodexOptions = {},
): ResumeCommand {
  return checked('resume()', builders.resume(session, prompt, options));
}

/**
 * `codex exec fork`: a turn on a copy of a thread; the thread itself stays as it is.
 *
 * @throws {TypeError} if the session or the prompt is blank or no string, or an option is none
 */
export function fork(session: string, prompt: string, options: CodexOptions = {}): ForkCommand {
  return checked('fork()', builders.fork(session, prompt, options));
}

/**
 * `codex exec review`: a review of code changes, then its result in the schema.
 *
 * @param what - the changes to review, or what to review in words
 * @throws {TypeError} if it is blank or of another type, or an option is none
 */
export function review(
  what: string | Exclude<ReviewTarget, { kind: 'custom' }>,
  options: CodexOptions = {},
): ReviewCommand {
  assertArgument('review()', 'what to review', what, either(nonBlankString, object));
  return checked('review()', builders.review(what, options));
}

function checked<C extends Command>(of: string, command: C): C {
  assertCommand(of, command);
  return command;
}
