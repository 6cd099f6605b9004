import type { Command } from '../codex/command.js';
import type { ThreadEvent } from '../events/event.js';
import type { Outcome } from '../outcome/outcome.js';
import { EventQueue } from './event-queue.js';
import type { RunOptions } from './options.js';
import { run } from './run.js';
import type { InferSchema, SchemaInput } from './schema-input.js';

/** The events of a run as they come, and its outcome. */
export interface OutcomeStream<T> extends AsyncIterable<ThreadEvent> {
  /** Settles when the run is over, whether or not the events were read. */
  readonly outcome: Promise<Outcome<T>>;
}

/**
 * `run`, with its events as they come.
 *
 * Leaving the loop early stops the events, not the run: abort it with `options.signal`. Events that come
 * before the loop is entered are kept for it; where nobody ever enters it, read `outcome` from `run` instead.
 */
export function stream<const S extends SchemaInput, T = InferSchema<S>>(
  command: Command,
  schema: S,
  options: RunOptions<T> = {},
): OutcomeStream<T> {
  const queue = new EventQueue();
  const outcome = run<S, T>(command, schema, {
    ...options,
    onEvent: (event) => {
      options.onEvent?.(event);
      queue.push(event);
    },
  }).finally(() => queue.end());
  // Whoever only reads the events must not be hit by an unhandled rejection; `outcome` still rejects.
  outcome.catch(() => undefined);
  return { outcome, [Symbol.asyncIterator]: () => queue.drain() };
}
