import { NotTextError, utf8Stream } from '../../text/text-encoding.js';
import { TaskInputError, type TaskRead } from '../batch-task.js';
import type { FilesInput } from './read-files.js';
import { readJsonl } from './read-jsonl.js';
import { type GivenIds, withFreeDefaultId } from './task-ids.js';
import type { Template } from './template.js';

/** Where tasks come from. */
export type TaskInput = BytesInput | FilesTaskInput;

/** A file or a pipe with many tasks. */
export interface BytesInput {
  readonly kind: 'jsonl' | 'csv';
  readonly bytes: AsyncIterable<Uint8Array>;
  /** What messages call it: a file's name, or `stdin`. */
  readonly name: string;
  /** Makes prompts of the fields. Null: the tasks have prompts. */
  readonly template: Template | null;
  /** Ids that no task may have by default, if the whole input was read before. */
  readonly givenIds?: GivenIds | null;
}

/** Each file that a pattern matches. */
export interface FilesTaskInput extends FilesInput {
  readonly kind: 'files';
}

/**
 * Reads tasks as they are asked for, through bounded memory. What is wrong with one of them is an invalid task.
 *
 * @param onNotice - told, at the end, what was skipped
 * @throws {TaskInputError} while it is iterated, for what is wrong with the input as a whole
 */
export async function* readTasks(
  input: TaskInput,
  onNotice?: (sentence: string) => void,
): AsyncGenerator<TaskRead> {
  const givenIds = input.kind === 'files' ? null : input.givenIds;
  for await (const read of readEach(input, onNotice)) {
    yield givenIds ? withFreeDefaultId(read, givenIds) : read;
  }
}

async function* readEach(input: TaskInput, onNotice?: (sentence: string) => void): AsyncGenerator<TaskRead> {
  switch (input.kind) {
    case 'jsonl':
      yield* readJsonl(textOf(input), input.name, input.template);
      return;
    case 'csv': {
      const { readCsv } = await import('./read-csv.js');
      yield* readCsv(textOf(input), input.name, input.template, onNotice);
      return;
    }
    case 'files': {
      const { readFiles } = await import('./read-files.js');
      yield* readFiles(input);
    }
  }
}

/** The bytes as UTF-8, whatever encoding their byte order mark says. */
async function* textOf(input: BytesInput): AsyncGenerator<Uint8Array> {
  try {
    yield* utf8Stream(input.bytes);
  } catch (error) {
    if (error instanceof NotTextError) throw new TaskInputError(`${input.name} ${error.message}.`);
    throw error;
  }
}
