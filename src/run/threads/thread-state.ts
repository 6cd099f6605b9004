import type { AppServer } from '../../app-server/server/server.js';
import { ThreadRejectedError } from '../../app-server/thread/open-thread.js';
import { ThreadLocks } from '../../app-server/thread/thread-locks.js';
import { leaveThread } from '../../app-server/turn/run-turn.js';
import type { TurnDeadline } from '../../app-server/turn/turn-deadline.js';
import { workingDirectory } from '../../codex/working-directory.js';
import type { ThreadOptions } from './options.js';
import type { ServerHandle } from './server-handle.js';
import { openThreadOn, type ThreadOrigin } from './thread-origin.js';

/** The state of a thread: its id, and the server on which it is open. */
export class ThreadState {
  id: string | null = null;
  #openOn: AppServer | null = null;
  /** The locks of the server need a thread id, which a new thread does not have yet. */
  readonly #locks = new ThreadLocks();

  constructor(
    readonly server: ServerHandle,
    readonly origin: ThreadOrigin,
    readonly options: ThreadOptions,
  ) {}

  get serverCwd(): string {
    return this.server.options.cwd ?? workingDirectory();
  }

  /** Waits for the earlier turns of the thread. @throws {TurnStoppedError} */
  acquire(stop: TurnDeadline): Promise<() => void> {
    return this.#locks.acquire('', stop);
  }

  /**
   * Opens the thread on this server if it is not open there, and returns its id.
   *
   * @throws {RpcError} if codex rejects the request; {ThreadRejectedError} if `onOpened` returns a failure
   */
  async open(server: AppServer): Promise<string> {
    if (this.id !== null && this.#openOn === server) return this.id;
    const origin: ThreadOrigin = this.id === null ? this.origin : { kind: 'reopen', threadId: this.id };
    const opened = await openThreadOn(server, origin, this.options, this.serverCwd);
    this.id = opened.id;
    const failure = (await this.options.onOpened?.(opened)) ?? null;
    if (failure !== null) throw new ThreadRejectedError(failure);
    this.#openOn = server;
    return this.id;
  }

  /** Stops the commands of the thread and closes it on the server; another turn opens it again. */
  async close(): Promise<void> {
    const server = this.#openOn;
    this.#openOn = null;
    if (server === null || this.id === null) return;
    const leave = server.use();
    try {
      await leaveThread(server, this.id);
    } finally {
      leave();
    }
  }
}
