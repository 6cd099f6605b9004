import { resolve } from 'node:path';
import { exec } from '../../codex/builders.js';
import type { CodexOptions, ExecCommand } from '../../codex/command.js';
import { type FindCodexResult, findCodex } from '../../codex/find.js';
import { codexOptionsOf } from '../../codex/options/codex-options.js';
import { definedOnly } from '../../json/defined-only.js';
import type { Outcome } from '../../outcome/outcome.js';
import type { Parse } from '../../outcome/parse.js';
import { type ResolvedRunOptions, type RunContext, runPrepared } from '../../run/run.js';
import type { RunOptions } from '../../run/run-options.js';
import { SYSTEM_TIME } from '../../run/turns/time-source.js';
import type { PreparedSchema } from '../../schema/prepare-schema.js';
import type { Transport } from '../../transports/transport.js';
import type { BatchOptions } from '../batch-options.js';
import type { ResultKey } from '../batch-result.js';
import type { BatchTask } from '../batch-task.js';
import type { BatchRehearsal } from './batch-rehearsal.js';
import { Semaphore } from './semaphore.js';

/** Servers of their own at once, for tasks whose server ended under them: each is a process. */
const MOST_OWN_SERVERS = 4;

/** What all tasks of a batch share. */
export interface TaskRunnerContext<T> {
  readonly options: BatchOptions<T>;
  readonly transport: Transport;
  readonly rehearsal: BatchRehearsal | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts what runs. */
  readonly signal: AbortSignal;
}

/** Runs one task after the other, or many at once. */
export class TaskRunner<T> {
  readonly #codexOptions: CodexOptions;
  readonly #runOptions: ResolvedRunOptions<T>;
  readonly #ownServers = new Semaphore(MOST_OWN_SERVERS);
  readonly #warnedOf = new WeakSet<PreparedSchema>();
  readonly #codex: FindCodexResult;

  constructor(private readonly stage: TaskRunnerContext<T>) {
    const { options, transport, rehearsal, cwd, signal } = stage;
    const { rehearse: _, onEvent: _2, onRetry: _3, onSchemaWarnings: _4, ...common } = options;
    const env = rehearsal === null ? stage.env : { ...stage.env, ...rehearsal.env };
    this.#runOptions = { ...common, transport, env, cwd, signal };
    this.#codex = findCodex({ env, cwd, ...definedOnly({ codexPath: options.codexPath }) });
    const codexOptions = batchOptionsOfCodex(options, transport);
    this.#codexOptions = rehearsal === null ? codexOptions : rehearsal.optionsFor(codexOptions);
  }

  async run(task: BatchTask, key: ResultKey, schema: PreparedSchema): Promise<Outcome<T>> {
    const expected = await this.stage.rehearsal?.expect(schema);
    if (expected !== undefined && 'kind' in expected) return expected;
    let leaveOwnServer = () => {};
    const restart = {
      begin: async (message: string) => {
        this.stage.options.onNotice?.(
          `The app server ended under task '${key.id}', which begins anew, once: ${message}`,
        );
        leaveOwnServer = await this.#ownServers.acquire();
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
      leaveOwnServer();
      expected?.release();
    }
  }

  #commandOf(task: BatchTask): ExecCommand {
    const { cwd, options } = this.stage;
    return exec(task.prompt, {
      ...this.#codexOptions,
      ...(task.model === undefined ? {} : { model: task.model }),
      ...(task.cwd === undefined ? {} : { cd: resolve(cwd, options.cd ?? '', task.cwd) }),
      ...(task.images === undefined ? {} : { images: task.images.map((path) => resolve(cwd, path)) }),
    });
  }

  #optionsOf({ context }: BatchTask, key: ResultKey, schema: PreparedSchema): ResolvedRunOptions<T> {
    const { onEvent, onRetry, onSchemaWarnings } = this.stage.options;
    const warn = onSchemaWarnings !== undefined && !this.#warnedOf.has(schema);
    this.#warnedOf.add(schema);
    const watched: RunOptions<T> = {
      ...(onEvent === undefined ? {} : { onEvent: (event) => onEvent(key, event) }),
      ...(onRetry === undefined ? {} : { onRetry: (wait) => onRetry(key, wait) }),
      ...(warn ? { onSchemaWarnings } : {}),
      ...(context === undefined ? {} : { additionalContext: context }),
    };
    return { ...this.#runOptions, ...watched };
  }

  #parts(task: BatchTask): RunContext {
    const standardParses: readonly Parse<unknown>[] =
      task.schema === undefined ? (this.stage.options.standardParses ?? []) : [];
    return {
      standardParses,
      time: SYSTEM_TIME,
      codex: this.#codex,
      isRehearsal: this.stage.rehearsal !== null,
      // Ephemeral threads are our own choice here, not the user's.
      mayKeepThread: true,
    };
  }
}

/** What is the user's comes last, and so over what is ours. */
function batchOptionsOfCodex<T>(options: BatchOptions<T>, { name }: Transport): CodexOptions {
  const given = codexOptionsOf(options);
  const { repair = 0, twoStep = false, shellSnapshot = false } = options;
  // `codex exec` cannot go on with an ephemeral thread.
  const ephemeral = name !== 'exec' || (repair === 0 && !twoStep);
  return {
    ...given,
    ...(ephemeral ? { ephemeral } : {}),
    ...(shellSnapshot ? {} : { config: ['features.shell_snapshot=false', ...(given.config ?? [])] }),
  };
}
