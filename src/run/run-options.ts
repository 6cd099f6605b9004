import type { AdditionalContext } from '../codex/additional-context.js';
import type { CodexOptions } from '../codex/command.js';
import type { SchemaIssue } from '../diagnostics/issue.js';
import type { ThreadEvent } from '../events/event.js';
import type { JsonValue } from '../json/value.js';
import type { Parse } from '../outcome/parse.js';
import type { SchemaMode } from '../schema/compiled-schema.js';
import type { Transport, TurnLimits } from '../transports/transport.js';
import type { TurnsOptions } from './turns/turns-options.js';

/** How one run is made. Everything is optional. */
export interface RunOptions<T = JsonValue> extends CodexOptions, Partial<TurnLimits>, TurnsOptions {
  /** How the schema is treated before it is sent. Default `strict`. */
  readonly mode?: SchemaMode;
  /** With `strict`: warnings of the lint refuse the schema too. Default false. */
  readonly failOnWarnings?: boolean;
  /** Gets the lint's warnings about the schema, where there are any, once codex has been started. */
  readonly onSchemaWarnings?: (warnings: readonly SchemaIssue[]) => void;
  /** With `adapt`: false keeps open what the schema leaves open. Default true. */
  readonly narrow?: boolean;
  /** False: the answer is not checked against the schema (`detail.validated` is then false). */
  readonly validate?: boolean;
  /** False: formats are notes, not violations. */
  readonly validateFormats?: boolean;
  /** The caller's own last step on a conforming value. */
  readonly parse?: Parse<T>;
  /**
   * A conforming answer is `turn_failed` (code `other`) where a tool call of the run had failed. Default false:
   * a failed command is often part of the work.
   */
  readonly failOnToolError?: boolean;
  /** Ends the run: the outcome is then `aborted`. */
  readonly signal?: AbortSignal;
  /** codex's environment. Default: this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where codex runs and what relative paths mean. Default: this process's. */
  readonly cwd?: string;
  /** The codex to run, instead of looking for one. */
  readonly codexPath?: string;
  /** Keep every event in `detail.events`. Default false: a long run has many. */
  readonly keepEvents?: boolean;
  /** Each event as it comes. */
  readonly onEvent?: (event: ThreadEvent) => void;
  /** codex's stdout as it comes, byte for byte. */
  readonly onBytes?: (chunk: Uint8Array) => void;
  /** codex's stderr, line by line, with its secrets hidden. */
  readonly onStderrLine?: (line: string) => void;
  /** The real codex against an embedded provider on loopback: no key, no network, no tokens. */
  readonly rehearse?: boolean | RehearseOptions;
  /** Hidden context for the model, beside the prompt; only the app server can be given it. */
  readonly additionalContext?: AdditionalContext;
  /** How codex is driven. Default: `codex exec`, one process a run. */
  readonly transport?: Transport;
}

export interface RehearseOptions {
  /** What the provider answers, as an author value. Default: a seeded sample of the schema. */
  readonly answer?: JsonValue;
  /** Default 1. */
  readonly seed?: number;
}
