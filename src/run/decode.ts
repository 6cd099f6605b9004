import { constants } from 'node:os';
import { assertArgument, assertOptions } from '../codex/options/assert-options.js';
import {
  anything,
  boolean,
  callback,
  integer,
  type OptionTable,
  parse,
  string,
  type Validator,
} from '../codex/options/validators.js';
import { DEFAULT_LIMITS } from '../codex/turn-request.js';
import { TurnReader } from '../events/turn-reader.js';
import type { TurnState } from '../events/turn-state.js';
import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';
import type { AnyParse } from '../outcome/parse.js';
import { redactOutcome } from '../outcome/redact/redact-outcome.js';
import { createRedactor } from '../outcome/redact/redactor.js';
import type { SchemaMode, SchemaSource } from '../schema/compiled-schema.js';
import { type PreparedSchema, prepareSchema } from '../schema/prepare-schema.js';
import { CallbackGuard } from './callback-guard.js';
import { loadValidator } from './load-validator.js';
import { LIMIT_OPTIONS, PLACE_OPTIONS, SCHEMA_OPTIONS } from './option-validators.js';
import { resolveOutcome } from './resolve-outcome.js';
import type { RunOptions } from './run-options.js';
import { type InferSchema, type JsonSchemaObject, readSchema, type SchemaInput } from './schema-input.js';

/** How {@link decode} judges the events of a finished run. */
export interface DecodeSettings<T = JsonValue, V = JsonValue>
  extends Pick<
    RunOptions<T, V>,
    'validate' | 'validateFormats' | 'parse' | 'failOnToolError' | 'keepEvents' | 'onEvent'
  > {
  /** codex's exit code. 128+n also counts as signal n. Default 0. */
  readonly exitCode?: number;
  /** `adapt`: the answer has the form of the adapted schema, else the author's. Default `raw`. */
  readonly mode?: SchemaMode;
  /** With `adapt`: the value that the schema was sent with. Default true. */
  readonly narrow?: boolean;
  /** The longest line that is read, in bytes; longer ones are skipped with a notice. Default 64 MiB. */
  readonly maxLineBytes?: number;
  /** What codex wrote to stderr, used to explain a failed process. */
  readonly stderr?: string;
  /** The version of the codex that wrote the events, for `detail.codexVersion`. */
  readonly codexVersion?: string;
  /** The environment whose secrets are redacted in the outcome. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Options of {@link decode}. */
export interface DecodeOptions<S extends SchemaInput, T = InferSchema<S>>
  extends DecodeSettings<T, InferSchema<S>> {
  /** The author's schema. Without one, any object or array is an answer, and `detail.validated` is false. */
  readonly schema?: S;
}

const DECODE_OPTIONS: OptionTable<DecodeOptions<SchemaInput>> = {
  schema: anything,
  env: PLACE_OPTIONS.env,
  exitCode: integer(0),
  mode: SCHEMA_OPTIONS.mode,
  narrow: boolean,
  validate: boolean,
  validateFormats: boolean,
  parse,
  failOnToolError: boolean,
  keepEvents: boolean,
  maxLineBytes: LIMIT_OPTIONS.maxLineBytes,
  onEvent: callback,
  stderr: string,
  codexVersion: string,
};

/** The JSONL output of `codex exec --json`. */
export type EventSource = string | Uint8Array | AsyncIterable<Uint8Array | string>;

/**
 * Returns the outcome of a run that was already made, from its events: the last step of {@link run}, which gives the
 * same outcome for the same events. Starts no process.
 *
 * @param events - the output of `codex exec --json`, whole or in chunks
 * @throws {TypeError} (the promise rejects) if an argument or option is unknown or of the wrong type; the promise also
 *   rejects with any error of the events' source or of `onEvent`
 */
export async function decode<const S extends SchemaInput = JsonSchemaObject, T = InferSchema<S>>(
  events: EventSource,
  options: DecodeOptions<S, T> = {},
): Promise<Outcome<T>> {
  assertArgument('decode()', 'the events', events, EVENTS);
  assertOptions('decode()', options, DECODE_OPTIONS);
  if (options.schema === undefined) return decodeSource<T>(events, null, options);
  const read = readSchema(options.schema);
  if ('kind' in read) return redactOutcome(read, createRedactor(options.env ?? process.env));
  const { source, standard } = read;
  return decodeSource<T>(events, source, options, standard === null ? [] : [standard]);
}

const EVENTS: Validator = (value) => {
  const isIterable =
    typeof value === 'object' &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value);
  if (typeof value === 'string' || isIterable) return null;
  return { at: '', expected: 'a string, bytes, or an iterable of those', value };
};

