import type { AdditionalContext } from '../codex/additional-context.js';
import type { JsonObject } from '../json/value.js';

/** A task of a batch: a prompt, and what differs from the options of the batch. */
export interface BatchTask {
  /** The position in the input, from 0. In a shard, too, it is the position in the whole input. */
  readonly index: number;
  /**
   * Unique in the input. Default: the index (`#` and the index if another task has that id); with globs, the file's
   * path.
   */
  readonly id: string;
  /** What codex is asked, not blank, at most 1,048,576 characters. */
  readonly prompt: string;
  /** The task's own schema, instead of that of the batch: inline, or a name for `openTaskSchema`. */
  readonly schema?: JsonObject | string;
  /** The task's working directory, relative to that of the batch (`cd`, or else `cwd`). */
  readonly cwd?: string;
  /** Paths of images to attach to the prompt, relative to the `cwd` of the batch. */
  readonly images?: readonly string[];
  /** Hidden context for the model, beside the prompt; only supported by the app server. */
  readonly context?: AdditionalContext;
  /** The task's own model, instead of that of the batch. */
  readonly model?: string;
}

/** A piece of the input that cannot be read as a task. It has the result `invalid_task`, so that nothing is lost. */
export interface InvalidTask {
  readonly index: number;
  /** The id in the input, or else the default; `#` and the index if the input is unreadable. */
  readonly id: string;
  /** What is wrong, and where in the input. */
  readonly problem: string;
}

export type TaskRead = (
  | { readonly kind: 'task'; readonly task: BatchTask }
  | { readonly kind: 'invalid'; readonly invalid: InvalidTask }
) & {
  /** The input has no id for this task, so that its id is its position. */
  readonly hasDefaultId?: boolean;
};

/** Tasks that are read one at a time, as they are requested. */
export type TaskSource = AsyncIterable<TaskRead>;

/**
 * The whole input cannot be read as tasks, so that no single result could report it. If only one task is unreadable,
 * it is an {@link InvalidTask}.
 */
export class TaskInputError extends Error {
  override readonly name = 'TaskInputError';
}

/** Compares the name, since an input may be read by another bundle, with its own class. */
export function isTaskInputError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'TaskInputError';
}
