import type { Parse } from '../outcome/parse.js';
import { notConvertible } from '../run/early.js';
import {
  type InferSchema,
  type JsonSchemaObject,
  type ReadSchemaInput,
  readSchemaInput,
  type SchemaInput,
} from '../run/schema-input.js';
import type { BatchOptions, OpenedSchema } from './options.js';
import { type BatchRun, runBatchSource } from './run-batch.js';
import type { BatchTask, TaskRead, TaskSource } from './task.js';

/** A task as a program gives it: a prompt, or one with what is its own. */
export type BatchTaskInput = string | (Omit<BatchTask, 'index' | 'id'> & { readonly id?: string });

/**
 * Runs codex for each task, many at once, and gives one result a task: the value that conforms to the schema,
 * or one typed failure.
 *
 * ```ts
 * for await (const result of runBatch(['Hi, I am Ada.', 'Hi, I am Bob.'], schema)) {
 *   if (result.ok) save(result.id, result.value)
 * }
 * ```
 *
 * @param tasks prompts, or objects with a prompt; ids are their position unless they say. Taken one by one, and
 *   only when one can be run: a source may be endless
 * @param schema the author's schema; the final judge of the answers. A task may have one of its own, and its
 *   value is then not of type `T`
 * @returns results as they finish. Nothing runs before they are iterated
 * @throws {TypeError} where an option makes no sense
 */
export function runBatch<const S extends SchemaInput = JsonSchemaObject, T = InferSchema<S>>(
  tasks: Iterable<BatchTaskInput> | AsyncIterable<BatchTaskInput>,
  schema: S,
  options: BatchOptions<T> = {},
): BatchRun<T> {
  const { source, standard } = opened(schema);
  const own: readonly Parse<unknown>[] = standard === null ? [] : [standard];
  const standardParses = [...own, ...(options.standardParses ?? [])];
  return runBatchSource<T>(numbered(tasks), source, { ...options, standardParses });
}

function opened(schema: SchemaInput): {
  readonly source: OpenedSchema;
  readonly standard: ReadSchemaInput['standard'];
} {
  try {
    return readSchemaInput(schema);
  } catch (error) {
    return { source: notConvertible(error), standard: null };
  }
}

async function* numbered(tasks: Iterable<BatchTaskInput> | AsyncIterable<BatchTaskInput>): TaskSource {
  let index = 0;
  for await (const input of tasks) {
    yield read(input, index);
    index += 1;
  }
}

function read(input: BatchTaskInput, index: number): TaskRead {
  const task = typeof input === 'string' ? { prompt: input } : input;
  const id = task.id ?? String(index);
  // A program's own data may hold anything.
  if (typeof task.prompt === 'string' && typeof id === 'string')
    return { kind: 'task', task: { ...task, id, index } };
  const problem = `Task ${index} has no ${typeof id === 'string' ? 'prompt' : 'usable id'}: it is to be a string.`;
  return { kind: 'invalid', invalid: { index, id: String(id), problem } };
}
