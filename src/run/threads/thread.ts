import { contextProblem } from '../../codex/additional-context.js';
import { assertArgument, assertOptions, withInheritedOptions } from '../../codex/options/assert-options.js';
import type { Outcome } from '../../outcome/outcome.js';
import { redactOutcome } from '../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { InferSchema, SchemaInput } from '../schema-input.js';
import { type AnswerSchema, answerSchema } from './answer-schema.js';
import { TURN_OPTIONS, turnInput } from './option-tables.js';
import type { AnyTurnOptions, ThreadOptions, TurnInput, TurnOptions } from './options.js';
import { performTurn } from './perform-turn.js';
import type { ServerHandle } from './server-handle.js';
import type { ThreadOrigin } from './thread-origin.js';
import { ThreadState } from './thread-state.js';
import { AppServerTurn } from './turn.js';
import { turnInputProblem } from './turn-input.js';

/**
 * Runs turns on one thread of codex: each turn sees the earlier ones.
 *
 * @typeParam D - the type of the answer to a turn without a schema of its own: that of the thread's schema, or `string`
 *   if the thread has none
 */
export class AppServerThread<D = string> {
  readonly #state: ThreadState;
  readonly #options: ThreadOptions;
  #default: ReturnType<typeof answerSchema> | null = null;

  /** @internal */
  constructor(server: ServerHandle, origin: ThreadOrigin, options: ThreadOptions) {
    this.#options = options;
    this.#state = new ThreadState(server, origin, options);
  }

  /** The id by which the thread can be resumed; null until codex has started its first turn. */
  get id(): string | null {
    return this.#state.id;
  }

  /**
   * Starts a turn. Turns of one thread run one after the other, in the order of the calls.
   *
   * @throws {TypeError} if the input is blank, an option is unknown or of the wrong type, a context key is not valid, or
   *   codex cannot use the prompt, an image or a directory
   */
  turn<const S extends SchemaInput, T = InferSchema<S>>(
    input: TurnInput,
    options: TurnOptions<T, S, InferSchema<S>> & { readonly schema: S },
  ): AppServerTurn<T>;
  /** Starts a turn, after the earlier turns of the thread. */
  turn(
    input: TurnInput,
    options: TurnOptions<string, null, string> & { readonly schema: null },
  ): AppServerTurn<string>;
  /** Starts a turn, after the earlier turns of the thread. */
  turn<T = D>(
    input: TurnInput,
    options?: TurnOptions<T, SchemaInput, D> & { readonly schema?: undefined },
  ): AppServerTurn<T>;
  turn(input: TurnInput, given: AnyTurnOptions = {}): AppServerTurn<unknown> {
    assertOptions('turn()', given, TURN_OPTIONS);
    const options = withInheritedOptions(given, TURN_OPTIONS);
    const hasImages = (options.images ?? []).length > 0;
    assertArgument('turn()', 'the input', input, turnInput(hasImages));
    const problem =
      contextProblem(options.additionalContext ?? {}) ??
      turnInputProblem(input, options, this.#options, this.#state.serverCwd);
    if (problem !== null) throw new TypeError(problem);
    return new AppServerTurn<unknown>(async (hooks): Promise<Outcome<unknown>> => {
      const schema = this.#schemaOf(options);
      if (schema !== null && 'kind' in schema) {
        const { env = process.env, config } = this.#state.server.options;
        return redactOutcome(schema, createRedactor(env, config));
      }
      return performTurn(this.#state, { input, options, schema, ...hooks });
    });
  }

  /** Lets codex unload the thread, which frees its memory. An ephemeral thread is lost then. */
  close(): Promise<void> {
    return this.#state.close();
  }

  #schemaOf(
    options: AnyTurnOptions,
  ): AnswerSchema | null | Exclude<ReturnType<typeof answerSchema>, AnswerSchema> {
    const rules = { ...this.#options, ...options };
    if (options.schema === null) return null;
    if (options.schema !== undefined) return answerSchema(options.schema, rules);
    const { schema } = this.#options;
    if (schema === undefined || schema === null) return null;
    // With other rules for this turn, the thread's prepared schema cannot be used.
    if (options.mode !== undefined || options.validateFormats !== undefined)
      return answerSchema(schema, rules);
    this.#default ??= answerSchema(schema, this.#options);
    return this.#default;
  }
}