const CHUNK: Validator = (value) =>
  typeof value === 'string' || value instanceof Uint8Array
    ? null
    : { at: '', expected: 'a string or bytes', value };

/** How the command line decodes. */
interface DecodeSourceSettings<T> extends DecodeSettings<T, never> {
  /** Called with what was read, before it is judged. What it throws, {@link decodeSource} throws. */
  readonly onTurn?: (turn: TurnState) => void;
}

/** {@link decode} for a schema that is already read; used by the command line. */
export async function decodeSource<T = JsonValue>(
  events: EventSource,
  source: SchemaSource | null,
  settings: DecodeSourceSettings<T> = {},
  standardParses: readonly AnyParse[] = [],
): Promise<Outcome<T>> {
  const started = performance.now();
  const { mode = 'raw', validateFormats = true, narrow = true } = settings;
  const redact = createRedactor(settings.env ?? process.env);
  // Nothing is sent, so the schema is not linted; only `adapt` changes the form of the answer.
  const schema =
    source === null
      ? null
      : prepareSchema(source, { mode: mode === 'adapt' ? 'adapt' : 'raw', validateFormats, narrow });
  if (schema !== null && 'kind' in schema) return redactOutcome(schema, redact);
  const host = new CallbackGuard();
  const reader = new TurnReader({
    maxLineBytes: settings.maxLineBytes ?? DEFAULT_LIMITS.maxLineBytes,
    keepEvents: settings.keepEvents ?? false,
    redact,
    ...(settings.onEvent === undefined ? {} : { onEvent: host.wrap(settings.onEvent) }),
  });
  await host.run(() => read(events, reader, host.signal));
  const turn = reader.state();
  settings.onTurn?.(turn);
  if (schema !== null) await loadValidator(schema);
  const exitCode = settings.exitCode ?? 0;
  const evidence = {
    turn,
    events: reader.events,
    stop: null,
    exitCode,
    signal: signalOf(exitCode),
    stderr: settings.stderr ?? '',
    durationMs: Math.round(performance.now() - started),
    codexVersion: settings.codexVersion ?? null,
    lingered: false,
  };
  return resolveOutcome<T>(evidence, {
    schema,
    validate: settings.validate ?? true,
    failOnToolError: settings.failOnToolError ?? false,
    redact,
    parses: settings.parse === undefined ? standardParses : [...standardParses, settings.parse],
    context: {
      transport: 'decode',
      schema: schemaDetail(schema),
      schemaNotices: schema?.notices ?? [],
    },
  });
}

/** Stops early if a callback failed. */
async function read(events: EventSource, reader: TurnReader, failed: AbortSignal): Promise<void> {
  if (typeof events === 'string') reader.push(Buffer.from(events, 'utf8'));
  else if (events instanceof Uint8Array) reader.push(events);
  else {
    for await (const chunk of events) {
      assertArgument('decode()', 'a chunk of the events', chunk, CHUNK);
      if (failed.aborted) return;
      reader.push(typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk);
    }
  }
  reader.end();
}

function schemaDetail(schema: PreparedSchema | null) {
  return schema === null ? null : { sha256: schema.sha256, adapted: schema.adapted };
}

/** Returns the signal's name for an exit code of 128+n, as shells report it; null for any other code. */
function signalOf(exitCode: number): string | null {
  const name = Object.entries(constants.signals).find(([, number]) => 128 + number === exitCode)?.[0];
  return name ?? null;
}
