import { assertArgument, assertOptions, withInheritedOptions } from '../../codex/options/assert-options.js';
import type { InferSchema, SchemaInput } from '../schema-input.js';
import { APP_SERVER_OPTIONS, THREAD_ID, THREAD_OPTIONS } from './option-tables.js';
import type { AppServerOptions, ThreadOptions } from './options.js';
import { ServerHandle } from './server-handle.js';
import { AppServerThread } from './thread.js';
import type { ThreadOrigin } from './thread-origin.js';

/** The type of a thread's answers: text, where it has no default schema. */
export type AnswerOf<S extends SchemaInput | null> = S extends SchemaInput ? InferSchema<S> : string;

/**
 * One `codex app-server` for many threads and turns.
 *
 * The process starts with the first turn, and again with the next turn where it has ended. Nothing here
 * throws for what an outcome names: a codex that is missing, or a thread that does not exist, is the outcome
 * of the turn that needed it.
 *
 * @throws {TypeError} if an option is none
 */
export function openAppServer(options: AppServerOptions = {}): AppServerClient {
  assertOptions('openAppServer()', options, APP_SERVER_OPTIONS);
  return new AppServerClient(withInheritedOptions(options, APP_SERVER_OPTIONS));
}

/** Threads on one app server; any number of them may run turns at the same time. */
export class AppServerClient implements AsyncDisposable {
  readonly #server: ServerHandle;

  /** @internal */
  constructor(options: AppServerOptions) {
    this.#server = new ServerHandle(options);
  }

  /** A new thread; codex is told of it with its first turn. @throws {TypeError} if an option is none */
  startThread<const S extends SchemaInput | null = null>(
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    assertOptions('startThread()', options, THREAD_OPTIONS);
    return this.thread({ kind: 'start' }, options);
  }

  /** Goes on with a thread of this CODEX_HOME. @throws {TypeError} if an argument or option is none */
  resumeThread<const S extends SchemaInput | null = null>(
    threadId: string,
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    assertArgument('resumeThread()', 'the thread id', threadId, THREAD_ID);
    assertOptions('resumeThread()', options, THREAD_OPTIONS);
    return this.thread({ kind: 'resume', threadId }, options);
  }

  /** A copy of a thread; the thread itself stays as it is. @throws {TypeError} if an argument or option is none */
  forkThread<const S extends SchemaInput | null = null>(
    threadId: string,
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    assertArgument('forkThread()', 'the thread id', threadId, THREAD_ID);
    assertOptions('forkThread()', options, THREAD_OPTIONS);
    return this.thread({ kind: 'fork', threadId }, options);
  }

  /** @internal For options that were judged already. */
  thread<D>(origin: ThreadOrigin, options: ThreadOptions): AppServerThread<D> {
    return new AppServerThread(this.#server, origin, withInheritedOptions(options, THREAD_OPTIONS));
  }

  /**
   * Ends the process and all that it runs. The turn that runs ends as `process_failed` or `no_terminal`; turns
   * that wait for another one are `aborted`.
   */
  close(): Promise<void> {
    return this.#server.close();
  }

  /** Closes the client; see {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
