import { availableParallelism } from 'node:os';
import { codexOptionsOf } from '../../codex/options/codex-options.js';
import { workingDirectory } from '../../codex/working-directory.js';
import type { JsonValue } from '../../json/value.js';
import type { Failure } from '../../outcome/outcome.js';
import { redactOutcome } from '../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { CallbackGuard } from '../../run/callback-guard.js';
import { interruptibleIterator } from '../../run/interruptible-iterator.js';
import { openTransport, type TransportOption, transportName } from '../../run/open-transport.js';
import { schemaOptions } from '../../run/run.js';
import { raceDeadline } from '../../run/run-deadline.js';
import type { Transport } from '../../transports/transport.js';
import {
  type BatchHooks,
  type BatchOptions,
  checkBatchOptions,
  checkedBatchOptions,
  type IsDone,
  type OpenedSchema,
} from '../batch-options.js';
import type { BatchResult, ResultKey, TaskOutcome } from '../batch-result.js';
import type { BatchTask, TaskSource } from '../batch-task.js';
import { settingsDigest } from '../input/input-hash.js';
import { TaskSchemas } from '../input/task-schemas.js';
import { type TaskOrProblem, TaskValidator } from '../input/task-validator.js';
import { type BatchRehearsal, openBatchRehearsal } from './batch-rehearsal.js';
import { mapConcurrently } from './map-concurrently.js';
import { BatchCancellation, stopReason } from './stop-policy.js';
import { type BatchSummary, SummaryAccumulator } from './summary-accumulator.js';
import { TaskRunner } from './task-runner.js';

/**
 * A batch under way. It begins when it is iterated, which can be done once, and goes on only as fast as its
 * results are taken. Leaving the loop aborts what runs; when the loop is left, nothing runs any more.
 */
export interface BatchRun<T = JsonValue> extends AsyncIterable<BatchResult<T>> {
  /** What it has come to so far; at the end, in all. */
  summary(): BatchSummary;
  /**
   * What keeps every task from running: the schema is refused (known at once; then no task is read), or codex
   * cannot be found or started. Null otherwise.
   */
  failure(): Failure | null;
}

/**
 * Runs each task of a source, with `schema` unless it has one of its own. One result a task; those that could
 * not be read have one, too (`invalid_task`).
 *
 * What is the same id a second time is `invalid_task`, with the id `ID#INDEX`, so that it does not replace the
 * result of the first.
 *
 * The iteration throws what the source or a hook throws, when nothing runs any more.
 *
 * @throws {TypeError} where an option makes no sense
 */
export function runTaskSource<T = JsonValue>(
  tasks: TaskSource,
  schema: OpenedSchema,
  options: BatchOptions<T> = {},
): BatchRun<T> {
  const batch = new Batch<T>(tasks, schema, options);
  let isBegun = false;
  return {
    summary: () => batch.summary(),
    failure: () => batch.failure,
    [Symbol.asyncIterator]() {
      if (isBegun) throw new TypeError('The results of a batch can be iterated once.');
      isBegun = true;
      return interruptibleIterator(batch.results(), () => batch.abandon());
    },
  };
}

/** For results in order: so many may wait for one that takes longer, a task. */
const WAITING_FOR_ONE = 8;

const NO_LIMIT = { timeoutMs: 0, leftMs: Number.POSITIVE_INFINITY };

/** One batch: what becomes of each task, and when no more are taken. */
class Batch<T> {
  /** What keeps every task from running. */
  failure: Failure | null = null;
  readonly #tally = new SummaryAccumulator();
  readonly #closing = new BatchCancellation();
  readonly #host = new CallbackGuard();
  private readonly options: BatchOptions<T>;
  readonly #transport: TransportOption;
  readonly #schemas: TaskSchemas;
  readonly #intake: TaskValidator;
  #notRun = 0;
  #startedAt: number | null = null;
  #elapsedMs: number | null = null;

