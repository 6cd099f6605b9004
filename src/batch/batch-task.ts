import type { AdditionalContext } from '../codex/additional-context.js';
import type { JsonObject } from '../json/value.js';

/** One unit of a batch: a prompt, and what differs from the batch's own settings. */
export interface BatchTask {
  /** Position in the input, from 0. Also where the input is sharded. */
  readonly index: number;
  /** Unique in the input. Default: the index; with globs, the file's path. */
  readonly id: string;
  readonly prompt: string;
  /** Instead of the batch's schema: inline, or a file beside the tasks. */
  readonly schema?: JsonObject | string;
  /** Relative to the batch's directory. */
  readonly cwd?: string;
  readonly images?: readonly string[];
  /** Hidden context; only the app server can be given it. */
  readonly context?: AdditionalContext;
  readonly model?: string;
}

/** A piece of the input that is no task. It has a result all the same: nothing is lost. */
export interface InvalidTask {
  readonly index: number;
  /** The one it gave, or its index; `#` and its index where no id can have been read. */
  readonly id: string;
  /** What is wrong, in one sentence, with where in the input. */
  readonly problem: string;
}

export type TaskRead =
  | { readonly kind: 'task'; readonly task: BatchTask }
  | { readonly kind: 'invalid'; readonly invalid: InvalidTask };

/** Tasks as they are read: the reader waits until the next one is asked for. */
export type TaskSource = AsyncIterable<TaskRead>;

/**
 * The input as a whole cannot be read as tasks: no result could say so. What is wrong with one task only is an
 * `InvalidTask`. `message` is one sentence for a person.
 */
export class TaskInputError extends Error {
  override readonly name = 'TaskInputError';
}

/** By its name: an input may be read by a bundle of its own, whose classes are not these. */
export function isTaskInputError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'TaskInputError';
}
