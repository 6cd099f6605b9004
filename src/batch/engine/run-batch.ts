import { assertArgument } from '../../codex/options/assert-options.js';
import {
  either,
  listOf,
  type Mismatch,
  mismatchMessage,
  nonBlankString,
  type OptionTable,
  object,
  string,
  type Validator,
} from '../../codex/options/validators.js';
import { isObject } from '../../json/value.js';
import type { AnyParse } from '../../outcome/parse.js';
import { CONTEXT } from '../../run/option-validators.js';
import {
  type InferSchema,
  type JsonSchemaObject,
  readSchema,
  type SchemaInput,
} from '../../run/schema-input.js';
import { type BatchOptions, checkedBatchOptions } from '../batch-options.js';
import type { BatchTask, TaskRead, TaskSource } from '../batch-task.js';
import { givenDefaultIds, withFreeDefaultId } from '../input/task-ids.js';
import { type BatchRun, runTaskSource } from './batch.js';

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
 * @throws {TypeError} if an option makes no sense
 */
export function runBatch<const S extends SchemaInput = JsonSchemaObject, T = InferSchema<S>>(
  tasks: Iterable<BatchTaskInput> | AsyncIterable<BatchTaskInput>,
  schema: S,
  options: BatchOptions<T, InferSchema<S>> = {},
): BatchRun<T> {
  assertArgument('runBatch()', 'the tasks', tasks, TASKS);
  const own = checkedBatchOptions(options);
  const read = readSchema(schema);
  const [source, standard] = 'kind' in read ? [read, null] : [read.source, read.standard];
  const ofSchema: readonly AnyParse[] = standard === null ? [] : [standard];
  const standardParses = [...ofSchema, ...(own.standardParses ?? [])];
  return runTaskSource<T>(numbered(tasks), source, { ...own, standardParses });
}

/** What else a program's data holds is no business of the batch: a row of a table may be a task. */
const TASK_MEMBERS: OptionTable<Omit<BatchTask, 'id' | 'index'>> = {
  prompt: nonBlankString,
  schema: either(nonBlankString, object),
  cwd: nonBlankString,
  images: listOf(nonBlankString),
  context: CONTEXT,
  model: nonBlankString,
};

/** A string can be iterated too, letter by letter, which nobody means. */
const TASKS: Validator = (value) => {
  const isIterable =
    typeof value === 'object' &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value);
  return isIterable ? null : { at: '', expected: 'an array or another iterable of tasks', value };
};

async function* numbered(tasks: Iterable<BatchTaskInput> | AsyncIterable<BatchTaskInput>): TaskSource {
  // Only an array can be read twice.
  const given = Array.isArray(tasks) ? await givenDefaultIds(tasks.map(read)) : null;
  let index = 0;
  for await (const input of tasks) {
    const task = read(input, index);
    yield given === null ? task : withFreeDefaultId(task, given);
    index += 1;
  }
}

function read(input: BatchTaskInput, index: number): TaskRead {
  const task = typeof input === 'string' ? { prompt: input } : input;
  // A program's own data may hold anything.
  const given: unknown = task;
  if (!isObject(given)) return invalid(index, null, mismatchMessage(`Task ${index}`, notATask(given)));
  const hasDefaultId = task.id === undefined;
  const id = task.id ?? String(index);
  const badId = string(id);
  if (badId !== null) return invalid(index, null, mismatchMessage(`The id of task ${index}`, badId));
  for (const [name, expectation] of Object.entries(TASK_MEMBERS)) {
    const value = given[name];
    const bad = value === undefined && name !== 'prompt' ? null : expectation(value);
    if (bad !== null) {
      return invalid(index, hasDefaultId ? null : id, mismatchMessage(`Task ${index}: ${name}`, bad));
    }
  }
  return { kind: 'task', task: { ...task, id, index }, hasDefaultId };
}

function notATask(value: unknown): Mismatch {
  return { at: '', expected: 'a string, or an object with a prompt', value };
}

function invalid(index: number, id: string | null, sentence: string): TaskRead {
  return {
    kind: 'invalid',
    invalid: { index, id: id ?? String(index), problem: `${sentence}.` },
    hasDefaultId: id === null,
  };
}
