import { fstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, parse, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { MAX_INPUT_BYTES, refuseDevice } from './input/open-input.js';
import { UsageError } from './usage-error.js';

/** A signal that stops a run in an orderly way. */
export type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Everything that the command line uses of its process. Tests pass their own. */
export interface CliIo {
  readonly stdin: Readable;
  /** Whether stdin is a terminal, which is then read only on request. */
  stdinIsTerminal(): boolean;
  /** Whether stderr is a terminal. */
  stderrIsTerminal(): boolean;
  /** The descriptor of stdin if it is a regular file, which can be read in large pieces. */
  stdinFile(): number | null;
  /** The descriptor of stdout if that is a regular file, as after `> FILE`; a test's own stdout has none. */
  stdoutFile?(): number | null;
  /** @throws an error that says so if stdin is a device that never ends, such as `/dev/zero` */
  refuseEndlessStdin?(): void;
  /** All of stdin if it can be read without waiting (a regular file or `/dev/null`), else null. */
  stdinAtOnce(): Buffer | null;
  readonly stdout: Writable & { readonly columns?: number };
  readonly stderr: Writable & { readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @throws {UsageError} if the working directory was deleted; commands that do not need it then still work */
  readonly cwd: string;
  /** Called for each such signal until the returned function is called. */
  onSignal(listener: (signal: EndingSignal) => void): () => void;
  /** Exits at once; exit hooks do the cleanup. */
  exitNow(code: number): void;
}

/**
 * The real process. The streams are getters, since merely naming `process.stdout` costs milliseconds that a
 * run has time for only once codex has been started.
 */
export function processIo(): CliIo {
  const cwd = workingDirectory();
  return {
    get stdin() {
      return process.stdin;
    },
    stdinFile: () => regularFile(STDIN),
    refuseEndlessStdin: () => refuseDevice(STDIN),
    stdoutFile: () => regularFile(STDOUT),
    stdinAtOnce,
    stdinIsTerminal: () => isatty(STDIN),
    stderrIsTerminal: () => isatty(STDERR),
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    env: process.env,
    get cwd() {
      if (cwd !== null) return cwd;
      throw new UsageError(
        'The working directory does not exist any more; change to a directory that exists and try again.',
      );
    },
    onSignal(listener) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
    exitNow: (code) => process.exit(code),
  };
}

/** An absolute path needs no working directory. @throws {UsageError} if another one has none */
export function resolvePath(io: Pick<CliIo, 'cwd'>, path: string): string {
  return resolve(baseDirectory(io, path), path);
}

/** What a path is relative to. @throws {UsageError} as {@link resolvePath} */
export function baseDirectory(io: Pick<CliIo, 'cwd'>, path: string): string {
  return isAbsolute(path) ? dirname(path) : io.cwd;
}

/** Null if it was deleted. */
function workingDirectory(): string | null {
  try {
    return process.cwd();
  } catch {
    // Packages ask for it while they are loaded, even if nothing needs it; ours is `CliIo.cwd`.
    process.cwd = () => parse(process.execPath).root;
    return null;
  }
}

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** Null if it is something else, or closed. */
function regularFile(descriptor: number): number | null {
  try {
    return fstatSync(descriptor).isFile() ? descriptor : null;
  } catch {
    // Closed: the next read or write reports it.
    return null;
  }
}

/** Saves the ordinary run the creation of a stream, which is slow. */
function stdinAtOnce(): Buffer | null {
  try {
    const stdin = fstatSync(STDIN);
    if (stdin.isFile()) return stdin.size > MAX_INPUT_BYTES ? null : readFileSync(STDIN);
    return stdin.isCharacterDevice() && stdin.rdev === statSync('/dev/null').rdev ? Buffer.alloc(0) : null;
  } catch {
    // No such device on this system, or stdin is unreadable: the stream reports it.
    return null;
  }
}
