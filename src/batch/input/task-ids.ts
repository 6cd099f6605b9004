import { createHash } from 'node:crypto';
import type { TaskRead } from '../batch-task.js';

/** Ids that a task without an id could have: its index, or {@link secondaryDefaultId}. */
const DEFAULT_FORM = /^#?(?:0|[1-9]\d*)$/;

/** Returns the id of input that is unreadable, or of a task without an id whose index is the id of another task. */
export function secondaryDefaultId(index: number): string {
  return `#${index}`;
}

/** Returns the id of a task as it was read. */
export function idOf(read: TaskRead): string {
  return read.kind === 'task' ? read.task.id : read.invalid.id;
}

/** Gives each task of an input an id that no other task has, so that no result replaces another. */
export class TaskIds {
  readonly #seen = new SeenIds();

  /**
   * A default id that is in use is replaced. If the input gives an id twice, the second task is a duplicate, with the
   * id `ID#INDEX`.
   */
  assign(read: TaskRead): { readonly id: string; readonly isDuplicate: boolean } {
    const id = idOf(read);
    const { index } = read.kind === 'task' ? read.task : read.invalid;
    if (this.#seen.add(id)) return { id, isDuplicate: false };
    const isDefault = read.hasDefaultId ?? false;
    let unique = isDefault ? secondaryDefaultId(index) : `${id}#${index}`;
    while (!this.#seen.add(unique)) unique += '#';
    return { id: unique, isDuplicate: !isDefault };
  }
}

/** Ids that the input gives to tasks. */
export type GivenIds = Pick<SeenIds, 'has'>;

/**
 * Finds the ids of the input that a default id could be equal to, wherever in the input they are. Returns null if there
 * are none, or if each task has an id.
 */
export async function givenDefaultIds(
  tasks: AsyncIterable<TaskRead> | Iterable<TaskRead>,
): Promise<GivenIds | null> {
  const given = new SeenIds();
  let needed = false;
  for await (const read of tasks) {
    if (read.hasDefaultId === true) needed = true;
    else if (DEFAULT_FORM.test(idOf(read))) given.add(idOf(read));
  }
  return needed && given.size > 0 ? given : null;
}

/** Returns the task, with another id if its default id is that of another task. */
export function withFreeDefaultId(read: TaskRead, given: GivenIds): TaskRead {
  if (read.hasDefaultId !== true || !given.has(idOf(read))) return read;
  const { index } = read.kind === 'task' ? read.task : read.invalid;
  let id = secondaryDefaultId(index);
  while (given.has(id)) id += '#';
  return read.kind === 'task'
    ? { ...read, task: { ...read.task, id } }
    : { ...read, invalid: { ...read.invalid, id } };
}

/** A set of ids that takes 16 to 32 bytes per id, however long they are: a batch may have millions. */
export class SeenIds {
  /** A hash table of pairs of 32 bits, at most half full; 0, 0 is an empty slot. */
  #table = new Uint32Array(2 * 1024);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  has(id: string): boolean {
    return find(this.#table, ...hashOf(id)).isFound;
  }

  /**
   * Returns false if the id was added before. Ids are compared by 64 bits of a hash: among a million ids, the chance
   * that two have the same is one in 37 million.
   */
  add(id: string): boolean {
    const [low, high] = hashOf(id);
    if (!insert(this.#table, low, high)) return false;
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

/** Never 0, 0. */
function hashOf(id: string): [low: number, high: number] {
  const digest = createHash('sha256').update(id).digest();
  return [(digest.readUInt32LE(0) | 1) >>> 0, digest.readUInt32LE(4)];
}

function insert(table: Uint32Array, low: number, high: number): boolean {
  const { at, isFound } = find(table, low, high);
  if (isFound) return false;
  table[at] = low;
  table[at + 1] = high;
  return true;
}

/** Returns the place of a hash in the table, or the empty slot where it belongs. */
function find(table: Uint32Array, low: number, high: number): { at: number; isFound: boolean } {
  const slots = table.length / 2;
  for (let slot = high % slots; ; slot = (slot + 1) % slots) {
    const at = 2 * slot;
    if (table[at] === 0) return { at, isFound: false };
    if (table[at] === low && table[at + 1] === high) return { at, isFound: true };
  }
}
