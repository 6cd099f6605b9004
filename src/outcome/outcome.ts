import type { Violation } from '../diagnostics/issue.js';
import type {
  FailureBase,
  SchemaEncodeFailure,
  SchemaUnsupportedFailure,
} from '../diagnostics/schema-failures.js';
import type { ThreadEvent, Usage } from '../events/event.js';
import type { Notice, ToolCalls } from '../events/turn-state.js';
import type { InvalidJsonReason } from '../json/strict-parse.js';
import type { JsonValue } from '../json/value.js';

export type {
  SchemaEncodeFailure,
  SchemaEncodeReason,
  SchemaUnsupportedFailure,
} from '../diagnostics/schema-failures.js';
export type { InvalidJsonReason } from '../json/strict-parse.js';

/**
 * What every run ends in: the value, or exactly one typed failure.
 *
 * Discriminate on `ok`, or on `kind` (`'ok'` or a {@link FailureKind}).
 */
export type Outcome<T = JsonValue> = Success<T> | Failure;

export interface Success<T = JsonValue> {
  readonly ok: true;
  readonly kind: 'ok';
  /** The answer; valid against the author's schema unless `detail.validated` is false. */
  readonly value: T;
  readonly detail: Detail;
}

/** A failure after codex was started. */
interface RanFailure<K extends string> extends FailureBase<K> {
  readonly detail: Detail;
}

/** The temporary schema file could not be made. Nothing ran. */
export interface SchemaFileFailure extends FailureBase<'schema_file'> {
  readonly reason: string;
}

/** This codex lacks what the call needs. Nothing ran. */
export interface UnsupportedFailure extends FailureBase<'unsupported'> {
  readonly capability: string;
  /** The first codex release that has it, or what else is needed. */
  readonly needs: string;
  /** What was found instead. */
  readonly found: string;
  /** Present where a stream had been read before this became clear (`decode` of a very old stream). */
  readonly detail?: Detail;
}

export interface TurnFailedFailure extends RanFailure<'turn_failed'> {
  readonly error: TurnError;
}

export interface TurnError {
  readonly code: TurnErrorCode;
  /** The human sentence, dug out of the JSON body where the native error is one. */
  readonly message: string;
  /** What codex sent, with its secrets hidden. */
  readonly native: unknown;
  /** When a usage limit resets: ISO 8601, best effort, from the sentence. */
  readonly resetsAt?: string;
}

export type TurnErrorCode =
  | 'auth'
  | 'usage_limit'
  | 'rate_limit'
  | 'overloaded'
  | 'schema_rejected'
  | 'context_window'
  | 'truncated'
  | 'refused'
  | 'stream_lost'
  | 'other';

/** codex exited non-zero or by a signal; also after `turn.completed`. */
export interface ProcessFailedFailure extends RanFailure<'process_failed'> {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** What its stderr says of the cause. */
  readonly cause: ProcessFailureCause;
}

export type ProcessFailureCause =
  /** Another codex holds the databases of this CODEX_HOME. */
  | 'database_locked'
  | 'not_trusted_directory'
  /** codex has no login, or none of the kind that its configuration asks for. */
  | 'not_logged_in'
  | 'bad_argument'
  | 'bad_config'
  | 'schema_file_rejected'
  | 'prompt_rejected'
  | 'session_not_found'
  | 'output_file'
  | 'stdout_closed'
  | 'panic'
  | 'signal'
  | 'unknown';

/** codex exited 0 without a terminal event. */
export interface NoTerminalFailure extends RanFailure<'no_terminal'> {}

/** No agent message in the last turn, or one without text. */
export interface NoStructuredOutputFailure extends RanFailure<'no_structured_output'> {}

/** The message is not one JSON value. */
export interface InvalidJsonFailure extends RanFailure<'invalid_json'> {
  readonly reason: InvalidJsonReason;
  /** 1-based, in the message's text. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** How many complete JSON values the text holds one after the other, from its start. */
  readonly valuesSeen: number;
}

/** The message is valid JSON, but a scalar. */
export interface InvalidStructuredOutputFailure extends RanFailure<'invalid_structured_output'> {
  readonly value: JsonValue;
}

