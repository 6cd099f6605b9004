import type { AdditionalContext } from '../codex/additional-context.js';
import type { CodexOptions } from '../codex/command.js';
import type { TurnLimits } from '../codex/turn-request.js';
import type { SchemaIssue } from '../diagnostics/issue.js';
import type { ThreadEvent } from '../events/event.js';
import type { JsonValue } from '../json/value.js';
import type { Parse } from '../outcome/parse.js';
import type { SchemaMode } from '../schema/compiled-schema.js';
import type { TransportOption } from './open-transport.js';
import type { TurnsOptions } from './turns/turns-options.js';

/** How the schema is prepared and the answer is validated. */
export interface AnswerOptions {
  /**
   * How the schema is prepared. `strict` rejects schemas that structured outputs cannot enforce, `adapt` translates them,
   * `raw` sends them as they are. Default `strict`.
   */
  readonly mode?: SchemaMode;
  /** With `strict`: also reject a schema for lint warnings. Default false. */
  readonly failOnWarnings?: boolean;
  /** With `adapt`: close what the schema leaves open, such as additional properties. Default true. */
  readonly narrow?: boolean;
  /** Validate the answer against the schema; if false, `detail.validated` is false. Default true. */
  readonly validate?: boolean;
  /** Treat format mismatches as violations; if false, they are notices. Default true. */
  readonly validateFormats?: boolean;
}

/** What every run or turn with an outcome can do with its events and its value. */
export interface OutcomeOptions<T, V = JsonValue> {
  /** A last step on a valid value: a function, or a Standard Schema. Its result is the outcome's value. */
  readonly parse?: Parse<T, V>;
  /** Keep all events in `detail.events`. Default false, since a long run has many. */
  readonly keepEvents?: boolean;
  /** Called for each event as it arrives. */
  readonly onEvent?: (event: ThreadEvent) => void;
}

/** Which codex is run, and where. */
export interface PlaceOptions {
  /** codex's environment variables. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** codex's working directory and the base of relative paths. Default: that of this process. */
  readonly cwd?: string;
  /**
   * The path or command name of codex. Default: the variables CODEX_STRUCTURED_CODEX_PATH and CODEX_PATH, then PATH,
   * then an installed `@openai/codex`.
   */
  readonly codexPath?: string;
}

/** Options of {@link run}, {@link runOrThrow} and {@link stream}; codex's own win over those of the command. */
export interface RunOptions<T = JsonValue, V = JsonValue>
  extends CodexOptions,
    Partial<TurnLimits>,
    TurnsOptions,
    AnswerOptions,
    OutcomeOptions<T, V>,
    PlaceOptions {
  /** Called with the lint warnings about the schema, if there are any, after codex has started. */
  readonly onSchemaWarnings?: (warnings: readonly SchemaIssue[]) => void;
  /**
   * Return `turn_failed` (code `other`) for a conforming answer if a tool call of the run failed. Default false, since
   * a failed command is often part of the work.
   */
  readonly failOnToolError?: boolean;
  /** Aborts the run: codex is stopped, and the outcome is `aborted`. */
  readonly signal?: AbortSignal;
  /** Called with codex's stdout as it arrives, byte for byte, without redaction. */
  readonly onBytes?: (chunk: Uint8Array) => void;
  /** Called with each line of codex's stderr, with secrets redacted. */
  readonly onStderrLine?: (line: string) => void;
  /** Run codex against an embedded provider on loopback, without key, network or tokens. Default false. */
  readonly rehearse?: boolean | RehearseOptions;
  /** Hidden context for the model, beside the prompt; only supported by the app server. */
  readonly additionalContext?: AdditionalContext;
  /**
   * How codex is driven: `exec`, one process per turn, or `app-server`; or by a transport that you created, which
   * you close. Default `exec`.
   */
  readonly transport?: TransportOption;
}

/** How a rehearsal answers. */
export interface RehearseOptions {
  /** The answer, in the form of the author's schema. Default: a seeded sample of the schema. */
  readonly answer?: JsonValue;
  /** The seed of the sample; the same seed gives the same sample. Default 1. */
  readonly seed?: number;
}
