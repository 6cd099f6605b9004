import { availableParallelism } from 'node:os';
import { codexOptionsOf } from '../../codex/options/codex-options.js';
import { workingDirectory } from '../../codex/working-directory.js';
import { definedOnly } from '../../json/defined-only.js';
import type { JsonValue } from '../../json/value.js';
import type { Failure } from '../../outcome/outcome.js';
import { redactOutcome } from '../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { CallbackGuard } from '../../run/callback-guard.js';
import { interruptibleIterator } from '../../run/interruptible-iterator.js';
import { openTransport, type TransportOption, transportName } from '../../run/open-transport.js';
import { schemaOptions } from '../../run/run.js';
import { raceDeadline } from '../../run/run-deadline.js';
import {
  type BatchObserver,
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

/** With `ordered`, this many results per running task may wait for one that takes longer. */
const WAITING_RESULTS_PER_TASK = 8;

/**
 * Turns of one app server before it is replaced. It keeps about 0.7 MB of every thread that it ever had (codex
 * 0.171.0), beside its own 45 MB; starting a new one costs as much as three or four tasks.
 */
const TURNS_PER_SERVER = 150;

const NO_LIMIT = { timeoutMs: 0, leftMs: Number.POSITIVE_INFINITY };

/**
 * A running batch. It starts when it is iterated, which is possible once, and proceeds only as fast as its results
 * are taken. Leaving the loop aborts the running tasks; after the loop, nothing runs anymore.
 */
export interface BatchRun<T = JsonValue> extends AsyncIterable<BatchResult<T>> {
  /** Returns the summary of the results so far; after the loop, of all results. */
  summary(): BatchSummary;
  /**
   * Returns the failure that every task has or would have, or null: the schema is rejected (known at once, and no
   * task is read), codex cannot be found or started or rejects its configuration, or the account has no login or has
   * reached its limit.
   */
  failure(): Failure | null;
}

/**
 * Runs each task of a source. Each task has one result; an input that cannot be read as a task has the result
 * `invalid_task`, and so has a second task with the same id, under the id `ID#INDEX`: it must not replace the result
 * of the first.
 *
 * The iteration throws what the source or a callback throws, once nothing runs anymore.
 *
 * @throws {TypeError} if an option is invalid
 */
export function runTaskSource<T = JsonValue>(
  tasks: TaskSource,
  schema: OpenedSchema,
  options: BatchOptions<T, never> = {},
): BatchRun<T> {
  return new Batch<T>(schema, options).run(tasks);
}

/** What the command line observes of a batch. */
export interface RunObserver extends BatchObserver {
  /** Called when a task has finished; its result may wait to be taken. */
  readonly onTaskFinished?: (key: ResultKey) => void;
}

/** A batch whose options and schema are checked. It decides what happens to each task, and when no more tasks start. */
export class Batch<T = JsonValue> {
  /** The failure that keeps every task from running. */
  failure: Failure | null = null;
  /** Counts all results, for the summary and the progress. */
  readonly totals = new SummaryAccumulator();
  readonly #cancellation = new BatchCancellation();
  readonly #callbacks = new CallbackGuard();
  readonly #schemas: TaskSchemas;
  readonly #validator: TaskValidator;
  readonly #transport: TransportOption;
  #options: BatchOptions<T, never>;
  #onTaskFinished: RunObserver['onTaskFinished'];

  /** @throws {TypeError} if an option is invalid */
  constructor(schema: OpenedSchema, options: BatchOptions<T, never>) {
    this.#options = checkedBatchOptions(options);
    const { transport = 'app-server', openTaskSchema, cwd = workingDirectory() } = this.#options;
    const { cd, addDirs, shard } = this.#options;
    this.#transport = transport;
    checkBatchOptions(this.#options, transportName(transport));
    const compile = schemaOptions(codexOptionsOf(this.#options), this.#options);
    this.#schemas = new TaskSchemas(schema, compile, openTaskSchema);
    this.#validator = new TaskValidator(this.#schemas, {
      settingsDigest: settingsDigest(this.#options, compile),
      cwd,
      cd,
      addDirs,
      transport: transportName(transport),
      ...definedOnly({ shard }),
    });
    this.#callbacks.signal.addEventListener('abort', () => this.#cancellation.abort(), { once: true });
    const { prepared } = this.#schemas.ofBatch;
    if ('kind' in prepared) this.#cannotRun(prepared);
  }

  /** @param observer - its callbacks replace those of the options */
  run(tasks: TaskSource, { onTaskFinished, ...observer }: RunObserver = {}): BatchRun<T> {
    this.#onTaskFinished = onTaskFinished;
    const { onTaskStarted, onNotice } = { ...this.#options, ...observer };
    // The run of a task guards the callbacks about that task.
    const guarded = definedOnly({
      onTaskStarted: onTaskStarted && this.#callbacks.wrap(onTaskStarted),
      onNotice: onNotice && this.#callbacks.wrap(onNotice),
    });
    this.#options = { ...this.#options, ...observer, ...guarded };
    let isStarted = false;
    return {
      summary: () => this.totals.summary(this.#cancellation.reason),
      failure: () => this.failure,
      [Symbol.asyncIterator]: () => {
        if (isStarted) throw new TypeError('The results of a batch can be iterated only once.');
        isStarted = true;
        return interruptibleIterator(this.#results(tasks), () => this.#cancellation.abort());
      },
    };
  }

  async *#results(tasks: TaskSource): AsyncGenerator<BatchResult<T>, void, void> {
    if (this.failure !== null) return;
    const { drainSignal, signal: abortSignal, rehearse = false } = this.#options;
    this.totals.startClock();
    this.#cancellation.linkSignals(drainSignal, abortSignal);
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
      const { env = { ...process.env }, cwd = workingDirectory() } = this.#options;
      const signal = this.#cancellation.abortSignal;
      yield* this.#resultsOf(
        tasks,
        new TaskRunner<T>({ options: this.#options, transport, rehearsal, env, cwd, signal }),
      );
      await this.#callbacks.finish();
    } finally {
      this.#cancellation.unlinkSignals();
      // The caller closes a transport of its own.
      if (typeof this.#transport !== 'object') await transport.close();
      await rehearsal?.close();
      this.totals.stopClock();
    }
  }

  #resultsOf(tasks: TaskSource, runner: TaskRunner<T>): AsyncGenerator<BatchResult<T>> {
    const { ordered = false, concurrency = defaultConcurrency(transportName(this.#transport)) } =
      this.#options;
    return mapConcurrently(tasks, {
      concurrency,
      maxWaitingResults: ordered ? WAITING_RESULTS_PER_TASK * concurrency : concurrency,
      ordered,
      stopSignal: this.#cancellation.stopSignal,
      abort: () => this.#cancellation.abort(),
      start: (read) => {
        const admitted = this.#validator.admit(read);
        return admitted === null ? null : this.#resultOf(admitted, runner);
      },
    });
  }

  /** Returns null if the task has a result already, or if no more tasks start. */
  async #resultOf(admitted: TaskOrProblem, runner: TaskRunner<T>): Promise<BatchResult<T> | null> {
    const deadline = { ...NO_LIMIT, signal: this.#cancellation.abortSignal };
    // The caller's `isDone` may never answer, which must not keep an aborted batch from ending.
    const checked = await raceDeadline(this.#checked(admitted), deadline);
    if ('kind' in checked) {
      this.totals.addNotRun();
      return null;
    }
    const { taskOrProblem, key, done } = checked;
    if (done !== false) {
      this.totals.addResumed(done === true ? 'ok' : done);
      return null;
    }
    if (this.#cancellation.stopSignal.aborted) {
      this.totals.addNotRun();
      return null;
    }
    if ('problem' in taskOrProblem) {
      return this.#finish(null, key, invalidTask(createRedactor(this.#env)(taskOrProblem.problem)));
    }
    const { task } = taskOrProblem;
    const { prepared } = await this.#schemas.of(task);
    this.#options.onTaskStarted?.(key);
    const outcome = 'kind' in prepared ? this.#redacted(prepared) : await runner.run(task, key, prepared);
    return this.#finish(task, key, outcome);
  }

  async #checked(
    admitted: TaskOrProblem,
  ): Promise<{ readonly taskOrProblem: TaskOrProblem; readonly key: ResultKey; readonly done: IsDone }> {
    const taskOrProblem = this.#validator.checkFiles(admitted);
    const { key, formerHashes } = await this.#validator.keyOf(taskOrProblem);
    return { taskOrProblem, key, done: (await this.#options.isDone?.(key, formerHashes)) ?? false };
  }

  #finish(task: BatchTask | null, key: ResultKey, outcome: TaskOutcome<T>): BatchResult<T> {
    const result: BatchResult<T> = { ...key, ...outcome };
    this.totals.add(result);
    this.#onTaskFinished?.(key);
    const stop = stopReason(task, result, this.totals.thisRun, this.#options);
    if (stop === null) return result;
    if (!this.#cancellation.stop(stop.reason)) return result;
    if (stop.ofEveryTask && !outcome.ok && outcome.kind !== 'invalid_task') this.failure = outcome;
    this.#options.onNotice?.(stop.sentence);
    return result;
  }

  get #env(): NodeJS.ProcessEnv {
    return this.#options.env ?? process.env;
  }

  #redacted<F extends Failure>(failure: F): F {
    return redactOutcome(failure, createRedactor(this.#env, this.#options.config)) as F;
  }

  #cannotRun(failure: Failure): void {
    this.failure = this.#redacted(failure);
    this.#cancellation.stop('cannot_start');
  }
}

/**
 * Returns how many tasks run at once by default. A task mostly waits for the model, so the app server runs four per
 * core, at most 16 (an account has its limits too); `codex exec` is a process per task, one per core.
 */
export function defaultConcurrency(transport: string, cores = availableParallelism()): number {
  return transport === 'exec' ? cores : Math.min(4 * cores, 16);
}

function invalidTask(problem: string): TaskOutcome<never> {
  return { ok: false, kind: 'invalid_task', message: problem, workMayHaveRun: false, retryable: false };
}
