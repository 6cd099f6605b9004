import { type AdditionalContext, contextProblem, contextWarnings } from '../codex/additional-context.js';
import { checkInputs, inputProblemMessage } from '../codex/check-inputs.js';
import { type CodexOptions, type Command, codexOptionsOf } from '../codex/command.js';
import { passthroughSchemaPath } from '../codex/explicit-schema.js';
import { findCodex } from '../codex/find.js';
import { assertCommand } from '../codex/options/assert-command.js';
import { assertOptions, withInheritedOptions } from '../codex/options/assert-options.js';
import { commandProblems } from '../codex/options/command-problems.js';
import { workingDirectory } from '../codex/working-directory.js';
import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';
import type { Parse } from '../outcome/parse.js';
import { createLineRedactor } from '../outcome/redact/line-redactor.js';
import { redactOutcome } from '../outcome/redact/redact-outcome.js';
import { createRedactor } from '../outcome/redact/redactor.js';
import type { CompileOptions, SchemaSource } from '../schema/compiled-schema.js';
import { type PreparedSchema, prepareSchema } from '../schema/prepare-schema.js';
import { createExecTransport } from '../transports/exec/transport.js';
import type { Transport, TurnRequest } from '../transports/transport.js';
import { CallbackGuard } from './callback-guard.js';
import { RUN_OPTIONS } from './option-validators.js';
import { passthroughSchemaDetail } from './passthrough-schema.js';
import { abortedBeforeStart, schemaNotConvertible } from './preflight-failure.js';
import { prepareValidator } from './prepared-validator.js';
import { rehearseRequest } from './rehearse-request.js';
import { type OutcomeRules, resolveOutcome } from './resolve-outcome.js';
import type { RunOptions } from './run-options.js';
import { type InferSchema, readSchemaInput, type SchemaInput } from './schema-input.js';
import { resolveLimits } from './turn-limits.js';
import { type RestartPlan, runTurns, type TurnsPlan } from './turns/run-turns.js';
import { SYSTEM_TIME, type TimeSource } from './turns/time-source.js';
import { turnsProblem } from './turns/turns-options.js';

/**
 * Runs codex and gives the value that conforms to the schema, or one typed failure.
 *
 * Never rejects for what {@link Outcome} names. What it does not name is a mistake of the caller's code.
 *
 * @param command what codex is to do: `exec(prompt)`, `resume(session, prompt)`, `fork(session, prompt)`
 * @param schema the author's schema; the final judge of the answer
 * @throws {TypeError} (the promise rejects) if an argument or option makes no sense, and for a prompt, an image or a
 *   directory that codex could not use; nothing has started then
 */
export async function run<const S extends SchemaInput, T = InferSchema<S>>(
  command: Command,
  schema: S,
  options: RunOptions<T> = {},
): Promise<Outcome<T>> {
  refuseBadRun('run()', command, options);
  const own = withInheritedOptions<RunOptions<T>>(options, RUN_OPTIONS);
  let read: ReturnType<typeof readSchemaInput>;
  try {
    read = readSchemaInput(schema);
  } catch (error) {
    return redactOutcome(schemaNotConvertible(error), createRedactor(own.env ?? process.env));
  }
  const parses: Parse<unknown>[] = read.standard === null ? [] : [read.standard];
  return runSource<T>(command, read.source, own, parses);
}

/** {@link run} for a schema that is already read; what the command line uses. */
export async function runSource<T = JsonValue>(
  command: Command,
  source: SchemaSource,
  options: RunOptions<T> = {},
  standardParses: readonly Parse<unknown>[] = [],
  clock: TimeSource = SYSTEM_TIME,
): Promise<Outcome<T>> {
  refuseBadRun('run()', command, options);
  const full = withOptions(command, options);
  // A scripted transport starts no codex, which could miss them.
  if (options.transport?.name !== 'scripted') refuseBadInputs(full, options.cwd);
  const { env = process.env, cwd = workingDirectory(), codexPath } = options;
  const schema = prepareSchema(source, schemaOptions(full, options));
  if ('kind' in schema) return redactOutcome(schema, createRedactor(env, full.options.config));
  return runPrepared<T>(
    full,
    schema,
    { ...options, env, cwd },
    {
      standardParses,
      clock,
      findCodex: () => findCodex({ env, cwd, ...(codexPath === undefined ? {} : { codexPath }) }),
    },
  );
}

