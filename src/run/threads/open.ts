import { assertArgument, assertOptions, withInheritedOptions } from '../../codex/options/assert-options.js';
import type { InferSchema, SchemaInput } from '../schema-input.js';
import { APP_SERVER_OPTIONS, THREAD_ID, THREAD_OPTIONS } from './option-tables.js';
import type { AppServerOptions, ThreadOptions } from './options.js';
import { ServerHandle } from './server-handle.js';
import { AppServerThread } from './thread.js';
import type { ThreadOrigin } from './thread-origin.js';

/** The type of a thread's answers; `string` if the thread has no default schema. */
export type AnswerOf<S extends SchemaInput | null> = S extends SchemaInput ? InferSchema<S> : string;

/**
 * Opens one `codex app-server` for many threads and turns.
 *
 * The process starts with the first turn; if it exits, the next turn starts it again. Failures are outcomes: if codex is
 * missing or a thread does not exist, that is the outcome of the turn that needs it.
 *
 * @throws {TypeError} if an option is unknown or of the wrong type
 */
export function openAppServer(options: AppServerOptions = {}): AppServerClient {
  assertOptions('openAppServer()', options, APP_SERVER_OPTIONS);
  return new AppServerClient(withInheritedOptions(options, APP_SERVER_OPTIONS));
}

/** Opens threads on one app server. Any number of threads can run turns at the same time. */
export class AppServerClient implements AsyncDisposable {
  readonly #server: ServerHandle;

  /** @internal */
  constructor(options: AppServerOptions) {
    this.#server = new ServerHandle(options);
  }

  /**
   * Starts a new thread; codex creates it with its first turn.
   *
   * @throws {TypeError} if an option is unknown or of the wrong type
   */
  startThread<const S extends SchemaInput | null = null>(
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    assertOptions('startThread()', options, THREAD_OPTIONS);
    return this.thread({ kind: 'start' }, options);
  }

  /**
   * Resumes a thread of this CODEX_HOME.
   *
   * @throws {TypeError} if the id is blank or not a string, or an option is unknown or of the wrong type
   */
  resumeThread<const S extends SchemaInput | null = null>(
    threadId: string,
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    assertArgument('resumeThread()', 'the thread id', threadId, THREAD_ID);
    assertOptions('resumeThread()', options, THREAD_OPTIONS);
    return this.thread({ kind: 'resume', threadId }, options);
  }

  /**
   * Copies a thread, which itself stays unchanged.
   *
   * @throws {TypeError} as {@link resumeThread} does
   */
  forkThread<const S extends SchemaInput | null = null>(
    threadId: string,
    options: ThreadOptions<S> = {},
  ): AppServerThread<AnswerOf<S>> {
    assertArgument('forkThread()', 'the thread id', threadId, THREAD_ID);
    assertOptions('forkThread()', options, THREAD_OPTIONS);
    return this.thread({ kind: 'fork', threadId }, options);
  }

  /** @internal For options that are already checked. */
  thread<D>(origin: ThreadOrigin, options: ThreadOptions): AppServerThread<D> {
    return new AppServerThread(this.#server, origin, withInheritedOptions(options, THREAD_OPTIONS));
  }

  /**
   * Stops the process and everything that it runs. The outcome of a running turn is `process_failed` or `no_terminal`;
   * the outcome of a turn that waits for another one is `aborted`.
   */
  close(): Promise<void> {
    return this.#server.close();
  }

  /** Closes the client; see {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
