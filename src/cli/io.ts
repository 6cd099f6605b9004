import type { Readable, Writable } from 'node:stream';

/** A signal that ends a run in an orderly way. */
export type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** All that the command line touches of the process it runs in. Tests give their own. */
export interface CliIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & TerminalTraits;
  readonly stderr: Writable & TerminalTraits;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Called for each such signal until the returned function is called. */
  onSignal(listener: (signal: EndingSignal) => void): () => void;
  /** Ends the process at once; what must be cleaned up is cleaned up by its own exit hooks. */
  exitNow(code: number): void;
}

interface TerminalTraits {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * The real process. The streams are getters, since merely naming `process.stdout` costs milliseconds that a
 * run has time for only once codex has been started.
 */
export function processIo(): CliIo {
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    env: process.env,
    cwd: process.cwd(),
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
