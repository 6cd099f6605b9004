import { exec } from '../codex/builders.js';
import { codexOptionsOf } from '../codex/command.js';
import { refuseBadOptions } from '../run/run.js';
import type { Transport } from '../transports/transport.js';
import type { BatchOptions } from './options.js';

/** More at once than any machine or account takes. */
const MOST_AT_ONCE = 1000;

/** @throws {TypeError} with one sentence, where an option makes no sense */
export function checkBatchOptions<T>(options: BatchOptions<T>, transport: Transport): void {
  const problem = problemOf(options);
  if (problem !== null) throw new TypeError(problem);
  const { repair = 0, retry = 0, retryUnsafe = false, twoStep = false } = options;
  refuseBadOptions(exec('', codexOptionsOf(options)), { repair, retry, retryUnsafe, twoStep, transport });
}

function problemOf<T>(options: BatchOptions<T>): string | null {
  const { concurrency, maxFailures, budgetTokens, shard, rehearse } = options;
  if (concurrency !== undefined && !isWhole(concurrency, 1, MOST_AT_ONCE)) {
    return `concurrency is a whole number from 1 to ${MOST_AT_ONCE}.`;
  }
  if (maxFailures !== undefined && 'count' in maxFailures && !isWhole(maxFailures.count, 1)) {
    return 'maxFailures.count is a whole number from 1.';
  }
  if (maxFailures !== undefined && 'percent' in maxFailures && !isPercent(maxFailures.percent)) {
    return 'maxFailures.percent is a number over 0 and at most 100.';
  }
  if (budgetTokens !== undefined && !isWhole(budgetTokens, 1))
    return 'budgetTokens is a whole number from 1.';
  if (shard !== undefined && !(isWhole(shard.count, 1) && isWhole(shard.index, 1, shard.count))) {
    return 'shard.index is a whole number from 1 to shard.count.';
  }
  const latency = typeof rehearse === 'object' ? (rehearse.latencyMs ?? 0) : 0;
  return latency >= 0 ? null : 'rehearse.latencyMs is not negative.';
}

function isWhole(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function isPercent(value: number): boolean {
  return value > 0 && value <= 100;
}
