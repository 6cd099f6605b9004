import type { InferSchema, SchemaInput } from '../schema-input.js';
import type { AppServerOptions, ThreadOptions } from './options.js';
import { ServerHandle } from './server-handle.js';
import { AppServerThread } from './thread.js';

/** The type of a thread's answers: text, where it has no default schema. */
export type AnswerOf<S extends SchemaInput | null> = S extends SchemaInput ? InferSchema<S> : string;

/**
 * One `codex app-server` for many threads and turns.
 *
 * The process starts with the first turn, and again with the next turn where it has ended. Nothing here
 * throws for what an outcome names: a codex that is missing, or a thread that does not exist, is the outcome
 * of the turn that needed it.
 */
export function openAppServer(options: AppServerOptions = {}): AppServerClient {
  return new AppServerClient(options);
}

/** Threads on one app server; any number of them may run turns at the same time. */
export class AppServerClient implements AsyncDisposable {
  readonly #server: ServerHandle;

  /** @internal */
  constructor(options: AppServerOptions) {
    this.#server = new ServerHandle(options);
  }

  /** A new thread; codex is told of it with its first turn. */
  startThread<const S extends SchemaInput | null = null>(
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    return new AppServerThread(this.#server, { kind: 'start' }, options);
  }

  /** Goes on with a thread of this CODEX_HOME. */
  resumeThread<const S extends SchemaInput | null = null>(
    threadId: string,
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    return new AppServerThread(this.#server, { kind: 'resume', threadId }, options);
  }

  /** A copy of a thread; the thread itself stays as it is. */
  forkThread<const S extends SchemaInput | null = null>(
    threadId: string,
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    return new AppServerThread(this.#server, { kind: 'fork', threadId }, options);
  }

  /** Ends the process and all that it runs; turns under way end as `process_failed` or `no_terminal`. */
  close(): Promise<void> {
    return this.#server.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
