import type { BatchResult } from '../../../batch/batch-result.js';
import type { Outcome } from '../../../outcome/outcome.js';
import { envelopeText, valueText } from '../../output/json-text.js';

/**
 * A result as one line of JSON, without its line break: the envelope of `run` with the key of the task first.
 *
 * @param withEvents - codex's own events too
 */
export function resultText(result: BatchResult, withEvents: boolean): string {
  const { id, index, inputHash, shard, ...outcome } = result;
  const key = { id, index, inputHash, ...(shard === undefined ? {} : { shard }) };
  // What could not be read as a task has the head of a failure, and nothing else.
  const envelope = envelopeText(outcome as Outcome, withEvents);
  return `${JSON.stringify(key).slice(0, -1)},${envelope.slice(1)}`;
}

/** The value alone; null where there is none, or none that conforms. */
export function resultValueText(result: BatchResult): string | null {
  return result.ok ? valueText(result) : null;
}