/** The value is not valid against the author's schema. */
export interface SchemaMismatchFailure extends RanFailure<'schema_mismatch'> {
  readonly value: JsonValue;
  readonly violations: readonly Violation[];
}

/** The caller's `parse` refused the value or threw. */
export interface ParseFailedFailure extends RanFailure<'parse_failed'> {
  readonly reason: string;
  readonly value: JsonValue;
}

/** The caller's `parse` returned neither form. */
export interface InvalidParseResultFailure extends RanFailure<'invalid_parse_result'> {
  readonly value: JsonValue;
  /** What it returned, described for a person. */
  readonly returned: string;
}

export interface TimeoutFailure extends RanFailure<'timeout'> {
  readonly limit: 'overall' | 'idle';
  /** The limit, in milliseconds. */
  readonly ms: number;
}

/** codex is there but cannot be started. */
export interface SpawnFailedFailure extends FailureBase<'spawn_failed'> {
  readonly reason: string;
  /** Only if codex itself ended before it did anything. */
  readonly detail?: Detail;
}

export interface CodexNotFoundFailure extends FailureBase<'codex_not_found'> {
  /** Every place looked at, in order. */
  readonly searched: readonly string[];
}

/** SIGINT, SIGTERM, SIGHUP, or the caller's AbortSignal (`signal` is then null). */
export interface AbortedFailure extends FailureBase<'aborted'> {
  readonly signal: string | null;
  /** Absent where the abort came before codex was started. */
  readonly detail?: Detail;
}

export type Failure =
  | SchemaEncodeFailure
  | SchemaUnsupportedFailure
  | SchemaFileFailure
  | UnsupportedFailure
  | TurnFailedFailure
  | ProcessFailedFailure
  | NoTerminalFailure
  | NoStructuredOutputFailure
  | InvalidJsonFailure
  | InvalidStructuredOutputFailure
  | SchemaMismatchFailure
  | ParseFailedFailure
  | InvalidParseResultFailure
  | TimeoutFailure
  | SpawnFailedFailure
  | CodexNotFoundFailure
  | AbortedFailure;

export type FailureKind = Failure['kind'];
export type OutcomeKind = Outcome['kind'];

/** Everything codex said and did, kept beside every outcome of a run that started. */
export interface Detail {
  /** The codex thread, usable with `resume` and `fork`; null where codex named none. */
  readonly threadId: string | null;
  /** The chosen message, verbatim; null where there is none. */
  readonly text: string | null;
  /** Native events in order. Empty unless they were asked for (`keepEvents`, `--envelope=full`). */
  readonly events: readonly ThreadEvent[];
  /**
   * The tokens of the run. On the app server, those of its own turns; `codex exec` reports the total of the thread,
   * which includes earlier turns of a thread that was resumed or forked. Null if codex reports none.
   */
  readonly usage: Usage | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The tail of codex's stderr, at most 16 KiB, with its secrets hidden. */
  readonly stderr: string;
  /** Of all attempts and the waits between them. */
  readonly durationMs: number;
  readonly codexVersion: string | null;
  readonly transport: TransportName;
  /** Null where `decode` was given no schema. */
  readonly schema: SchemaDetail | null;
  /** Whether the value was checked against the author's schema. */
  readonly validated: boolean;
  readonly attempts: readonly Attempt[];
  readonly notices: readonly Notice[];
  readonly toolCalls: ToolCalls;
  /** Other messages of the same turn that do conform, where the chosen one does not. */
  readonly candidates?: readonly string[];
  /** `review`: what the review itself said, before it was put into the schema. */
  readonly review?: string;
  /** With two steps: what the work turn ended with, before it was put into the schema. */
  readonly work?: string;
}

export type TransportName = 'exec' | 'app-server' | 'scripted' | 'decode';

export interface SchemaDetail {
  /** Of the bytes that codex was given. */
  readonly sha256: string;
  readonly adapted: boolean;
}

/** One try: a run has one, and one more for each repair or retry. */
export interface Attempt {
  readonly kind: OutcomeKind;
  /** Of its turns, without the wait before it. */
  readonly durationMs: number;
  /** Why there was one more; absent for the first. */
  readonly cause?: 'retry' | 'repair' | 'restart';
  /** How long was waited before it, in milliseconds; absent where nothing was waited for. */
  readonly waitedMs?: number;
}
