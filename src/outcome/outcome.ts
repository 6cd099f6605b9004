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

/** A run that returned a value. */
export interface Success<T = JsonValue> {
  /** Tells a success from a failure. */
  readonly ok: true;
  /** Tells the outcomes apart. */
  readonly kind: 'ok';
  /** The answer; valid against the author's schema unless `detail.validated` is false. */
  readonly value: T;
  /** What else is known of the run. */
  readonly detail: Detail;
}

/** A failure after codex was started. */
interface RanFailure<K extends string> extends FailureBase<K> {
  readonly detail: Detail;
}

/** The temporary schema file could not be made. Nothing ran. */
export interface SchemaFileFailure extends FailureBase<'schema_file'> {
  /** Why the temporary schema file could not be written. */
  readonly reason: string;
}

/** This codex lacks what the call needs. Nothing ran. */
export interface UnsupportedFailure extends FailureBase<'unsupported'> {
  /** The name of the capability that codex does not have. */
  readonly capability: string;
  /** The first codex release that has it, or what else is needed. */
  readonly needs: string;
  /** What was found instead. */
  readonly found: string;
  /** Present where a stream had been read before this became clear (`decode` of a very old stream). */
  readonly detail?: Detail;
}

export interface TurnFailedFailure extends RanFailure<'turn_failed'> {
  /** Why the turn failed. */
  readonly error: TurnError;
}

export interface TurnError {
  /** The cause, as far as the message or the app server tells it. */
  readonly code: TurnErrorCode;
  /** The human sentence, dug out of the JSON body where the native error is one. */
  readonly message: string;
  /** What codex sent, with its secrets hidden. */
  readonly native: unknown;
  /** When a usage limit resets: ISO 8601, best effort, from the sentence. */
  readonly resetsAt?: string;
}

/** The cause of a failed turn; `other` if codex does not tell it. */
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
  /** The exit code of codex; null if a signal killed it. */
  readonly exitCode: number | null;
  /** The signal that killed codex; null if none did. */
  readonly signal: string | null;
  /** What its stderr says of the cause. */
  readonly cause: ProcessFailureCause;
}

/** Why codex exited without a result, as far as its output tells. */
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
  /** Why the answer is not exactly one JSON value. */
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
  /** The value as the model wrote it. */
  readonly value: JsonValue;
}

/** The value is not valid against the author's schema. */
export interface SchemaMismatchFailure extends RanFailure<'schema_mismatch'> {
  /** The value as decoded. */
  readonly value: JsonValue;
  /** Where the value differs from the schema; never empty. */
  readonly violations: readonly Violation[];
}

/** The caller's `parse` refused the value or threw. */
export interface ParseFailedFailure extends RanFailure<'parse_failed'> {
  /** What `parse` or a transform of the schema reported. */
  readonly reason: string;
  /** The value that was given to `parse`. */
  readonly value: JsonValue;
}

/** The caller's `parse` returned neither form. */
export interface InvalidParseResultFailure extends RanFailure<'invalid_parse_result'> {
  /** The value that was given to `parse`. */
  readonly value: JsonValue;
  /** What it returned, described for a person. */
  readonly returned: string;
}

export interface TimeoutFailure extends RanFailure<'timeout'> {
  /** The limit that was exceeded: the time of the whole run, or the time without output. */
  readonly limit: 'overall' | 'idle';
  /** The limit, in milliseconds. */
  readonly ms: number;
}

/** codex is there but cannot be started. */
export interface SpawnFailedFailure extends FailureBase<'spawn_failed'> {
  /** Why codex could not be started. */
  readonly reason: string;
  /** Only if codex itself ended before it did anything. */
  readonly detail?: Detail;
}

/** codex was not found; nothing was started. */
export interface CodexNotFoundFailure extends FailureBase<'codex_not_found'> {
  /** Every place looked at, in order. */
  readonly searched: readonly string[];
}

/** SIGINT, SIGTERM, SIGHUP, or the caller's AbortSignal (`signal` is then null). */
export interface AbortedFailure extends FailureBase<'aborted'> {
  /** The signal that stopped the program, such as `SIGINT`; null if an `AbortSignal` aborted the run. */
  readonly signal: string | null;
  /** Absent where the abort came before codex was started. */
  readonly detail?: Detail;
}

/** Every way in which a run can fail, told apart by `kind`. */
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

/** The `kind` of a failure. */
export type FailureKind = Failure['kind'];
/** The `kind` of an outcome: `ok` or a kind of failure. */
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
  /** The exit code of codex; null if it did not exit by itself, and for a turn on the app server. */
  readonly exitCode: number | null;
  /** The signal that killed codex, such as `SIGKILL`; null if none did. */
  readonly signal: string | null;
  /** The tail of codex's stderr, at most 16 KiB, with its secrets hidden. */
  readonly stderr: string;
  /** Of all attempts and the waits between them. */
  readonly durationMs: number;
  /** The version of codex; null if unknown. */
  readonly codexVersion: string | null;
  /** How codex was driven. */
  readonly transport: TransportName;
  /** Null where `decode` was given no schema. */
  readonly schema: SchemaDetail | null;
  /** Whether the value was checked against the author's schema. */
  readonly validated: boolean;
  /** Every attempt of the run, in order, the last one included. */
  readonly attempts: readonly Attempt[];
  /** What else is worth knowing; none of it changes the outcome. */
  readonly notices: readonly Notice[];
  /** How many tools the model called. */
  readonly toolCalls: ToolCalls;
  /** Other messages of the same turn that do conform, where the chosen one does not. */
  readonly candidates?: readonly string[];
  /** `review`: what the review itself said, before it was put into the schema. */
  readonly review?: string;
  /** With two steps: what the work turn ended with, before it was put into the schema. */
  readonly work?: string;
}

/** How codex is driven: `exec` and `app-server` start it; `scripted` and `decode` replay events. */
export type TransportName = 'exec' | 'app-server' | 'scripted' | 'decode';

/** Which schema a run used. */
export interface SchemaDetail {
  /** Of the bytes that codex was given. */
  readonly sha256: string;
  /** Whether codex was sent a schema other than that of the author. */
  readonly adapted: boolean;
}

/** One try: a run has one, and one more for each repair or retry. */
export interface Attempt {
  /** How the attempt ended. */
  readonly kind: OutcomeKind;
  /** Of its turns, without the wait before it. */
  readonly durationMs: number;
  /** Why there was one more; absent for the first. */
  readonly cause?: 'retry' | 'repair' | 'restart';
  /** How long was waited before it, in milliseconds; absent where nothing was waited for. */
  readonly waitedMs?: number;
}
