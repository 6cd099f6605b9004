import type { JsonValue } from '../../json/value.js';

/** Let it happen as the model asked for it. */
export interface Approve {
  readonly kind: 'approve';
  /** `session`: codex also lets the same through for the rest of the thread. Not for function tools. */
  readonly scope?: 'once' | 'session';
}

/** Do not let it happen; the turn goes on, and the model is told. */
export interface Reject {
  readonly kind: 'reject';
  readonly reason?: string;
}

/** Decide later: the call stays pending. */
export interface Defer {
  readonly kind: 'defer';
}

/** Another command instead of the model's. */
export interface ReplaceCommand {
  readonly kind: 'replaceCommand';
  readonly command: string;
}

/** Run the function tool, with other arguments where some are given. */
export interface Run {
  readonly kind: 'run';
  readonly args?: JsonValue;
}

/** The result of the function tool, without running it. */
export interface Respond {
  readonly kind: 'respond';
  readonly result: unknown;
  /** True: the result says what went wrong. */
  readonly failed?: boolean;
}

/** What may be decided about a call, told apart by `kind`. */
export type Decision = Approve | Reject | Defer | ReplaceCommand | Run | Respond;
export type CommandDecision = Approve | Reject | Defer | ReplaceCommand;
export type FileChangeDecision = Approve | Reject | Defer;
export type FunctionToolDecision = Approve | Reject | Defer | Run | Respond;

/** The decisions, ready to be returned from `approve` of a tool or given to `task.decide`. */
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

/** A decision that cannot be carried out: made twice, too late, or about a call of another kind. */
export class CallDecisionError extends Error {
  override readonly name = 'CallDecisionError';
}
