import { type AdditionalContext, contextProblem, contextWarnings } from '../codex/additional-context.js';
import { checkOptions } from '../codex/check-options.js';
import { type CodexOptions, type Command, codexOptionsOf } from '../codex/command.js';
import { explicitSchemaPath } from '../codex/explicit-schema.js';
import { findCodex } from '../codex/find.js';
import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';
import type { Parse } from '../outcome/parse.js';
import type { SchemaSource } from '../schema/compile.js';
import { type PreparedSchema, prepareSchema } from '../schema/prepare-schema.js';
import { createExecTransport } from '../transports/exec/transport.js';
import type { Transport, TurnRequest } from '../transports/transport.js';
import { abortedBeforeStart, notConvertible } from './early.js';
import { explicitSchemaDetail } from './explicit-schema.js';
import { limitsOf } from './limits.js';
import type { RunOptions } from './options.js';
import { beginRehearsal } from './rehearse.js';
import { type InferSchema, readSchemaInput, type SchemaInput } from './schema-input.js';
import { settle } from './settle.js';
import { type Clock, SYSTEM_CLOCK } from './turns/clock.js';
import { performTurns, type TurnsPlan } from './turns/perform.js';
import { turnsProblem } from './turns/plan.js';

/**
 * Runs codex and gives the value that conforms to the schema, or one typed failure.
 *
 * Never rejects for what {@link Outcome} names. What it does not name is a mistake of the caller's code.
 *
 * @param command what codex is to do: `exec(prompt)`, `resume(session, prompt)`, `fork(session, prompt)`
 * @param schema the author's schema; the final judge of the answer
 * @throws {TypeError} where an option is one that codex's subcommand does not take
 */
export async function run<const S extends SchemaInput, T = InferSchema<S>>(
  command: Command,
  schema: S,
  options: RunOptions<T> = {},
): Promise<Outcome<T>> {
  let read: ReturnType<typeof readSchemaInput>;
  try {
    read = readSchemaInput(schema);
  } catch (error) {
    return notConvertible(error);
  }
  const parses: Parse<unknown>[] = read.standard === null ? [] : [read.standard];
  return runSource<T>(command, read.source, options, parses);
}

/** {@link run} for a schema that is already read; what the command line uses. */
export async function runSource<T = JsonValue>(
  command: Command,
  source: SchemaSource,
  options: RunOptions<T> = {},
  standardParses: readonly Parse<unknown>[] = [],
  clock: Clock = SYSTEM_CLOCK,
): Promise<Outcome<T>> {
  const full = withOptions(command, options);
  refuseBadOptions(full, options);
  refuseBadContext(options.additionalContext);
  const { env = process.env, cwd = process.cwd() } = options;
  const explicitPath = explicitSchemaPath(full.options);
  // A schema that is not what is sent only judges the answer: it need not be in the strict subset.
  const mode = explicitPath === null ? (options.mode ?? 'strict') : 'raw';
  const { validateFormats = true, failOnWarnings = false, narrow = true } = options;
  const schema = prepareSchema(source, { mode, validateFormats, failOnWarnings, narrow });
  if ('kind' in schema) return schema;
  const sent =
    explicitPath === null
      ? { sha256: schema.sha256, adapted: schema.adapted }
      : explicitSchemaDetail(explicitPath, cwd);
  if ('kind' in sent) return sent;
  if (options.signal?.aborted) return abortedBeforeStart(options.signal);
  const transport = options.transport ?? createExecTransport();
  try {
    return await drive(
      full,
      schema,
      transport,
      { ...options, env, cwd },
      {
        options,
        isAdapted: schema.adapted,
        clock,
        settle: async (evidence) => {
          await schema.prepare();
          return settle<T>(evidence, {
            schema,
            validate: options.validate ?? true,
            parses: options.parse === undefined ? standardParses : [...standardParses, options.parse],
            failOnToolError: options.failOnToolError ?? false,
            context: {
              transport: transport.name,
              schema: sent,
              schemaNotices: schema.notices,
              contextNotices: contextWarnings(options.additionalContext ?? {}),
            },
          });
        },
      },
    );
  } finally {
    if (options.transport === undefined) await transport.close();
  }
}

type Placed<T> = RunOptions<T> & Required<Pick<RunOptions<T>, 'env' | 'cwd'>>;

async function drive<T>(
  command: Command,
  schema: PreparedSchema,
  transport: Transport,
  options: Placed<T>,
  plan: TurnsPlan<T>,
): Promise<Outcome<T>> {
  const request = requestOf(command, schema, options);
  if (options.rehearse === undefined || options.rehearse === false) {
    return performTurns(transport, request, plan);
  }
  const rehearsal = await beginRehearsal(request, schema, options.rehearse === true ? {} : options.rehearse);
  if ('kind' in rehearsal) return rehearsal;
  try {
    return await performTurns(transport, rehearsal.request, plan);
  } finally {
    await rehearsal.close();
  }
}

function requestOf<T>(command: Command, schema: PreparedSchema, options: Placed<T>): TurnRequest {
  const { signal, onEvent, onBytes, onStderrLine, codexPath, env, cwd, additionalContext } = options;
  const warn = warnOnce(schema, options);
  const whileCodexWorks = () => {
    warn();
    void schema.prepare().catch(() => undefined);
  };
  return {
    command,
    findCodex: () => findCodex({ env, cwd, ...(codexPath === undefined ? {} : { codexPath }) }),
    wireSchema: explicitSchemaPath(command.options) === null ? schema.wireText : null,
    limits: limitsOf(options),
    env,
    cwd,
    ...(signal === undefined ? {} : { signal }),
    ...(additionalContext === undefined ? {} : { additionalContext }),
    observe: {
      keepEvents: options.keepEvents ?? false,
      ...(onEvent === undefined ? {} : { onEvent }),
      ...(onBytes === undefined ? {} : { onBytes }),
      ...(onStderrLine === undefined ? {} : { onStderrLine }),
      // The validator costs tens of milliseconds to load: that is done while codex works, once it has its
      // prompt. Whoever needs the validator awaits the same promise and gets its rejection.
      onStarted: () => setImmediate(whileCodexWorks),
    },
  };
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
function withOptions(command: Command, options: CodexOptions): Command {
  return { ...command, options: { ...command.options, ...codexOptionsOf(options) } };
}

function refuseBadContext(context: AdditionalContext = {}): void {
  const problem = contextProblem(context);
  if (problem !== null) throw new TypeError(problem);
}

function refuseBadOptions<T>(command: Command, options: RunOptions<T>): void {
  const message =
    checkOptions(command)[0]?.message ?? turnsProblem(command, options, options.transport?.name ?? 'exec');
  if (message !== null) throw new TypeError(message);
}
