import type { Command } from '../codex/command.js';
import { withInheritedOptions } from '../codex/options/assert-options.js';
import type { ThreadEvent } from '../events/event.js';
import type { Outcome } from '../outcome/outcome.js';
import { LinkedAbort } from '../platform/time/linked-abort.js';
import { EventQueue } from './event-queue.js';
import { RUN_OPTIONS } from './option-validators.js';
import { runChecked } from './run.js';
import type { RunOptions } from './run-options.js';
import { assertRun } from './run-problem.js';
import type { InferSchema, SchemaInput } from './schema-input.js';

/** The events of a run as they arrive, and its outcome. */
export interface OutcomeStream<T> extends AsyncIterable<ThreadEvent>, AsyncDisposable {
  /** Settles when the run is over and codex has exited, whether or not the events were read. */
  readonly outcome: Promise<Outcome<T>>;
  /** Stops codex if the run is not over; resolves when codex has exited. `outcome` is then `aborted`. */
  close(): Promise<void>;
}

/**
 * Runs codex like {@link run}, with its events as they arrive.
 *
 * Leaving the loop (`break`, `return`, `throw`) ends the run: codex is stopped, the outcome is `aborted`, and the loop
 * ends once codex has exited; `close()` and `await using` do the same. The events can be iterated once; earlier events
 * wait for the loop. If nobody iterates, the run continues to its outcome, and up to about 32 MiB of events are kept.
 *
 * @param command - what codex should do, made by {@link exec}, {@link resume}, {@link fork} or {@link review}
 * @param schema - the author's schema, against which the answer is validated
 * @throws {TypeError} if an argument or option cannot be used; nothing has started then. If a callback throws, the loop
 *   throws its error and `outcome` rejects with it
 */
export function stream<const S extends SchemaInput, T = InferSchema<S>>(
  command: Command,
  schema: S,
  options: RunOptions<T, InferSchema<S>> = {},
): OutcomeStream<T> {
  assertRun('stream()', command, options);
  const own = withInheritedOptions<RunOptions<T, never>>(options, RUN_OPTIONS);
  const abort = new LinkedAbort([own.signal]);
  const close = async () => {
    abort.abort();
    await outcome.catch(() => undefined);
  };
  const queue = new EventQueue(close);
  const outcome = runChecked<T>(command, schema, {
    ...own,
    signal: abort.signal,
    onEvent: (event) => {
      queue.push(event);
      return own.onEvent?.(event);
    },
  });
  const end = (failure?: { readonly error: unknown }) => {
    abort.release();
    queue.end(failure);
  };
  outcome.then(
    () => end(),
    (error: unknown) => end({ error }),
  );
  return { outcome, close, [Symbol.asyncIterator]: () => queue.read(), [Symbol.asyncDispose]: close };
}
