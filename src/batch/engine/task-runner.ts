import { resolve } from 'node:path';
import { exec } from '../../codex/builders.js';
import type { CodexOptions, ExecCommand } from '../../codex/command.js';
import { type FindCodexResult, findCodex } from '../../codex/find.js';
import { codexOptionsOf } from '../../codex/options/codex-options.js';
import { definedOnly } from '../../json/defined-only.js';
import type { Outcome } from '../../outcome/outcome.js';
import type { AnyParse } from '../../outcome/parse.js';
import { type ResolvedRunOptions, type RunContext, runPrepared } from '../../run/run.js';
import type { RunOptions } from '../../run/run-options.js';
import { SYSTEM_TIME } from '../../run/turns/time-source.js';
import type { PreparedSchema } from '../../schema/prepare-schema.js';
import type { Transport } from '../../transports/transport.js';
import type { BatchOptions } from '../batch-options.js';
import type { ResultKey } from '../batch-result.js';
import type { BatchTask } from '../batch-task.js';
import type { BatchRehearsal } from './batch-rehearsal.js';

/** Tasks whose app server exited are retried on servers of their own: at most this many at once, each a process. */
const MAX_OWN_SERVERS = 4;

/** What the tasks of a batch share. */
interface TaskRunnerContext<T> {
  readonly options: BatchOptions<T, never>;
  readonly transport: Transport;
  readonly rehearsal: BatchRehearsal | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts the running tasks. */
  readonly signal: AbortSignal;
}

/** Runs tasks, any number at once. */
export class TaskRunner<T> {
  readonly #codexOptions: CodexOptions;
  readonly #runOptions: ResolvedRunOptions<T>;
  readonly #ownServers = new Semaphore(MAX_OWN_SERVERS);
  readonly #warned = new WeakSet<PreparedSchema>();
  readonly #codex: FindCodexResult;

  constructor(private readonly context: TaskRunnerContext<T>) {
    const { options, transport, rehearsal, cwd, signal } = context;
    const { rehearse: _, onEvent: _2, onRetry: _3, onSchemaWarnings: _4, ...common } = options;
    const env = rehearsal === null ? context.env : { ...context.env, ...rehearsal.env };
    this.#runOptions = { ...common, transport, env, cwd, signal };
    this.#codex = findCodex({ env, cwd, ...definedOnly({ codexPath: options.codexPath }) });
    const codexOptions = batchOptionsOfCodex(options, transport);
    this.#codexOptions = rehearsal === null ? codexOptions : rehearsal.optionsFor(codexOptions);
  }

  async run(task: BatchTask, key: ResultKey, schema: PreparedSchema): Promise<Outcome<T>> {
    const expected = await this.context.rehearsal?.expect(schema);
    if (expected !== undefined && 'kind' in expected) return expected;
    let releaseOwnServer = () => {};
    const restart = {
      begin: async (message: string) => {
        this.context.options.onNotice?.(
          `The app server exited during task '${key.id}'; retrying it once: ${message}`,
        );
        releaseOwnServer = await this.#ownServers.acquire();
      },
    };
    try {
      return await runPrepared<T>(
        this.#commandOf(task),
        expected?.judge ?? schema,
        this.#optionsOf(task, key, schema),
        { ...this.#parts(task), restart },
      );
    } finally {
      releaseOwnServer();
      expected?.release();
    }
  }

  #commandOf(task: BatchTask): ExecCommand {
    const { cwd, options } = this.context;
    return exec(task.prompt, {
      ...this.#codexOptions,
      ...(task.model === undefined ? {} : { model: task.model }),
      ...(task.cwd === undefined ? {} : { cd: resolve(cwd, options.cd ?? '', task.cwd) }),
      ...(task.images === undefined ? {} : { images: task.images.map((path) => resolve(cwd, path)) }),
    });
  }

  #optionsOf({ context }: BatchTask, key: ResultKey, schema: PreparedSchema): ResolvedRunOptions<T> {
    const { onEvent, onRetry, onSchemaWarnings } = this.context.options;
    const warn = onSchemaWarnings !== undefined && !this.#warned.has(schema);
    this.#warned.add(schema);
    const watched: RunOptions<T, never> = {
      ...(onEvent === undefined ? {} : { onEvent: (event) => onEvent(key, event) }),
      ...(onRetry === undefined ? {} : { onRetry: (wait) => onRetry(key, wait) }),
      ...(warn ? { onSchemaWarnings } : {}),
      ...(context === undefined ? {} : { additionalContext: context }),
    };
    return { ...this.#runOptions, ...watched };
  }

  #parts(task: BatchTask): RunContext {
    const standardParses: readonly AnyParse[] =
      task.schema === undefined ? (this.context.options.standardParses ?? []) : [];
    return {
      standardParses,
      time: SYSTEM_TIME,
      codex: this.#codex,
      isRehearsal: this.context.rehearsal !== null,
      // The user did not ask for ephemeral threads.
      mayKeepThread: true,
    };
  }
}

/** The user's config comes last, so that it wins. */
function batchOptionsOfCodex<T>(options: BatchOptions<T, never>, { name }: Transport): CodexOptions {
  const given = codexOptionsOf(options);
  const { repair = 0, twoStep = false, shellSnapshot = false } = options;
  // `codex exec` cannot resume an ephemeral thread.
  const ephemeral = name !== 'exec' || (repair === 0 && !twoStep);
  return {
    ...given,
    ...(ephemeral ? { ephemeral } : {}),
    ...(shellSnapshot ? {} : { config: ['features.shell_snapshot=false', ...(given.config ?? [])] }),
  };
}

/** Limits how many run at once; the others wait in their order. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves when there is a free slot, to a function that releases it. */
  async acquire(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    };
  }
}