/** How the schema of a command is prepared. */
export function schemaOptions(
  { options: codex }: Command,
  options: Pick<RunOptions, 'mode' | 'validateFormats' | 'failOnWarnings' | 'narrow'>,
): CompileOptions {
  const { validateFormats = true, failOnWarnings = false, narrow = true } = options;
  // A schema that is not what is sent only judges the answer: it need not be in the strict subset.
  const mode = passthroughSchemaPath(codex) === null ? (options.mode ?? 'strict') : 'raw';
  return { mode, validateFormats, failOnWarnings, narrow };
}

/** What a run needs beside its options, and many runs may share. */
export interface RunContext {
  readonly standardParses: readonly Parse<unknown>[];
  readonly clock: TimeSource;
  readonly findCodex: TurnRequest['findCodex'];
  readonly restart?: RestartPlan;
  /** The thread is wanted ephemeral, but may be kept by an app server that cannot help it. */
  readonly mayKeepThread?: boolean;
  /** The environment and the options are those of a rehearsal already. */
  readonly isRehearsal?: boolean;
}

export type ResolvedRunOptions<T> = RunOptions<T> & Required<Pick<RunOptions<T>, 'env' | 'cwd'>>;

/** {@link run} for a command and options that were checked, and a schema that was prepared for them. */
export async function runPrepared<T = JsonValue>(
  command: Command,
  schema: PreparedSchema,
  options: ResolvedRunOptions<T>,
  parts: RunContext,
): Promise<Outcome<T>> {
  const explicitPath = passthroughSchemaPath(command.options);
  const sent =
    explicitPath === null
      ? { sha256: schema.sha256, adapted: schema.adapted }
      : passthroughSchemaDetail(explicitPath, options.cwd);
  if ('kind' in sent) return sent;
  if (options.signal?.aborted) return abortedBeforeStart(options.signal);
  const transport = options.transport ?? createExecTransport();
  const { standardParses } = parts;
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
  const host = new CallbackGuard(options.signal);
  const watched: ResolvedRunOptions<T> = { ...options, ...guarded(options, host), signal: host.signal };
  const plan: TurnsPlan<T> = {
    options: watched,
    isAdapted: schema.adapted,
    clock: parts.clock,
    ...(parts.restart === undefined ? {} : { restart: parts.restart }),
    settle: async (evidence, deadline) => {
      await prepareValidator(schema);
      return resolveOutcome<T>(evidence, rules, deadline);
    },
  };
  try {
    const request = requestOf(command, schema, watched, parts);
    return await host.run(() => drive(request, schema, transport, watched, plan));
  } finally {
    if (options.transport === undefined) await transport.close();
  }
}

type Watchers = Pick<RunOptions, 'onEvent' | 'onBytes' | 'onStderrLine' | 'onSchemaWarnings' | 'onRetry'>;

/** The callbacks that are given, under the rule for all of them. */
function guarded<T>(options: RunOptions<T>, host: CallbackGuard): Watchers {
  const { onEvent, onBytes, onStderrLine, onSchemaWarnings, onRetry } = options;
  return {
    ...(onEvent === undefined ? {} : { onEvent: host.wrap(onEvent) }),
    ...(onBytes === undefined ? {} : { onBytes: host.wrap(onBytes) }),
    ...(onStderrLine === undefined ? {} : { onStderrLine: host.wrap(onStderrLine) }),
    ...(onSchemaWarnings === undefined ? {} : { onSchemaWarnings: host.wrap(onSchemaWarnings) }),
    ...(onRetry === undefined ? {} : { onRetry: host.wrap(onRetry) }),
  };
}

