import type { JsonValue } from '../../json/value.js';

/** Lets the call run as the model asked. */
export interface Approve {
  readonly kind: 'approve';
  /** `session`: codex also allows the same for the rest of the thread. Ignored for function tools. */
  readonly scope?: 'once' | 'session';
}

/** Declines the call. The turn continues, and the model is told. */
export interface Reject {
  readonly kind: 'reject';
  readonly reason?: string;
}

/** Decides later: the call stays pending. */
export interface Defer {
  readonly kind: 'defer';
}

/** Runs another command in place of the model's. */
export interface ReplaceCommand {
  readonly kind: 'replaceCommand';
  readonly command: string;
}

/** Runs the function tool, with other arguments if some are given. */
export interface Run {
  readonly kind: 'run';
  readonly args?: JsonValue;
}

/** Gives the result of the function tool without running it. */
export interface Respond {
  readonly kind: 'respond';
  readonly result: unknown;
  /** True: the call counts as failed, and the result says why. */
  readonly failed?: boolean;
}

/** A decision about a call. `kind` tells them apart. */
export type Decision = Approve | Reject | Defer | ReplaceCommand | Run | Respond;
/** What to do with a command that codex asks about. */
export type CommandDecision = Approve | Reject | Defer | ReplaceCommand;
/** What to do with a change of files that codex asks about. */
export type FileChangeDecision = Approve | Reject | Defer;
/** What to do with a call of a function tool. */
export type FunctionToolDecision = Approve | Reject | Defer | Run | Respond;

/** Creates decisions, for the `approve` of a tool or for `AgentSession.decide`. */
export const decide = {
  approve: (scope: 'once' | 'session' = 'once'): Approve => ({ kind: 'approve', scope }),
  reject: (reason?: string): Reject => ({ kind: 'reject', ...(reason === undefined ? {} : { reason }) }),
  defer: (): Defer => ({ kind: 'defer' }),
  replaceCommand: (command: string): ReplaceCommand => ({ kind: 'replaceCommand', command }),
  run: (args?: JsonValue): Run => ({ kind: 'run', ...(args === undefined ? {} : { args }) }),
  respond: (result: unknown, options: { readonly failed?: boolean } = {}): Respond => ({
    kind: 'respond',
    result,
    ...options,
  }),
} as const;

/** Thrown for a decision that cannot be executed: a second one, one that is too late, or one for another kind of call. */
export class CallDecisionError extends Error {
  /** For `error.name === "CallDecisionError"`. */
  override readonly name = 'CallDecisionError';
}
