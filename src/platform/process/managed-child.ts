import type { Readable, Writable } from 'node:stream';
import { SilenceTimer, startTimer } from '../time/timer.js';
import { waitAtMost } from '../time/wait-at-most.js';
import { onAbruptEnd } from './abrupt-end.js';
import { endLeftovers, signalGroup, signalProcesses } from './group.js';
import type { OwnerMark } from './owned-processes.js';
import { descendantsOf, type ProcessEntry, runningProcesses, sessionOf } from './process-table.js';

/** What is needed of a spawned process that leads a group of its own (`detached`). */
export interface SpawnedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** What Node's processes and pipes have. */
interface Referenced {
  ref(): void;
  unref(): void;
}

/** As the process itself ended; `child.killed` only says that a signal was sent. */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** How long after the exit a pipe that someone else holds open may stay silent before it is given up. */
const DRAIN_QUIET_MS = 250;
/** How long it may go on talking: of codex's own output a pipe holds no more than is read in a moment. */
const DRAIN_LIMIT_MS = 5_000;
/** How long helpers that outlive codex have after SIGTERM, where no grace is shorter. */
const HELPER_GRACE_MS = 1_000;

/** A running codex: how it ended, how to stop it, and what to do after it. */
export class ManagedChild {
  readonly exited: Promise<ExitStatus>;
  #stopping: Promise<void> | null = null;
  #hasExited = false;
  /** What it had started when it was stopped: the commands it runs are in sessions of their own. */
  #descendants: readonly ProcessEntry[] = [];
  readonly #forget: () => void;

  constructor(
    readonly process: SpawnedProcess,
    private readonly killGraceMs: number,
    /** By which what it started is found again; null if it starts nothing. */
    private readonly mark: OwnerMark | null,
  ) {
    this.exited = new Promise((settle) => {
      process.once('exit', (exitCode, signal) => {
        this.#hasExited = true;
        settle({ exitCode, signal });
      });
    });
    this.#forget = onAbruptEnd(() => {
      const descendants = descendantsOf(process.pid);
      signalProcesses([...descendants, ...(mark?.processes(true) ?? [])], 'SIGKILL');
      signalGroup(process.pid, 'SIGKILL');
    });
    // A process that does not read its stdin, or is gone, is judged by its exit.
    process.stdin.on('error', () => {});
  }

  /** Whether this process stays alive for its sake. */
  keepAlive(isWanted: boolean): void {
    const { stdin, stdout, stderr } = this.process;
    for (const handle of [this.process, stdin, stdout, stderr] as readonly Partial<Referenced>[]) {
      if (isWanted) handle.ref?.();
      else handle.unref?.();
    }
  }

  /**
   * Ends it: stdin, then after `stdinGraceMs` SIGTERM to the group, then after the kill grace SIGKILL, each
   * waited for. Resolves when it has exited. Asked again, it is the same ending.
   */
  stop(stdinGraceMs = 0): Promise<void> {
    // Its pid may belong to somebody else by now.
    if (this.#hasExited) return Promise.resolve();
    this.#stopping ??= this.#climb(stdinGraceMs);
    return this.#stopping;
  }

  async #climb(stdinGraceMs: number): Promise<void> {
    const { pid, stdin } = this.process;
    // What is still unwritten is not going to be read.
    if (stdin.writableLength > 0) stdin.destroy();
    else stdin.end();
    if (stdinGraceMs > 0 && (await this.#exitsWithin(stdinGraceMs))) return;
    // Once it has exited nothing ties them to it any more.
    this.#descendants = descendantsOf(pid);
    signalGroup(pid, 'SIGTERM');
    if (this.killGraceMs > 0 && (await this.#exitsWithin(this.killGraceMs))) return;
    this.#descendants = [...this.#descendants, ...descendantsOf(pid)];
    signalGroup(pid, 'SIGKILL');
    await this.exited;
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    return (await waitAtMost(this.exited, ms)) !== 'late';
  }

  /** Ends what the commands of a thread detached, while codex itself goes on. */
  async endCommandsOf(threadId: string): Promise<void> {
    const left = this.mark?.commandsOf(threadId) ?? [];
    if (left.length > 0) await endLeftovers(null, left, Math.min(this.killGraceMs, HELPER_GRACE_MS));
  }

  /**
   * After the exit: ends what it left behind, takes in what is still in the pipes, and lets go of
   * them, also where a process outside the group holds them open.
   */
  async settle(): Promise<void> {
    const { pid, stdin, stdout, stderr } = this.process;
    stdin.destroy();
    const graceMs = Math.min(this.killGraceMs, HELPER_GRACE_MS);
    // Once: a look at every process takes a millisecond for each few dozen of them.
    const running = runningProcesses();
    const marked = this.mark?.processes(this.#stopping !== null, running) ?? [];
    // A helper that codex was starting when it exited may be in a group of its own, without its environment.
    await endLeftovers(pid, [...this.#descendants, ...marked, ...sessionOf(pid, running)], graceMs);
    // What one of them started while it was being ended.
    if (marked.length > 0) {
      await endLeftovers(pid, this.mark?.processes(this.#stopping !== null) ?? [], 0);
    }
    await Promise.all([drained(stdout), drained(stderr)]);
    this.#forget();
  }
}

/** Resolves at the end of the stream, when it has been silent for a moment, or at the limit; it is closed then. */
function drained(stream: Readable): Promise<void> {
  return new Promise((settle) => {
    const silence = new SilenceTimer(DRAIN_QUIET_MS, done);
    const cancelLimit = startTimer(DRAIN_LIMIT_MS, done);
    const touch = () => silence.touch();
    function done(): void {
      silence.stop();
      cancelLimit();
      stream.off('data', touch).off('end', done).off('close', done).off('error', done);
      stream.on('error', () => {});
      stream.destroy();
      settle();
    }
    if (stream.readableEnded || stream.destroyed) {
      done();
      return;
    }
    stream.on('data', touch).once('end', done).once('close', done).once('error', done);
  });
}
