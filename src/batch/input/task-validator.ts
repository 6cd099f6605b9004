import { resolve } from 'node:path';
import { contextProblem } from '../../codex/additional-context.js';
import type { Shard } from '../batch-options.js';
import type { ResultKey } from '../batch-result.js';
import type { BatchTask, InvalidTask, TaskRead } from '../batch-task.js';
import { type InputHashes, inputHashesOf, invalidTaskHash } from './input-hash.js';
import { SeenIds } from './seen-ids.js';
import { isOfShard, shardName } from './shard.js';
import type { TaskSchemas } from './task-schemas.js';
import { pathsProblem, type TaskDirectories } from './validate-paths.js';

/** What is to have a result: a task, or why there is none. */
export type TaskOrProblem = { readonly task: BatchTask } | InvalidTask;

export interface TaskValidatorOptions extends TaskDirectories {
  readonly settingsDigest: string;
  readonly shard?: Shard;
}

/** Looks at what was read, in the order of the input. */
export class TaskValidator {
  readonly #seen = new SeenIds();

  constructor(
    private readonly schemas: TaskSchemas,
    private readonly options: TaskValidatorOptions,
  ) {}

  /** Null for what is another shard's. */
  admit(read: TaskRead): TaskOrProblem | null {
    const given = read.kind === 'task' ? read.task : read.invalid;
    const { shard } = this.options;
    if (shard !== undefined && !isOfShard(given.id, shard)) return null;
    if (!this.#seen.add(given.id)) return this.#duplicate(given);
    if (read.kind === 'invalid') return read.invalid;
    const problem = contextProblem(read.task.context ?? {});
    return problem === null ? { task: read.task } : { id: given.id, index: given.index, problem };
  }

  /** The same, or why it cannot be run as it is. */
  checkFiles(taken: TaskOrProblem): TaskOrProblem {
    if (!('task' in taken)) return taken;
    const { id, index } = taken.task;
    const problem = pathsProblem(taken.task, this.options);
    return problem === null ? taken : { id, index, problem };
  }

  async keyOf(
    taken: TaskOrProblem,
  ): Promise<{ readonly key: ResultKey; readonly formerHashes: readonly string[] }> {
    const { shard } = this.options;
    const { id, index } = 'task' in taken ? taken.task : taken;
    const { inputHash, former } =
      'task' in taken ? await this.#hashesOf(taken.task) : { inputHash: invalidTaskHash(taken), former: [] };
    const key = { id, index, inputHash, ...(shard === undefined ? {} : { shard: shardName(shard) }) };
    return { key, formerHashes: former };
  }

  async #hashesOf(task: BatchTask): Promise<InputHashes> {
    const { digests } = await this.schemas.of(task);
    const { settingsDigest, cwd } = this.options;
    const imagePaths = (task.images ?? []).map((path) => resolve(cwd, path));
    return inputHashesOf(task, { schemaDigests: digests, settingsDigest, imagePaths });
  }

  /** Under an id of its own, so that its result does not take the place of the first one's. */
  #duplicate({ id, index }: { readonly id: string; readonly index: number }): InvalidTask {
    let own = `${id}#${index}`;
    while (!this.#seen.add(own)) own += '#';
    const problem = `The id '${id}' was used before: give task ${index} an id of its own.`;
    return { id: own, index, problem };
  }
}