async function drive<T>(
  request: TurnRequest,
  schema: PreparedSchema,
  transport: Transport,
  { rehearse = false }: ResolvedRunOptions<T>,
  plan: TurnsPlan<T>,
): Promise<Outcome<T>> {
  if (rehearse === false) return runTurns(transport, request, plan);
  const rehearsal = await rehearseRequest(request, schema, rehearse === true ? {} : rehearse);
  if ('kind' in rehearsal) return rehearsal;
  try {
    return await runTurns(transport, rehearsal.request, plan);
  } finally {
    await rehearsal.close();
  }
}

function requestOf<T>(
  command: Command,
  schema: PreparedSchema,
  options: ResolvedRunOptions<T>,
  { findCodex: find, isRehearsal = false, mayKeepThread = false }: RunContext,
): TurnRequest {
  const { signal, onEvent, onBytes, onStderrLine, env, cwd, additionalContext } = options;
  const warn = warnOnce(schema, options);
  const whileCodexWorks = () => {
    warn();
    void prepareValidator(schema).catch(() => undefined);
  };
  return {
    command,
    findCodex: find,
    wireSchema: passthroughSchemaPath(command.options) === null ? schema.wireText : null,
    limits: resolveLimits(options),
    env,
    cwd,
    ...(signal === undefined ? {} : { signal }),
    ...(additionalContext === undefined ? {} : { additionalContext }),
    ...(isRehearsal ? { isRehearsal } : {}),
    ...(mayKeepThread ? { mayKeepThread } : {}),
    observe: {
      keepEvents: options.keepEvents ?? false,
      ...(onEvent === undefined ? {} : { onEvent }),
      ...(onBytes === undefined ? {} : { onBytes }),
      ...(onStderrLine === undefined ? {} : { onStderrLine: redactedLines(onStderrLine, env, command) }),
      // The validator costs tens of milliseconds to load: that is done while codex works, once it has its
      // prompt. Whoever needs the validator awaits the same promise and gets its rejection.
      onStarted: () => setImmediate(whileCodexWorks),
    },
  };
}

function redactedLines(
  onLine: (line: string) => void,
  env: TurnRequest['env'],
  { options }: Command,
): (line: string) => void {
  const redact = createLineRedactor(createRedactor(env, options.config));
  return (line) => onLine(redact(line));
}

/** A run may make many turns, but has one schema. */
function warnOnce<T>({ warnings }: PreparedSchema, { onSchemaWarnings }: RunOptions<T>): () => void {
  let isToSay = warnings.length > 0;
  return () => {
    if (isToSay) onSchemaWarnings?.(warnings);
    isToSay = false;
  };
}

/** Options may stand on the command or on the run; the run's win. */
export function withOptions(command: Command, options: CodexOptions): Command {
  return { ...command, options: { ...command.options, ...codexOptionsOf(options) } };
}

export function refuseBadContext(context: AdditionalContext = {}): void {
  const problem = contextProblem(context);
  if (problem !== null) throw new TypeError(problem);
}

/** What is wrong is seen before codex starts. @throws {TypeError} */
export function refuseBadInputs({ prompt, options }: Command, cwd = workingDirectory()): void {
  const problem = checkInputs({ ...options, prompt }, cwd);
  if (problem !== null) throw new TypeError(inputProblemMessage(problem));
}

/**
 * @param of - the function that was called, as in its messages
 * @throws {TypeError} if the command or an option makes no sense
 */
export function refuseBadRun<T>(of: string, command: Command, options: RunOptions<T>): void {
  assertOptions(of, options, RUN_OPTIONS);
  assertCommand(of, command);
  refuseBadOptions(withOptions(command, options), options);
  refuseBadContext(options.additionalContext);
}

export function refuseBadOptions<T>(command: Command, options: RunOptions<T>): void {
  const message =
    commandProblems(command)[0]?.message ?? turnsProblem(command, options, options.transport?.name ?? 'exec');
  if (message !== null) throw new TypeError(message);
}
