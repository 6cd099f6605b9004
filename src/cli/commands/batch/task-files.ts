import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BatchOptions, OpenedSchema } from '../../../batch/batch-options.js';
import { type BatchTask, isTaskInputError, type TaskSource } from '../../../batch/batch-task.js';
import { type FilesTaskInput, readTasks, type TaskInput } from '../../../batch/input/read-tasks.js';
import { schemaEncodeFailure } from '../../../diagnostics/schema-failures.js';
import { fileMentions } from '../../../platform/files/file-mentions.js';
import type { FileGuard } from '../../files/file-guard.js';
import { InputReader } from '../../input/input-reader.js';
import { isStdin } from '../../input/open-input.js';
import { openSchema, type SchemaPlace } from '../../input/schema-source.js';
import { type CliIo, resolvePath } from '../../io.js';
import { UsageError } from '../../usage-error.js';

/** Fields of a task that name files, and the start of an escape in the name of a field. */
const FILE_FIELDS = ['images', 'schema', '\\u'] as const;

/**
 * Finds the files that the patterns match.
 *
 * @throws {UsageError} if one of them is an output of the command, or if no file matches
 */
export async function expandGlob(input: FilesTaskInput, guard: FileGuard): Promise<FilesTaskInput> {
  if (guard.hasNoOutputs) return input;
  const { matchingFiles } = await import('../../../batch/input/read-files.js');
  const paths = await orUsage(() => matchingFiles(input.patterns, input.cwd));
  for (const path of paths) {
    guard.refuseInput({ flag: 'a file of --glob', name: path, path: resolve(input.cwd, path) });
  }
  return { ...input, paths };
}

/** Rejects tasks that name an output of the batch as an input. */
export class TaskFileGuard {
  readonly #guard: FileGuard;
  readonly #io: Pick<CliIo, 'cwd'>;
  readonly #allowRefsOutside: boolean;
  readonly #schemas = new Set<string>();

  constructor(guard: FileGuard, io: Pick<CliIo, 'cwd'>, allowRefsOutside: boolean) {
    this.#guard = guard;
    this.#io = io;
    this.#allowRefsOutside = allowRefsOutside;
  }

  /**
   * Checks all tasks of a file before the first one runs.
   *
   * @param file - absolute path
   * @param open - opens the same tasks again
   * @returns false if the tasks cannot all be read beforehand, as from a pipe
   * @throws {UsageError} if a task names an output of the batch
   */
  async checkAll(file: string, open: () => Promise<TaskInput>): Promise<boolean> {
    if (this.#guard.hasNoOutputs) return true;
    if (!statSync(file).isFile()) return false;
    if (!(await fileMentions(file, FILE_FIELDS))) return true;
    try {
      for await (const read of readTasks(await open()))
        if (read.kind === 'task') await this.#refuse(read.task);
      return true;
    } catch (error) {
      // The tasks before the unreadable place still run; the error is reported once the batch gets there.
      if (isTaskInputError(error)) return false;
      throw error;
    }
  }

  /** Checks each task when it is taken. */
  async *checkEach(tasks: TaskSource): TaskSource {
    for await (const read of tasks) {
      if (read.kind === 'task' && !this.#guard.hasNoOutputs) await this.#refuse(read.task);
      yield read;
    }
  }

  async #refuse({ id, images = [], schema }: BatchTask): Promise<void> {
    for (const name of images) {
      this.#guard.refuseInput({ flag: `an image of task '${id}'`, name, path: resolvePath(this.#io, name) });
    }
    if (typeof schema !== 'string') return;
    const path = resolvePath(this.#io, schema);
    if (this.#schemas.has(path)) return;
    this.#schemas.add(path);
    this.#guard.refuseInput({ flag: `the schema of task '${id}'`, name: schema, path });
    await this.#guard.refuseReferences(path, `the schema of task '${id}'`, this.#allowRefsOutside);
  }
}

async function orUsage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isTaskInputError(error)) throw new UsageError(error.message);
    throw error;
  }
}

/** A module is code, which only the command line may name, not data. */
const MODULE = /\.[cm]?[jt]s(#.*)?$/i;

/** Opens a task's own schema: inline, or a file. */
export function taskSchemaOpener(place: SchemaPlace, io: CliIo): NonNullable<BatchOptions['openTaskSchema']> {
  return async (schema): Promise<OpenedSchema> => {
    if (typeof schema !== 'string') return { kind: 'value', value: schema };
    if (isStdin(schema) || MODULE.test(schema)) {
      return schemaEncodeFailure(
        'unreadable',
        `The task's schema ${schema} is not allowed: use a .json, .json5 or .yaml file, or put the schema inline.`,
      );
    }
    // An author of tasks must not be able to make us wait for a FIFO or read an endless device.
    if (isEndless(resolvePath(io, schema))) {
      return schemaEncodeFailure(
        'unreadable',
        `The task's schema ${schema} cannot be read: it is not a regular file.`,
      );
    }
    const opened = await openSchema(schema, place).read(new InputReader(io));
    return 'source' in opened ? opened.source : opened;
  };
}

function isEndless(path: string): boolean {
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    // The file does not exist or is not accessible, which opening it reports.
    return false;
  }
}
