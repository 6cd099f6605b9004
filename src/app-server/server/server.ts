import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { spawnCodex } from '../../codex/process/spawn.js';
import { StderrLines } from '../../codex/process/stderr-lines.js';
import { RedactedTail } from '../../codex/process/text-tail.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { SpawnFailedFailure, UnsupportedFailure } from '../../outcome/outcome.js';
import { createRedactor, type Redact } from '../../outcome/redact/redactor.js';
import type { ExitStatus, ManagedChild } from '../../platform/process/managed-child.js';
import { type ClientMethod, type ClientRequests, NOTIFICATIONS } from '../protocol/methods.js';
import { RpcError } from '../protocol/rpc-error.js';
import { RpcPeer } from '../protocol/rpc-peer.js';
import type { TurnSandbox } from '../thread/configured-sandbox.js';
import { ThreadLocks } from '../thread/thread-locks.js';
import { handshake } from './handshake.js';
import { noLongerIdle, stopWithProgram } from './idle-servers.js';
import type { ServerOptions } from './server-options.js';
import { type AnswerServerRequest, decline, threadIn } from './server-requests.js';
import { StartGate } from './start-gate.js';

const STDERR_TAIL_BYTES = 16 * 1024;

/** Follows a thread. Its members must not throw, except `onRequest`. */
export interface ThreadWatcher {
  readonly threadId: string;
  readonly onNotification: (method: string, params: Fields) => void;
  /** Answers a request about this thread; `undefined` leaves it to the server's own `answer`. */
  readonly onRequest?: AnswerServerRequest;
  readonly onUnreadable: (line: Buffer) => void;
  readonly onOversized: (head: Buffer) => void;
}

/** A server, or why it could not be started. */
export type StartedServer = AppServer | SpawnFailedFailure | UnsupportedFailure;

/** One running `codex app-server`. */
export class AppServer {
  /** The version of codex; null if unknown. */
  version: string | null = null;
  /** Null while it runs. */
  exit: ExitStatus | null = null;
  /** Resolves when it has exited and all of its output has been read. */
  readonly ended: Promise<void>;
  readonly stderrLines = new StderrLines();
  readonly locks = new ThreadLocks();
  /** By thread id: the sandbox that the thread's next turn sets. */
  readonly sandboxes = new Map<string, TurnSandbox>();
  readonly openThreads = new Set<string>();
  /** By thread: the model of its latest turn. */
  readonly models = new Map<string, string>();
  readonly starts = new StartGate(availableParallelism());
  #uses = 0;
  #isStopping = false;
  readonly #peer: RpcPeer;
  readonly #watchers = new Set<ThreadWatcher>();
  readonly redact: Redact;
  readonly #tail: RedactedTail;
  #hasTurn = false;

