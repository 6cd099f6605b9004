import type { Readable, Writable } from 'node:stream';
import { SilenceTimer, startTimer } from '../time/timer.js';
import { waitAtMost } from '../time/wait-at-most.js';
import { onAbruptEnd } from './abrupt-end.js';
import { endLeftovers, signalGroup, signalProcesses } from './group.js';
import type { OwnerMark } from './owned-processes.js';
import { descendantsOf, type ProcessEntry, runningProcesses, sessionOf } from './process-table.js';

/** The part of a spawned process that is needed here. It leads its own group (`detached`). */
export interface SpawnedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** Node's processes and pipes. */
interface Referenced {
  ref(): void;
  unref(): void;
}

/** How the process ended. (`child.killed` only says that a signal was sent.) */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A pipe that another process keeps open is closed when it has been silent this long after the exit. */
const DRAIN_QUIET_MS = 250;
/** Such a pipe is closed after this time in any case; codex's own remaining output is read at once. */
const DRAIN_LIMIT_MS = 5_000;
/** How long processes that outlive codex have after SIGTERM, if the kill grace is not shorter. */
const HELPER_GRACE_MS = 1_000;

/** A running codex: stops it, and cleans up after its exit. */
export class ManagedChild {
  readonly exited: Promise<ExitStatus>;
  #stopping: Promise<void> | null = null;
  #hasExited = false;
  /** The processes that it had started when it was stopped: its commands are in other sessions. */
  #descendants: readonly ProcessEntry[] = [];
  readonly #forget: () => void;

  constructor(
    readonly process: SpawnedProcess,
    private readonly killGraceMs: number,
    /** Identifies the processes that it starts; null if it starts none. */
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
    // If the process does not read its stdin or has ended, its exit status says so.
    process.stdin.on('error', () => {});
  }

  /** Sets whether it keeps this process alive. */
  keepAlive(isWanted: boolean): void {
    const { stdin, stdout, stderr } = this.process;
    for (const handle of [this.process, stdin, stdout, stderr] as readonly Partial<Referenced>[]) {
      if (isWanted) handle.ref?.();
      else handle.unref?.();
    }
  }

  /**
   * Ends stdin, sends SIGTERM to the group after `stdinGraceMs`, and SIGKILL after the kill grace. Resolves when the
   * process has exited. Further calls return the same promise.
   */
  stop(stdinGraceMs = 0): Promise<void> {
    // Its pid may belong to another process by now.
    if (this.#hasExited) return Promise.resolve();
    this.#stopping ??= this.#escalate(stdinGraceMs);
    return this.#stopping;
  }

  async #escalate(stdinGraceMs: number): Promise<void> {
    const { pid, stdin } = this.process;
    // With `end`, the pipe would stay open until codex has read the rest.
    if (stdin.writableLength > 0) stdin.destroy();
    else stdin.end();
    if (stdinGraceMs > 0 && (await this.#exitsWithin(stdinGraceMs))) return;
    // After its exit they can no longer be found by their parent.
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

  /** Stops the processes that a thread's commands detached, while codex itself continues. */
  async endCommandsOf(threadId: string): Promise<void> {
    const left = this.mark?.commandsOf(threadId) ?? [];
    if (left.length > 0) await endLeftovers(null, left, Math.min(this.killGraceMs, HELPER_GRACE_MS));
  }

  /**
   * Must be called after the exit. Stops the processes that it left behind, reads the rest of the pipes, and closes
   * them, even if another process keeps them open.
   */
  async settle(): Promise<void> {
    const { pid, stdin, stdout, stderr } = this.process;
    stdin.destroy();
    const graceMs = Math.min(this.killGraceMs, HELPER_GRACE_MS);
    // Listing all processes takes about a millisecond for a few dozen of them, so it is done once.
    const running = runningProcesses();
    const marked = this.mark?.processes(this.#stopping !== null, running) ?? [];
    // A helper that codex was just starting may have its own group, and may lack the environment variable.
    await endLeftovers(pid, [...this.#descendants, ...marked, ...sessionOf(pid, running)], graceMs);
    // These processes may have started others in the meantime.
    if (marked.length > 0) {
      await endLeftovers(pid, this.mark?.processes(this.#stopping !== null) ?? [], 0);
    }
    await Promise.all([drained(stdout), drained(stderr)]);
    this.#forget();
  }
}

/** Waits until the stream ends, is silent for a moment, or reaches the limit, and closes it. */
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
