import { contextWarnings } from '../codex/additional-context.js';
import { checkInputs, inputProblemMessage } from '../codex/check-inputs.js';
import type { CodexOptions, Command } from '../codex/command.js';
import { findCodex } from '../codex/find.js';
import { withInheritedOptions } from '../codex/options/assert-options.js';
import { withOptions } from '../codex/options/codex-options.js';
import { passthroughSchemaPath } from '../codex/passthrough-args.js';
import type { TurnRequest } from '../codex/turn-request.js';
import { workingDirectory } from '../codex/working-directory.js';
import { definedOnly } from '../json/defined-only.js';
import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';
import type { AnyParse } from '../outcome/parse.js';
import { redactOutcome } from '../outcome/redact/redact-outcome.js';
import { createRedactor } from '../outcome/redact/redactor.js';
import type { CompileOptions, SchemaSource } from '../schema/compiled-schema.js';
import { type PreparedSchema, prepareSchema } from '../schema/prepare-schema.js';
import type { Transport } from '../transports/transport.js';
import { CallbackGuard } from './callback-guard.js';
import { loadValidator } from './load-validator.js';
import { openTransport, transportName } from './open-transport.js';
import { RUN_OPTIONS } from './option-validators.js';
import { passthroughSchemaDetail } from './passthrough-schema.js';
import { abortedBeforeStart } from './preflight-failure.js';
import { rehearseRequest } from './rehearse-request.js';
import { type OutcomeRules, resolveOutcome } from './resolve-outcome.js';
import type { RunOptions } from './run-options.js';
import { assertRun } from './run-problem.js';
import { type InferSchema, readSchema, type SchemaInput } from './schema-input.js';
import { type ResolvedRunOptions, type TurnSettings, turnRequest } from './turn-request.js';
import { type RestartPlan, runTurns, type TurnsPlan } from './turns/run-turns.js';
import { SYSTEM_TIME, type TimeSource } from './turns/time-source.js';

export type { ResolvedRunOptions } from './turn-request.js';

/**
 * Runs codex and returns the value that conforms to the schema, or one typed failure.
 *
 * @param command - what codex should do, made by {@link exec}, {@link resume}, {@link fork} or {@link review}
 * @param schema - the author's schema, against which the answer is validated
 * @returns the outcome, once codex has exited. Failures of the run are outcomes, never exceptions
 * @throws {TypeError} (the promise rejects) if an argument or option cannot be used, or if the prompt, an image or a
 *   directory is one that codex cannot use; nothing has started then. The promise also rejects with the error of a
 *   callback that throws
 */
export async function run<const S extends SchemaInput, T = InferSchema<S>>(
  command: Command,
  schema: S,
  options: RunOptions<T, InferSchema<S>> = {},
): Promise<Outcome<T>> {
  assertRun('run()', command, options);
  return runChecked(command, schema, withInheritedOptions<RunOptions<T, never>>(options, RUN_OPTIONS));
}

/** {@link run} for arguments that are already checked. */
export async function runChecked<T>(
  command: Command,
  schema: SchemaInput,
  options: RunOptions<T, never>,
): Promise<Outcome<T>> {
  const read = readSchema(schema);
  if ('kind' in read) return redactOutcome(read, createRedactor(options.env ?? process.env));
  // A scripted transport starts no codex, which would need them.
  if (transportName(options.transport ?? 'exec') !== 'scripted')
    assertInputs(withOptions(command, options), options.cwd);
  const standardParses = read.standard === null ? [] : [read.standard];
  return runSource<T>(command, read.source, options, { standardParses });
}

/** @throws {TypeError} */
function assertInputs({ prompt, options }: Command, cwd = workingDirectory()): void {
  const problem = checkInputs({ ...options, prompt }, cwd);
  if (problem !== null) throw new TypeError(inputProblemMessage(problem));
}

/** {@link run} for arguments that are already checked and a schema that is already read; used by the command line. */
export async function runSource<T = JsonValue>(
  command: Command,
  source: SchemaSource,
  options: RunOptions<T, never> = {},
  context: Partial<RunContext> = {},
): Promise<Outcome<T>> {
  const full = withOptions(command, options);
  const { env = process.env, cwd = workingDirectory(), codexPath } = options;
  const schema = prepareSchema(source, schemaOptions(full.options, options));
  if ('kind' in schema) return redactOutcome(schema, createRedactor(env, full.options.config));
  const { codex = findCodex({ env, cwd, ...definedOnly({ codexPath }) }) } = context;
  return runPrepared<T>(full, schema, { ...options, env, cwd }, { ...context, codex });
}

