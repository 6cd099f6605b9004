import type {
  CodexOptions,
  ExecCommand,
  ForkCommand,
  ResumeCommand,
  ReviewCommand,
  ReviewTarget,
} from './command.js';

/** `codex exec`: a new thread. */
export function exec(prompt: string, options: CodexOptions = {}): ExecCommand {
  return { subcommand: 'exec', prompt, options };
}

/**
 * `codex exec resume`: another turn on a thread.
 *
 * @param session a thread id (`detail.threadId`) or name, or `{ last: true }` for the most recent of this
 *   directory (`all: true`: of any directory)
 */
export function resume(
  session: ResumeCommand['session'],
  prompt: string,
  options: CodexOptions = {},
): ResumeCommand {
  return { subcommand: 'resume', session, prompt, options };
}

/** `codex exec fork`: a turn on a copy of a thread; the thread itself stays as it is. */
export function fork(session: string, prompt: string, options: CodexOptions = {}): ForkCommand {
  return { subcommand: 'fork', session, prompt, options };
}

/**
 * `codex exec review`: a review of code changes, then its result in the schema.
 *
 * @param what the changes to review, or what to review in words
 */
export function review(
  what: string | Exclude<ReviewTarget, { kind: 'custom' }>,
  options: CodexOptions = {},
): ReviewCommand {
  return typeof what === 'string'
    ? { subcommand: 'review', target: { kind: 'custom' }, prompt: what, options }
    : { subcommand: 'review', target: what, prompt: '', options };
}
