import { createHash } from 'node:crypto';
import type { Shard } from '../batch-options.js';
import { JournalError } from '../journal/journal-error.js';

/** Whether a task is of this shard: by its id alone, so that every machine comes to the same result. */
export function isOfShard(id: string, { index, count }: Shard): boolean {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6) % count === index - 1;
}

/** As results name it: `2/4`. */
export function shardName({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** Which shards there are, as their results say. */
export class ShardCoverage {
  #count: number | null = null;
  #countFrom = '';
  readonly #seen = new Set<number>();
  #empty = 0;

  add(shard: string | undefined, name: string): void {
    if (shard === undefined) return;
    const [index = 0, count = 0] = shard.split('/').map(Number);
    this.#count ??= count;
    this.#countFrom ||= name;
    if (count !== this.#count) {
      throw new JournalError(
        `${this.#countFrom} is of ${this.#count} shards, and ${name} is of ${count}: merge those of one batch.`,
      );
    }
    this.#seen.add(index);
  }

  /** A shard that had no task does not say which one it was. */
  addEmpty(): void {
    this.#empty += 1;
  }

  missing(): readonly string[] {
    const count = this.#count ?? 0;
    const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
      (index) => !this.#seen.has(index),
    );
    if (missing.length <= this.#empty) return [];
    return [`No result is of shard ${missing.map((index) => `${index}/${count}`).join(', ')}.`];
  }

  /** The shard that a task belongs to; null where there are none. */
  shardOf(id: string): string | null {
    const count = this.#count ?? 0;
    for (let index = 1; index <= count; index++) {
      if (isOfShard(id, { index, count })) return shardName({ index, count });
    }
    return null;
  }
}