/** Returns how the schema of a command with these options is prepared. */
export function schemaOptions(
  codex: CodexOptions,
  options: Pick<RunOptions, 'mode' | 'validateFormats' | 'failOnWarnings' | 'narrow'>,
): CompileOptions {
  const { validateFormats = true, failOnWarnings = false, narrow = true } = options;
  // A schema that is not sent only judges the answer, so it need not be in the strict subset.
  const mode = passthroughSchemaPath(codex) === null ? (options.mode ?? 'strict') : 'raw';
  return { mode, validateFormats, failOnWarnings, narrow };
}

/** What a run needs besides its options; many runs may share it. */
export interface RunContext extends TurnSettings {
  /** The Standard Schema's own validation. Default: none. */
  readonly standardParses?: readonly AnyParse[];
  /** Default: the system's. */
  readonly time?: TimeSource;
  readonly restart?: RestartPlan;
}

/** {@link run} for arguments that are already checked and a schema that is already prepared; used by batch. */
export async function runPrepared<T = JsonValue>(
  command: Command,
  schema: PreparedSchema,
  options: ResolvedRunOptions<T>,
  context: RunContext,
): Promise<Outcome<T>> {
  const explicitPath = passthroughSchemaPath(command.options);
  const sent =
    explicitPath === null
      ? { sha256: schema.sha256, adapted: schema.adapted }
      : passthroughSchemaDetail(explicitPath, options.cwd);
  if ('kind' in sent) return sent;
  if (options.signal?.aborted) return abortedBeforeStart(options.signal);
  const transport = openTransport(options.transport ?? 'exec');
  const { standardParses = [], time = SYSTEM_TIME, restart } = context;
  const rules: OutcomeRules = {
    schema,
    validate: options.validate ?? true,
    parses: options.parse === undefined ? standardParses : [...standardParses, options.parse],
    failOnToolError: options.failOnToolError ?? false,
    redact: createRedactor(options.env, command.options.config),
    context: {
      transport: transport.name,
      schema: sent,
      schemaNotices: schema.notices,
      contextNotices: contextWarnings(options.additionalContext ?? {}),
    },
  };
  const callbacks = new CallbackGuard(options.signal);
  const guarded = { ...options, ...guardCallbacks(options, callbacks), signal: callbacks.signal };
  const planFor = (judge: PreparedSchema): TurnsPlan<T> => ({
    options: guarded,
    isAdapted: schema.adapted,
    time,
    ...definedOnly({ restart }),
    resolve: async (evidence, deadline) => {
      await loadValidator(judge);
      return resolveOutcome<T>(evidence, { ...rules, schema: judge }, deadline);
    },
  });
  try {
    const request = turnRequest(command, schema, guarded, context, rules.redact);
    return await callbacks.run(() => rehearseOrRun(request, schema, transport, options.rehearse, planFor));
  } finally {
    if (typeof options.transport !== 'object') await transport.close();
  }
}

type Callbacks = Pick<RunOptions, 'onEvent' | 'onBytes' | 'onStderrLine' | 'onSchemaWarnings' | 'onRetry'>;

function guardCallbacks<T>(options: RunOptions<T, never>, callbacks: CallbackGuard): Callbacks {
  const { onEvent, onBytes, onStderrLine, onSchemaWarnings, onRetry } = options;
  return definedOnly({
    onEvent: onEvent && callbacks.wrap(onEvent),
    onBytes: onBytes && callbacks.wrap(onBytes),
    onStderrLine: onStderrLine && callbacks.wrap(onStderrLine),
    onSchemaWarnings: onSchemaWarnings && callbacks.wrap(onSchemaWarnings),
    onRetry: onRetry && callbacks.wrap(onRetry),
  });
}

async function rehearseOrRun<T>(
  request: TurnRequest,
  schema: PreparedSchema,
  transport: Transport,
  rehearse: RunOptions['rehearse'] = false,
  planFor: (judge: PreparedSchema) => TurnsPlan<T>,
): Promise<Outcome<T>> {
  if (rehearse === false) return runTurns(transport, request, planFor(schema));
  const rehearsal = await rehearseRequest(request, schema, rehearse === true ? {} : rehearse);
  if ('kind' in rehearsal) return rehearsal;
  try {
    return await runTurns(transport, rehearsal.request, planFor(rehearsal.judge));
  } finally {
    await rehearsal.close();
  }
}
