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
