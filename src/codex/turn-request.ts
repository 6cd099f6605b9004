import type { ThreadEvent } from '../events/event.js';
import { definedOnly } from '../json/defined-only.js';
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

/** A turn for a transport to run. */
export interface TurnRequest {
  /** The command of codex. */
  readonly command: Command;
  /** The codex to run, or why none was found; a transport that starts no codex ignores it. */
  readonly codex: FindCodexResult;
  /** The schema as codex gets it; null for a turn without a schema. */
  readonly wireSchema: string | null;
  /** The limits of the turn. */
  readonly limits: TurnLimits;
  /** The complete environment of codex (`process.env` and what the run adds). */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** codex's working directory and the base of relative paths. */
  readonly cwd: string;
  /** Aborts the turn; `signal.reason` may be an `AbortedBySignal`. */
  readonly signal?: AbortSignal;
  /** The callbacks of the turn. */
  readonly observe: TurnObserver;
  /** Hidden context of this turn; only supported by the app server. */
  readonly additionalContext?: AdditionalContext;
  /** Do not keep a process for other turns, since files that `env` names are removed after this turn. */
  readonly once?: boolean;
  /** Set if further turns of the thread may follow. */
  readonly threadLease?: ThreadLease;
  /** Keep the thread if the app server does not support ephemeral ones. */
  readonly mayKeepThread?: boolean;
  /** Do not start a codex that would connect to another machine. */
  readonly isRehearsal?: boolean;
  /** A turn with a schema on the same thread will follow: do not start a codex that does not support it. */
  readonly schemaTurnFollows?: boolean;
}

/** The limits of a turn, in milliseconds except `maxLineBytes`; 0 means no time limit. */
export interface TurnLimits {
  /** The time limit of the turn, in milliseconds; 0: none. */
  readonly timeoutMs: number;
  /** The maximum time without output from codex, or without a message of the app server about this turn. */
  readonly idleTimeoutMs: number;
  /** How long codex may take to exit after its terminal event. */
  readonly exitGraceMs: number;
  /** How long codex may take to exit after SIGTERM before it gets SIGKILL. */
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

/** The callbacks of a turn. */
export interface TurnObserver {
  /** Keep all events for `TurnEvidence.events`. */
  readonly keepEvents: boolean;
  /** Called for each event as it arrives. */
  readonly onEvent?: (event: ThreadEvent) => void;
  /** Called with codex's stdout as it arrives, byte for byte; for the app server, with equivalent JSONL. */
  readonly onBytes?: (chunk: Uint8Array) => void;
  /** Called with each line of codex's stderr. */
  readonly onStderrLine?: (line: string) => void;
  /** Called when codex has started or the turn was sent; a good time for work that can wait until then. */
  readonly onStarted?: () => void;
}

/** A failure to start a turn; nothing ran. */
export type StartFailure = SchemaFileFailure | UnsupportedFailure | SpawnFailedFailure | CodexNotFoundFailure;

/** The reason of an abort by a POSIX signal. */
export class AbortedBySignal {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {}
}

/** Returns the given limits, with defaults for the others. */
export function resolveLimits(options: Partial<TurnLimits>): TurnLimits {
  const limits = { ...DEFAULT_LIMITS, ...definedOnly(options) };
  const { timeoutMs, idleTimeoutMs, exitGraceMs, killGraceMs, maxLineBytes } = limits;
  return { timeoutMs, idleTimeoutMs, exitGraceMs, killGraceMs, maxLineBytes };
}