  constructor(
    private readonly tasks: TaskSource,
    schema: OpenedSchema,
    asGiven: BatchOptions<T>,
  ) {
    const given = checkedBatchOptions(asGiven);
    const options = { ...given, ...this.#guarded(given) };
    this.options = options;
    this.#host.signal.addEventListener('abort', () => this.#closing.abort(), { once: true });
    this.#transport = options.transport ?? 'app-server';
    checkBatchOptions(options, transportName(this.#transport));
    const compile = schemaOptions(codexOptionsOf(options), options);
    this.#schemas = new TaskSchemas(schema, compile, options.openTaskSchema);
    this.#intake = new TaskValidator(this.#schemas, {
      settingsDigest: settingsDigest(options, compile),
      cwd: options.cwd ?? workingDirectory(),
      cd: options.cd,
      addDirs: options.addDirs,
      transport: transportName(this.#transport),
      ...(options.shard === undefined ? {} : { shard: options.shard }),
    });
    const { prepared } = this.#schemas.ofBatch;
    if ('kind' in prepared) this.#cannotRun(prepared);
  }

  summary(): BatchSummary {
    const sofar = this.#startedAt === null ? 0 : performance.now() - this.#startedAt;
    const elapsedMs = Math.round(this.#elapsedMs ?? sofar);
    return this.#tally.summary({ notRun: this.#notRun, stopped: this.#closing.reason, elapsedMs });
  }

  /** Ends what runs; for a reader that leaves while it waits for a result. */
  abandon(): void {
    this.#closing.abort();
  }

  async *results(): AsyncGenerator<BatchResult<T>, void, void> {
    if (this.failure !== null) return;
    const { stop, signal, rehearse = false } = this.options;
    const startedAt = performance.now();
    this.#startedAt = startedAt;
    this.#closing.linkSignals(stop, signal);
    const transport = openTransport(this.#transport, TURNS_PER_SERVER);
    let rehearsal: BatchRehearsal | null = null;
    try {
      if (rehearse !== false) {
        const opened = await openBatchRehearsal(rehearse === true ? {} : rehearse);
        if ('kind' in opened) {
          this.#cannotRun(opened);
          return;
        }
        rehearsal = opened;
      }
      yield* this.#flow(this.#runner(transport, rehearsal));
      await this.#host.finish();
    } finally {
      this.#closing.unlinkSignals();
      // One of the caller's own is the caller's to close.
      if (typeof this.#transport !== 'object') await transport.close();
      await rehearsal?.close();
      this.#elapsedMs = performance.now() - startedAt;
    }
  }

  #runner(transport: Transport, rehearsal: BatchRehearsal | null): TaskRunner<T> {
    const { env = { ...process.env }, cwd = workingDirectory() } = this.options;
    const signal = this.#closing.abortSignal;
    return new TaskRunner<T>({
      options: this.options,
      transport,
      rehearsal,
      env,
      cwd,
      signal,
    });
  }

  #flow(runner: TaskRunner<T>): AsyncGenerator<BatchResult<T>> {
    const { ordered = false, concurrency = defaultConcurrency(transportName(this.#transport)) } =
      this.options;
    return mapConcurrently(this.tasks, {
      concurrency,
      maxWaitingResults: ordered ? WAITING_FOR_ONE * concurrency : concurrency,
      ordered,
      stopSignal: this.#closing.stopSignal,
      abort: () => this.#closing.abort(),
      start: (read) => {
        const taken = this.#intake.admit(read);
        if (taken === null) return null;
        return this.#perform(taken, runner);
      },
    });
  }

  /** Null where the task is done already, or is not run any more. */
  async #perform(read: TaskOrProblem, runner: TaskRunner<T>): Promise<BatchResult<T> | null> {
    const deadline = { ...NO_LIMIT, signal: this.#closing.abortSignal };
    const looked = await raceDeadline(this.#look(read), deadline);
    if ('kind' in looked) {
      // An answer of the caller's own code that does not come does not keep an aborted batch from ending.
      this.#notRun += 1;
      return null;
    }
    const { taken, key, done } = looked;
    const { onTaskStarted } = this.options;
    if (done !== false) {
      this.#tally.addResumed(done === true ? 'ok' : done);
      return null;
    }
    if (this.#closing.stopSignal.aborted) {
      this.#notRun += 1;
      return null;
    }
    if ('problem' in taken) return this.#finish(null, key, invalid(createRedactor(this.#env)(taken.problem)));
    const { prepared } = await this.#schemas.of(taken.task);
    onTaskStarted?.(key);
    const outcome =
      'kind' in prepared ? this.#redacted(prepared) : await runner.run(taken.task, key, prepared);
    return this.#finish(taken.task, key, outcome);
  }

  async #look(
    read: TaskOrProblem,
  ): Promise<{ readonly taken: TaskOrProblem; readonly key: ResultKey; readonly done: IsDone }> {
    const taken = this.#intake.checkFiles(read);
    const { key, formerHashes } = await this.#intake.keyOf(taken);
    return { taken, key, done: (await this.options.isDone?.(key, formerHashes)) ?? false };
  }

  /** Those that belong to no single task; a task's own are under the rule of its run. */
  #guarded({ onTaskStarted, onNotice }: BatchOptions<T>): Pick<BatchHooks, 'onTaskStarted' | 'onNotice'> {
    return {
      ...(onTaskStarted === undefined ? {} : { onTaskStarted: this.#host.wrap(onTaskStarted) }),
      ...(onNotice === undefined ? {} : { onNotice: this.#host.wrap(onNotice) }),
    };
  }

  #finish(task: BatchTask | null, key: ResultKey, outcome: TaskOutcome<T>): BatchResult<T> {
    const result: BatchResult<T> = { ...key, ...outcome };
    this.#tally.add(result);
    const why = stopReason(task, result, this.#tally.thisRun, this.options);
    if (why === null) return result;
    if (why.reason === 'cannot_start' && !outcome.ok && outcome.kind !== 'invalid_task') {
      this.failure ??= outcome;
    }
    if (this.#closing.stop(why.reason)) this.options.onNotice?.(why.sentence);
    return result;
  }

  get #env(): NodeJS.ProcessEnv {
    return this.options.env ?? process.env;
  }

  #redacted<F extends Failure>(failure: F): F {
    return redactOutcome(failure, createRedactor(this.#env, this.options.config)) as F;
  }

  #cannotRun(failure: Failure): void {
    this.failure = this.#redacted(failure);
    this.#closing.stop('cannot_start');
  }
}

function invalid(problem: string): TaskOutcome<never> {
  return { ok: false, kind: 'invalid_task', message: problem, workMayHaveRun: false, retryable: false };
}

/**
 * Turns that one app server takes before another one takes over. It keeps about 0.7 MB of every thread that it
 * ever had (codex 0.171.0), beside some 45 MB of its own; a new one costs as much as three or four tasks.
 */
const TURNS_PER_SERVER = 150;

/**
 * How many tasks run at once unless the caller says: most of a task is waiting for the model, so the app server
 * runs four a core, at most 16 (an account has its limits too); `codex exec` is a process each, one a core.
 */
export function defaultConcurrency(transport: string, cores = availableParallelism()): number {
  return transport === 'exec' ? cores : Math.min(4 * cores, 16);
}
