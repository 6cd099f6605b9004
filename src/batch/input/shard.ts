import { createHash } from 'node:crypto';
import type { Shard } from '../batch-options.js';

/** Whether a task is of this shard: by its id alone, so that every machine comes to the same result. */
export function isOfShard(id: string, { index, count }: Shard): boolean {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6) % count === index - 1;
}

/** As results name it: `2/4`. */
export function shardName({ index, count }: Shard): string {
  return `${index}/${count}`;
}
