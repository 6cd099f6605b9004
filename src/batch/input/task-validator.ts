import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { contextProblem } from '../../codex/additional-context.js';
import { checkInputs, directoryProblem } from '../../codex/check-inputs.js';
import type { Shard } from '../batch-options.js';
import type { ResultKey } from '../batch-result.js';
import type { BatchTask, InvalidTask, TaskRead } from '../batch-task.js';
import { type InputHashes, inputHashesOf, invalidTaskHash } from './input-hash.js';
import { isOfShard, shardName } from './shard.js';
import type { TaskSchemas } from './task-schemas.js';

/** What is to have a result: a task, or why there is none. */
export type TaskOrProblem = { readonly task: BatchTask } | InvalidTask;

interface TaskValidatorOptions extends TaskDirectories {
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

/** Ids that were seen, at 16 to 32 bytes each however long they are: a batch may have millions. */
export class SeenIds {
  /** Pairs of 32 bits; 0, 0 is an empty place. Half of it at most is in use. */
  #table = new Uint32Array(2 * 1024);
  #count = 0;

  /**
   * False where it was there before. Ids are told apart by 64 bits of a hash: among a million, one in
   * 37 million batches has two that share them.
   */
  add(id: string): boolean {
    const digest = createHash('sha256').update(id).digest();
    // Never 0, 0.
    if (!insert(this.#table, digest.readUInt32LE(0) | 1, digest.readUInt32LE(4))) return false;
    this.#count += 1;
    if (4 * this.#count > this.#table.length) this.#grow();
    return true;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#table.length);
    for (let at = 0; at < this.#table.length; at += 2) {
      const low = this.#table[at] ?? 0;
      if (low !== 0) insert(larger, low, this.#table[at + 1] ?? 0);
    }
    this.#table = larger;
  }
}

function insert(table: Uint32Array, low: number, high: number): boolean {
  const places = table.length / 2;
  for (let place = high % places; ; place = (place + 1) % places) {
    const at = 2 * place;
    if (table[at] === 0) {
      table[at] = low >>> 0;
      table[at + 1] = high;
      return true;
    }
    if (table[at] === low >>> 0 && table[at + 1] === high) return false;
  }
}

/** What the paths of tasks are relative to. */
interface TaskDirectories {
  /** The directory of the batch. */
  readonly cwd: string;
  /** Where codex works (`-C`), unless a task has a directory of its own. */
  readonly cd?: string | undefined;
  /** More directories that each task may write to, relative to where codex works. */
  readonly addDirs?: readonly string[] | undefined;
  /** Of the batch: `codex exec` cannot be given every path. */
  readonly transport: string;
}

/** What is wrong with the prompt and the files of a task, as one sentence; null if nothing is. */
function pathsProblem(
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
    return `The image ${withComma} cannot be used: codex exec takes a path with a comma for two files. Rename it.`;
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
