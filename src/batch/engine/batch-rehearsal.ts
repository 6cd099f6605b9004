import type { CodexOptions } from '../../codex/command.js';
import type { SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import type { SchemaFileFailure, SpawnFailedFailure } from '../../outcome/outcome.js';
import type { AnswersBySchema } from '../../rehearsal/answers-by-schema.js';
import { openRehearsal } from '../../run/rehearsal-loader.js';
import { rehearsedAnswer } from '../../run/rehearse-request.js';
import type { PreparedSchema } from '../../schema/prepare-schema.js';
import type { BatchRehearseOptions } from '../batch-options.js';

/** A provider and a private CODEX_HOME for all tasks of a batch. */
export interface BatchRehearsal {
  /** Overrides codex's environment; `undefined` removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly optionsFor: (options: CodexOptions) => CodexOptions;
  /** Tells the provider the answer to this schema, until it is released. */
  readonly expect: (
    schema: PreparedSchema,
  ) => Promise<ExpectedAnswer | SchemaUnsupportedFailure | SchemaFileFailure | SpawnFailedFailure>;
  readonly close: () => Promise<void>;
}

interface ExpectedAnswer {
  /** The schema that judges the answer. */
  readonly judge: PreparedSchema;
  release(): void;
}

export async function openBatchRehearsal(
  options: BatchRehearseOptions,
): Promise<BatchRehearsal | SchemaFileFailure | SpawnFailedFailure> {
  let put: AnswersBySchema['put'] = () => () => {};
  const answers = new WeakMap<PreparedSchema, ReturnType<typeof rehearsedAnswer>>();
  const answerTo = (schema: PreparedSchema) => {
    const answer = answers.get(schema) ?? rehearsedAnswer(schema, options);
    answers.set(schema, answer);
    return answer;
  };
  const rehearsal = await openRehearsal(({ AnswersBySchema }) => {
    const script = new AnswersBySchema(options.latencyMs);
    put = (schema, answer) => script.put(schema, answer);
    return { script, keepRequests: false, wireSchema: true, validate: () => true };
  });
  if ('kind' in rehearsal) return rehearsal;
  const { env, optionsFor, close } = rehearsal;
  return {
    env,
    optionsFor,
    close,
    expect: async (schema) => {
      const answer = await answerTo(schema);
      return 'kind' in answer ? answer : { judge: answer.judge, release: put(schema.wire, answer.wire) };
    },
  };
}
