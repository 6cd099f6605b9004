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
 * The result of every run: the value, or exactly one typed failure.
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

/** The temporary schema file could not be written. Nothing ran. */
export interface SchemaFileFailure extends FailureBase<'schema_file'> {
  /** Why the temporary schema file could not be written. */
  readonly reason: string;
}

/** This codex does not support what the call needs. Nothing ran. */
export interface UnsupportedFailure extends FailureBase<'unsupported'> {
  /** The name of the capability that codex does not have. */
  readonly capability: string;
  /** The first codex release that supports it, or another requirement. */
  readonly needs: string;
  /** The codex that was found, or its transport. */
  readonly found: string;
  /** Present if a stream was read before the failure was known (`decode` of a very old stream). */
  readonly detail?: Detail;
}

export interface TurnFailedFailure extends RanFailure<'turn_failed'> {
  /** Why the turn failed. */
  readonly error: TurnError;
}

export interface TurnError {
  /** The cause, as far as the message or the app server tells it. */
  readonly code: TurnErrorCode;
  /** One sentence for a person, taken from the JSON body if the native error is one. */
  readonly message: string;
  /** The error as codex sent it, with secrets redacted. */
  readonly native: unknown;
  /** When a usage limit resets, in ISO 8601; parsed from the message if possible. */
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

/** codex exited with a status other than 0, or a signal killed it; also after `turn.completed`. */
export interface ProcessFailedFailure extends RanFailure<'process_failed'> {
  /** The exit code of codex; null if a signal killed it. */
  readonly exitCode: number | null;
  /** The signal that killed codex; null if none did. */
  readonly signal: string | null;
  /** The cause, as far as stderr tells it. */
  readonly cause: ProcessFailureCause;
}

/** Why codex exited without a result, as far as its output tells. */
export type ProcessFailureCause =
  /** Another codex has locked the databases of this CODEX_HOME. */
  | 'database_locked'
  | 'not_trusted_directory'
  /** codex has no login, or not the kind of login that its configuration requires. */
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
  /** The number of complete JSON values at the start of the text. */
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

/** `parse` rejected the value or threw. */
export interface ParseFailedFailure extends RanFailure<'parse_failed'> {
  /** What `parse` or a transform of the schema reported. */
  readonly reason: string;
  /** The value that was given to `parse`. */
  readonly value: JsonValue;
}

/** `parse` returned something other than `{ok: true, value}` or `{ok: false, reason}`. */
export interface InvalidParseResultFailure extends RanFailure<'invalid_parse_result'> {
  /** The value that was given to `parse`. */
  readonly value: JsonValue;
  /** A description of what it returned, for a person. */
  readonly returned: string;
}

export interface TimeoutFailure extends RanFailure<'timeout'> {
  /** The limit that was exceeded: the time of the whole run, or the time without output. */
  readonly limit: 'overall' | 'idle';
  /** The limit, in milliseconds. */
  readonly ms: number;
}

/** codex was found but cannot be started. */
export interface SpawnFailedFailure extends FailureBase<'spawn_failed'> {
  /** Why codex could not be started. */
  readonly reason: string;
  /** Present if codex itself exited before it did anything. */
  readonly detail?: Detail;
}

/** codex was not found; nothing was started. */
export interface CodexNotFoundFailure extends FailureBase<'codex_not_found'> {
  /** The places that were searched, in order. */
  readonly searched: readonly string[];
}

/** SIGINT, SIGTERM, SIGHUP, or the caller's AbortSignal (`signal` is then null). */
export interface AbortedFailure extends FailureBase<'aborted'> {
  /** The signal that stopped the program, such as `SIGINT`; null if an `AbortSignal` aborted the run. */
  readonly signal: string | null;
  /** Absent if the run was aborted before codex was started. */
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

/** What is known of a run that started, beside its outcome. */
export interface Detail {
  /** The id of the thread, for `resume` and `fork`; null if codex reported none. */
  readonly threadId: string | null;
  /** The unmodified text of the message that was chosen as the answer; null if there is none. */
  readonly text: string | null;
  /** The events of codex in order. Empty unless they were requested (`keepEvents`, `--envelope=full`). */
  readonly events: readonly ThreadEvent[];
  /**
   * The tokens of the run. On the app server, those of its own turns; `codex exec` reports the total of the thread,
   * which includes earlier turns of a thread that was resumed or forked. Null if codex reports none.
   */
  readonly usage: Usage | null;
  /**
   * The model that answered, as the app server reports it. `codex exec` reports none, so it is the model that was
   * requested there. Null if unknown.
   */
  readonly model: string | null;
  /** The exit code of codex; null if it did not exit by itself, and for a turn on the app server. */
  readonly exitCode: number | null;
  /** The signal that killed codex, such as `SIGKILL`; null if none did. */
  readonly signal: string | null;
  /** The last 16 KiB of codex's stderr, with secrets redacted. */
  readonly stderr: string;
  /** The duration of all attempts and the waits between them, in milliseconds. */
  readonly durationMs: number;
  /** The version of codex; null if unknown. */
  readonly codexVersion: string | null;
  /** How codex was driven. */
  readonly transport: TransportName;
  /** Null if `decode` was called without a schema. */
  readonly schema: SchemaDetail | null;
  /** Whether the value was checked against the author's schema. */
  readonly validated: boolean;
  /** Every attempt of the run, in order, the last one included. */
  readonly attempts: readonly Attempt[];
  /** What else is worth knowing; none of it changes the outcome. */
  readonly notices: readonly Notice[];
  /** How many tools the model called. */
  readonly toolCalls: ToolCalls;
  /** Other messages of the same turn that conform, if the chosen one does not. */
  readonly candidates?: readonly string[];
  /** `review`: the text of the review, before it was converted to the schema. */
  readonly review?: string;
  /** With two steps: the result of the first step, before it was converted to the schema. */
  readonly work?: string;
}

/** How codex is driven: `exec` and `app-server` start it; `scripted` and `decode` replay events. */
export type TransportName = 'exec' | 'app-server' | 'scripted' | 'decode';

/** Which schema a run used. */
export interface SchemaDetail {
  /** The SHA-256 of the schema that codex was given. */
  readonly sha256: string;
  /** Whether codex was sent a schema other than that of the author. */
  readonly adapted: boolean;
}

/** One attempt. A run has one, and one more for each repair or retry. */
export interface Attempt {
  /** How the attempt ended. */
  readonly kind: OutcomeKind;
  /** The duration of its turns in milliseconds, without the wait before it. */
  readonly durationMs: number;
  /** Why there was another attempt; absent for the first. */
  readonly cause?: 'retry' | 'repair' | 'restart';
  /** The wait before the attempt, in milliseconds; absent if there was none. */
  readonly waitedMs?: number;
}
