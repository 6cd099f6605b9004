import type { Command } from '../codex/command.js';
import { withInheritedOptions } from '../codex/options/assert-options.js';
import type { ThreadEvent } from '../events/event.js';
import type { Outcome } from '../outcome/outcome.js';
import { EventQueue } from './event-queue.js';
import { LinkedAbort } from './linked-abort.js';
import { RUN_OPTIONS } from './option-validators.js';
import { refuseBadRun, run } from './run.js';
import type { RunOptions } from './run-options.js';
import type { InferSchema, SchemaInput } from './schema-input.js';

/** The events of a run as they come, and its outcome. */
export interface OutcomeStream<T> extends AsyncIterable<ThreadEvent> {
  /** Settles when the run is over and codex has exited, whether or not the events were read. */
  readonly outcome: Promise<Outcome<T>>;
}

/**
 * `run`, with its events as they come.
 *
 * Leaving the loop (`break`, `return`, `throw`) ends the run: codex is stopped, the outcome is `aborted`, and
 * the loop is left once codex has exited. The events can be iterated once; those that come before wait for the
 * loop. If nobody iterates, the run goes on to its outcome, and about 32 MiB of events are kept.
 *
 * @throws {TypeError} if an argument or option makes no sense; nothing has started then. What a callback throws
 *   is thrown by the loop, and `outcome` rejects with it
 */
export function stream<const S extends SchemaInput, T = InferSchema<S>>(
  command: Command,
  schema: S,
  options: RunOptions<T> = {},
): OutcomeStream<T> {
  refuseBadRun('stream()', command, options);
  const own = withInheritedOptions<RunOptions<T>>(options, RUN_OPTIONS);
  const abandon = new LinkedAbort([own.signal]);
  const queue = new EventQueue(async () => {
    abandon.abort();
    await outcome.catch(() => undefined);
  });
  const outcome = run<S, T>(command, schema, {
    ...own,
    signal: abandon.signal,
    onEvent: (event) => {
      queue.push(event);
      return own.onEvent?.(event);
    },
  });
  const end = (failure?: { readonly error: unknown }) => {
    abandon.release();
    queue.end(failure);
  };
  outcome.then(
    () => end(),
    (error: unknown) => end({ error }),
  );
  return { outcome, [Symbol.asyncIterator]: () => queue.read() };
}
