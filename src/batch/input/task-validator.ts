import { resolve } from 'node:path';
import { contextProblem } from '../../codex/additional-context.js';
import { checkInputs, directoryProblem } from '../../codex/check-inputs.js';
import type { Shard } from '../batch-options.js';
import type { ResultKey } from '../batch-result.js';
import type { BatchTask, InvalidTask, TaskRead } from '../batch-task.js';
import { type InputHashes, inputHashesOf, invalidTaskHash } from './input-hash.js';
import { isOfShard, shardName } from './shard.js';
import { idOf, TaskIds } from './task-ids.js';
import type { TaskSchemas } from './task-schemas.js';

/** A task, or why it cannot run. Both have a result. */
export type TaskOrProblem = { readonly task: BatchTask } | InvalidTask;

interface TaskValidatorOptions extends TaskDirectories {
  readonly settingsDigest: string;
  readonly shard?: Shard;
}

/** What the paths of tasks are relative to. */
interface TaskDirectories {
  /** The directory of the batch. */
  readonly cwd: string;
  /** Where codex works (`-C`), unless the task has its own directory. */
  readonly cd?: string | undefined;
  /** More directories that each task may write to, relative to where codex works. */
  readonly addDirs?: readonly string[] | undefined;
  /** The transport of the batch: `codex exec` does not accept every path. */
  readonly transport: string;
}

/** Validates tasks, in the order of the input. */
export class TaskValidator {
  readonly #ids = new TaskIds();

  constructor(
    private readonly schemas: TaskSchemas,
    private readonly options: TaskValidatorOptions,
  ) {}

  /** Checks the id and the context. Returns null if the task belongs to another shard. */
  admit(read: TaskRead): TaskOrProblem | null {
    const { shard } = this.options;
    if (shard !== undefined && !isOfShard(idOf(read), shard)) return null;
    const { id, isDuplicate } = this.#ids.assign(read);
    if (read.kind === 'invalid') return { ...read.invalid, id };
    const { task } = read;
    const { index } = task;
    if (isDuplicate) {
      return { id, index, problem: `Duplicate id '${task.id}': give task ${index} a unique id.` };
    }
    const problem = contextProblem(task.context ?? {});
    return problem === null ? { task: { ...task, id } } : { id, index, problem };
  }

  /** Checks the files and directories that the task names. */
  checkFiles(admitted: TaskOrProblem): TaskOrProblem {
    if (!('task' in admitted)) return admitted;
    const { id, index } = admitted.task;
    const problem = pathsProblem(admitted.task, this.options);
    return problem === null ? admitted : { id, index, problem };
  }

  async keyOf(
    checked: TaskOrProblem,
  ): Promise<{ readonly key: ResultKey; readonly formerHashes: readonly string[] }> {
    const { shard } = this.options;
    const { id, index } = 'task' in checked ? checked.task : checked;
    const { inputHash, former } =
      'task' in checked
        ? await this.#hashesOf(checked.task)
        : { inputHash: invalidTaskHash(checked), former: [] };
    const key = { id, index, inputHash, ...(shard === undefined ? {} : { shard: shardName(shard) }) };
    return { key, formerHashes: former };
  }

  async #hashesOf(task: BatchTask): Promise<InputHashes> {
    const { digests } = await this.schemas.of(task);
    const { settingsDigest, cwd } = this.options;
    const imagePaths = (task.images ?? []).map((path) => resolve(cwd, path));
    return inputHashesOf(task, { schemaDigests: digests, settingsDigest, imagePaths });
  }
}

/** Returns what is wrong with the prompt and the files of a task, as a sentence; null if nothing is. */
export function pathsProblem(
  { prompt, images = [], cwd: own }: Pick<BatchTask, 'prompt' | 'images' | 'cwd'>,
  { cwd, cd, addDirs = [], transport }: TaskDirectories,
): string | null {
  const directory = resolve(cwd, cd ?? '', own ?? '');
  if (own !== undefined || cd !== undefined) {
    const problem = directoryProblem(directory);
    if (problem !== null) return `The directory ${own ?? cd} cannot be used: ${problem}.`;
  }
  const withComma = transport === 'exec' ? images.find((path) => path.includes(',')) : undefined;
  if (withComma !== undefined) {
    return `The image ${withComma} cannot be used: codex exec splits a path at commas. Rename the file.`;
  }
  const found = checkInputs(
    { prompt, images, addDirs: addDirs.map((path) => resolve(directory, path)) },
    cwd,
  );
  if (found === null) return null;
  const { option, value, problem } = found;
  if (option === 'prompt') return `The prompt is too long: ${problem}.`;
  return option === 'images'
    ? `The image ${value} cannot be read: ${problem}.`
    : `The directory ${value} cannot be used: ${problem}.`;
}
