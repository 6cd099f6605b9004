import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import { jsonText } from '../../json/exact.js';
import type { JsonObject } from '../../json/value.js';
import type { CompileOptions } from '../../schema/compiled-schema.js';
import { type PreparedSchema, prepareSchema } from '../../schema/prepare-schema.js';
import type { BatchOptions, OpenedSchema } from '../batch-options.js';
import type { BatchTask } from '../batch-task.js';
import { type SchemaDigests, schemaDigestsOf } from './input-hash.js';

/** A schema of some tasks, ready to be sent, or why there is none. */
export interface TaskSchema {
  readonly prepared: PreparedSchema | SchemaEncodeFailure | SchemaUnsupportedFailure;
  /** For the input hash. */
  readonly digests: SchemaDigests;
}

/** So many of the tasks' own schemas are kept prepared: tasks that share one tend to stand together. */
const MOST_KEPT = 64;

/** The schemas of a batch: that of the batch, and those that tasks bring along, each prepared once. */
export class TaskSchemas {
  readonly ofBatch: TaskSchema;
  /** The least recently used first. */
  readonly #own = new Map<string, Promise<TaskSchema>>();

  constructor(
    source: OpenedSchema,
    private readonly compile: CompileOptions,
    private readonly open: NonNullable<BatchOptions['openTaskSchema']> = openInline,
  ) {
    this.ofBatch = this.#prepare(source);
  }

  of({ schema }: BatchTask): Promise<TaskSchema> | TaskSchema {
    if (schema === undefined) return this.ofBatch;
    const key = typeof schema === 'string' ? `name ${schema}` : `text ${jsonText(schema)}`;
    const own = this.#own.get(key) ?? this.#opened(schema);
    this.#own.delete(key);
    this.#own.set(key, own);
    const [oldest] = this.#own.keys();
    if (this.#own.size > MOST_KEPT && oldest !== undefined) this.#own.delete(oldest);
    return own;
  }

  async #opened(schema: string | JsonObject): Promise<TaskSchema> {
    return this.#prepare(await this.open(schema));
  }

  #prepare(source: OpenedSchema): TaskSchema {
    const digests = schemaDigestsOf(source);
    return { digests, prepared: 'ok' in source ? source : prepareSchema(source, this.compile) };
  }
}

function openInline(schema: string | JsonObject): OpenedSchema {
  if (typeof schema !== 'string') return { kind: 'value', value: schema };
  return {
    ok: false,
    kind: 'schema_encode',
    reason: 'unreadable',
    message: `The task names the schema ${schema}, but nothing was given to open it: put it inline, or pass openTaskSchema.`,
    workMayHaveRun: false,
    retryable: false,
  };
}
