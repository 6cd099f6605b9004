import type { ThreadEvent } from '../events/event.js';
import type {
  CodexNotFoundFailure,
  SchemaFileFailure,
  SpawnFailedFailure,
  UnsupportedFailure,
} from '../outcome/outcome.js';
import type { AdditionalContext } from './additional-context.js';
import type { Command } from './command.js';
import type { FindCodexResult } from './find.js';
import type { ThreadLease } from './thread-lease.js';

/** One turn to be driven through codex. */
export interface TurnRequest {
  /** The command of codex. */
  readonly command: Command;
  /** The codex to run, or why none was found; a transport that starts no codex ignores it. */
  readonly codex: FindCodexResult;
  /** The schema exactly as codex is to get it; null for a turn without one. */
  readonly wireSchema: string | null;
  /** The limits of the turn. */
  readonly limits: TurnLimits;
  /** The whole environment of codex (`process.env` plus what the run adds). */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The caller's working directory: relative paths and codex's own cwd. */
  readonly cwd: string;
  /** Abort it: `signal.reason` may be an `AbortedBySignal`. */
  readonly signal?: AbortSignal;
  /** Who observes the turn. */
  readonly observe: TurnObserver;
  /** Hidden context of this turn; only the app server can be given it. */
  readonly additionalContext?: AdditionalContext;
  /** What `env` points at goes away after this turn: no process may be kept for another one. */
  readonly once?: boolean;
  /** Set where further turns of the thread may follow. */
  readonly threadLease?: ThreadLease;
  /** The thread is wanted ephemeral, but may be kept by an app server that cannot help it. */
  readonly mayKeepThread?: boolean;
  /** Nothing may leave this machine: a codex that would connect elsewhere must not begin. */
  readonly isRehearsal?: boolean;
  /** A turn with a schema on the same thread is certain to follow: a codex that cannot do that must not begin. */
  readonly schemaTurnFollows?: boolean;
}

/** All in milliseconds, but `maxLineBytes`; 0 switches a time limit off. */
export interface TurnLimits {
  /** The time limit of the turn, in milliseconds; 0: none. */
  readonly timeoutMs: number;
  /** Longest silence: no byte of codex's stdout and stderr; of the app server, no word about this turn. */
  readonly idleTimeoutMs: number;
  /** How long codex may take to exit after its terminal event. */
  readonly exitGraceMs: number;
  /** How long codex has after SIGTERM before SIGKILL. */
  readonly killGraceMs: number;
  /** The longest line that codex may write, in bytes. */
  readonly maxLineBytes: number;
}

export const DEFAULT_LIMITS: TurnLimits = {
  timeoutMs: 0,
  idleTimeoutMs: 0,
  exitGraceMs: 10_000,
  killGraceMs: 5_000,
  maxLineBytes: 64 * 1024 * 1024,
};

/** What may be watched while a turn runs. A member that is absent costs nothing. */
export interface TurnObserver {
  /** Keep every event for `TurnEvidence.events`. */
  readonly keepEvents: boolean;
  /** Each event as it comes. */
  readonly onEvent?: (event: ThreadEvent) => void;
  /** codex's stdout, byte for byte, as it comes (native JSONL; the app server's equivalent). */
  readonly onBytes?: (chunk: Uint8Array) => void;
  /** codex's stderr, line by line. */
  readonly onStderrLine?: (line: string) => void;
  /** The codex process is there (or the turn was sent): what may wait can be loaded now. */
  readonly onStarted?: () => void;
}

/** Nothing ran. */
export type StartFailure = SchemaFileFailure | UnsupportedFailure | SpawnFailedFailure | CodexNotFoundFailure;

/** The reason of an abort that a POSIX signal caused. */
export class AbortedBySignal {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {}
}