  private constructor(
    private readonly child: ManagedChild,
    private readonly options: ServerOptions,
  ) {
    const { stdin, stdout, stderr } = child.process;
    const { onTraffic } = options;
    this.redact = createRedactor(options.env, options.args);
    this.#tail = new RedactedTail(STDERR_TAIL_BYTES, this.redact);
    const write = (line: string) => void (stdin.writable && stdin.write(line));
    this.#peer = new RpcPeer(write, options.maxLineBytes, {
      onNotification: (method, params) => this.#notified(method, params),
      onRequest: (method, params) => this.#asked(method, params),
      onUnreadable: (line) => this.#toAll((watcher) => watcher.onUnreadable(line)),
      onOversized: (head) => this.#toAll((watcher) => watcher.onOversized(head)),
      ...(onTraffic === undefined ? {} : { onTraffic: (direction, line) => onTraffic({ direction, line }) }),
    });
    if (onTraffic !== undefined) this.stderrLines.listen((line) => onTraffic({ direction: 'stderr', line }));
    stdout.on('data', (chunk: Buffer) => this.#peer.push(chunk));
    stderr.on('data', (chunk: Buffer) => {
      this.#tail.push(chunk);
      this.stderrLines.push(chunk);
    });
    this.ended = this.#untilEnded();
  }

  /** Starts codex and sends the first request. If that fails, codex is stopped again. */
  static async start(options: ServerOptions): Promise<StartedServer> {
    const child = await spawnCodex(options);
    if ('kind' in child) return child;
    const server = new AppServer(child, options);
    const failure = await handshake(server, options);
    if (failure === null) {
      server.#rest();
      return server;
    }
    await server.stop();
    return failure;
  }

  get cwd(): string {
    return resolve(this.options.cwd);
  }

  /** The end of its stderr, without secrets. */
  get stderr(): string {
    return this.#tail.toString();
  }

  /** Returns where the next turn's part of stderr starts: for the first turn, at the start of codex. */
  markStderr(): number {
    if (this.#hasTurn) return this.#tail.lineStart;
    this.#hasTurn = true;
    return 0;
  }

  /** The stderr since a mark, at most its end, without secrets. */
  stderrSince(mark: number): string {
    return this.#tail.since(mark);
  }

  /**
   * @param raw - members of the parameters that are already JSON text
   * @throws {RpcError} if codex rejects the request; {ConnectionClosed} if it exits first
   */
  async request<M extends ClientMethod>(
    method: M,
    params: ClientRequests[M],
    raw: Readonly<Record<string, string>> = {},
  ): Promise<Fields> {
    try {
      return fieldsOf(await this.#peer.request(method, params, raw)) ?? {};
    } catch (error) {
      throw error instanceof RpcError ? error.redacted(this.redact) : error;
    }
  }

  notifyInitialized(): void {
    this.#peer.notify('initialized');
  }

  /** Follows a thread until the returned function is called. */
  watch(watcher: ThreadWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /**
   * Marks the server as used until the returned function is called. An unused server does not keep this process alive
   * and is stopped with it.
   */
  use(): () => void {
    this.#uses += 1;
    this.#wake();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#uses -= 1;
      if (this.#uses === 0 && !this.#isStopping) this.#rest();
    };
  }

  #rest(): void {
    this.child.keepAlive(false);
    stopWithProgram(this);
  }

  #wake(): void {
    noLongerIdle(this);
    this.child.keepAlive(true);
  }

  /** Stops the processes that a thread's commands have detached, which codex itself does not know. */
  endDetached(threadId: string): Promise<void> {
    return this.child.endCommandsOf(threadId);
  }

  /** Ends stdin, sends SIGTERM after `stdinGraceMs` and SIGKILL after the kill grace. Resolves when it has exited. */
  async stop(stdinGraceMs = 0): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    this.options.onLeaving?.();
    await this.child.stop(stdinGraceMs);
    await this.ended;
  }

  async #untilEnded(): Promise<void> {
    const exit = await this.child.exited;
    this.#isStopping = true;
    noLongerIdle(this);
    this.options.onLeaving?.();
    await this.child.settle();
    this.exit = exit;
    this.#peer.close();
    await this.stderrLines.end();
  }

  #notified(method: string, params: Fields): void {
    const threadId = stringOf(params['threadId']);
    if (method === NOTIFICATIONS.modelRerouted) this.noteModel(threadId, params['toModel']);
    for (const watcher of [...this.#watchers]) {
      if (watcher.threadId === threadId) watcher.onNotification(method, params);
    }
  }

  /** Notes the model of a thread, as codex reports it or a request sets it. */
  noteModel(threadId: string | null, model: unknown): void {
    const name = stringOf(model);
    if (threadId !== null && name !== null) this.models.set(threadId, name);
  }

  async #asked(method: string, params: Fields): Promise<unknown> {
    const request = { method, params };
    const threadId = threadIn(request);
    for (const { threadId: own, onRequest } of [...this.#watchers]) {
      const answer = own === threadId ? await onRequest?.(request) : undefined;
      if (answer !== undefined) return answer;
    }
    return (await this.options.answer?.(request)) ?? decline(request);
  }

  #toAll(act: (watcher: ThreadWatcher) => void): void {
    for (const watcher of [...this.#watchers]) act(watcher);
  }
}
