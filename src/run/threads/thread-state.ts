import type { AppServer } from '../../app-server/server/server.js';
import { ThreadLocks } from '../../app-server/thread/thread-locks.js';
import { ThreadRejectedError } from '../../app-server/thread/thread-rejected.js';
import { leaveThread } from '../../app-server/turn/run-turn.js';
import type { TurnDeadline } from '../../app-server/turn/turn-deadline.js';
import { workingDirectory } from '../../codex/working-directory.js';
import type { ThreadOptions } from './options.js';
import type { ServerHandle } from './server-handle.js';
import { openOn, type ThreadOrigin } from './thread-origin.js';

/** What is known of a thread: its id, and on which server it is open. */
export class ThreadState {
  id: string | null = null;
  #openOn: AppServer | null = null;
  /** Also before the thread has an id its turns wait for one another. */
  readonly #locks = new ThreadLocks();

  constructor(
    readonly server: ServerHandle,
    readonly origin: ThreadOrigin,
    readonly options: ThreadOptions,
  ) {}

  get serverCwd(): string {
    return this.server.options.cwd ?? workingDirectory();
  }

  /** @throws {TurnStopped} */
  acquire(stop: TurnDeadline): Promise<() => void> {
    return this.#locks.acquire('', stop);
  }

  /**
   * Opens it on this server, where it is not: a thread that has an id already is resumed there.
   *
   * @throws {RpcError} where codex refuses; {ThreadRejectedError} where the caller does not want it as it is
   */
  async open(server: AppServer): Promise<string> {
    if (this.id !== null && this.#openOn === server) return this.id;
    const origin: ThreadOrigin = this.id === null ? this.origin : { kind: 'reopen', threadId: this.id };
    const opened = await openOn(server, origin, this.options, this.serverCwd);
    this.id = opened.id;
    const unfit = (await this.options.onOpened?.(opened)) ?? null;
    if (unfit !== null) throw new ThreadRejectedError(unfit);
    this.#openOn = server;
    return this.id;
  }

  /** Ends the commands of the thread and lets the server forget it; another turn opens it again. */
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
