import { closeSync } from 'node:fs';
import { relative } from 'node:path';
import type { Readable } from 'node:stream';
import { fileProblem } from '../../platform/files/file-problem.js';
import { safeLine } from '../../text/safe-line.js';
import { type CliIo, resolvePath } from '../io.js';
import { UsageError } from '../usage-error.js';
import { MAX_INPUT_BYTES, MAX_INPUT_MIB, type OpenedInput, openInput, readReady } from './open-input.js';
import { type Awaited, readToEnd, WaitEnded, type WaitLimits, waitFor } from './wait.js';

const ANNOUNCE_AFTER_MS = 1000;

/** A TypeScript module with large dependencies takes seconds. */
const SLOW_MODULE_MS = 10_000;

/** The bytes of a named file, or the reason why it cannot be read, as the end of a sentence. */
export type FileRead =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string };

/** Work to wait for, and the notice that is printed after a moment. */
export interface AnnouncedWait extends Pick<Awaited, 'what' | 'from'> {
  readonly sentence: string;
  readonly announceAfterMs?: number;
}

/** For commands without time limits and without signal handling. */
const NO_LIMITS: WaitLimits = { signal: new AbortController().signal, timeoutMs: 0, idleTimeoutMs: 0 };

/**
 * Reads everything that a command takes in whole: files, FIFOs, what a shell's `<(…)` gives, devices and stdin. The
 * time limits and signals of the command hold for each, and so does one limit of size.
 */
export class InputReader {
  readonly #io: CliIo;
  readonly #limits: WaitLimits;
  readonly #started = Date.now();

  constructor(io: CliIo, limits: WaitLimits = NO_LIMITS) {
    this.#io = io;
    this.#limits = limits;
  }

  /** How long the command has been reading its input. */
  get spentMs(): number {
    return Date.now() - this.#started;
  }

  /** The absolute path of a named file. @throws {UsageError} if that takes a working directory that was deleted */
  resolve(path: string): string {
    return resolvePath(this.#io, path);
  }

  /** An absolute path as people know it. */
  shown(path: string): string {
    try {
      return relative(this.#io.cwd, path);
    } catch (error) {
      // Only an absolute path can be read without a working directory.
      if (error instanceof UsageError) return path;
      throw error;
    }
  }

  /**
   * @param what - what the file has, such as `the prompt`
   * @throws {WaitEnded} if a limit or a signal expired while waiting for it
   */
  async file(path: string, what: string): Promise<FileRead> {
    try {
      const opened = openInput(this.resolve(path));
      const bytes = opened.kind === 'ready' ? wholeOf(opened) : await this.#awaited(opened, path, what);
      return { ok: true, bytes };
    } catch (error) {
      if (error instanceof UsageError || error instanceof WaitEnded) throw error;
      return { ok: false, reason: fileProblem(error) };
    }
  }

  /**
   * All of stdin.
   *
   * @throws {WaitEnded} if a limit or a signal expired while waiting for it
   * @throws {UsageError} if it cannot be read
   */
  async stdin(what: string): Promise<Buffer> {
    const atOnce = this.#io.stdinAtOnce();
    if (atOnce !== null) return atOnce;
    return this.#wait(this.#io.stdin, what, 'stdin');
  }

  async #awaited(opened: OpenedInput, path: string, what: string): Promise<Buffer> {
    const { awaitedStream } = await import('./awaited-stream.js');
    return this.#wait(awaitedStream(opened, path), what, path);
  }

  /** Waits for a module to load. @throws {WaitEnded} if a limit or a signal expired while waiting for it */
  module<T>(loading: Promise<T>, file: string): Promise<T> {
    const sentence = `still loading the module ${file}.`;
    return this.waitFor(loading, {
      what: 'the schema',
      from: file,
      sentence,
      announceAfterMs: SLOW_MODULE_MS,
    });
  }

  /** Waits for other work. @throws {WaitEnded} if a limit or a signal expired while waiting for it */
  waitFor<T>(work: Promise<T>, awaited: AnnouncedWait): Promise<T> {
    const { what, from, sentence, announceAfterMs = ANNOUNCE_AFTER_MS } = awaited;
    const announce = () => tell(this.#io, sentence);
    return waitFor(work, { what, from, announce, announceAfterMs }, this.#limits, this.#started);
  }

  #wait(stream: Readable, what: string, from: string): Promise<Buffer> {
    return readToEnd(stream, this.#awaitedAs(what, from), this.#limits, this.#started);
  }

  #awaitedAs(what: string, from: string): Awaited {
    const announce = () => announceWait(this.#io, what, from);
    return { what, from, announce, announceAfterMs: ANNOUNCE_AFTER_MS };
  }
}

/** Announces after a moment that the command waits for an input. @returns a function that cancels it */
export function announceSoon(io: CliIo, what: string, from: string): () => void {
  const timer = setTimeout(() => announceWait(io, what, from), ANNOUNCE_AFTER_MS);
  timer.unref();
  return () => clearTimeout(timer);
}

function announceWait(io: CliIo, what: string, from: string): void {
  tell(
    io,
    from === 'stdin'
      ? `waiting for ${what} on stdin; press Ctrl-D to end it, or use '</dev/null' if there is none.`
      : `waiting for ${what} from ${from}; another process must write to it.`,
  );
}

function tell(io: CliIo, sentence: string): void {
  io.stderr.write(`codex-structured: ${safeLine(sentence)}\n`);
}

function wholeOf({ fd, size }: OpenedInput): Buffer {
  try {
    if (size > MAX_INPUT_BYTES) throw new Error(`it is larger than ${MAX_INPUT_MIB}`);
    const bytes = readReady(fd, MAX_INPUT_BYTES);
    if (bytes.length > MAX_INPUT_BYTES) throw new Error(`it is larger than ${MAX_INPUT_MIB}`);
    return bytes;
  } finally {
    closeSync(fd);
  }
}
