import { assertArgument } from '../../codex/options/assert-options.js';
import { anything, callback, shape, string } from '../../codex/options/validators.js';
import type { InferSchema, SchemaInput } from '../../run/schema-input.js';
import type { FunctionToolDecision } from '../approvals/decision.js';
import type { PendingFunctionToolCall } from '../approvals/pending-calls.js';

/** What `run` gets besides its arguments. */
export interface ToolContext {
  /** The id of the call, unique in its thread. */
  readonly callId: string;
  /** The id of the thread. */
  readonly threadId: string;
  /** Aborted if the turn ends before the tool. */
  readonly signal: AbortSignal;
}

/**
 * A tool of the host, to be subclassed. {@link functionTool} creates one from an object.
 *
 * @typeParam A - its arguments as `run` gets them: valid for `inputSchema`, and transformed if that is a Standard
 *   Schema
 */
export abstract class FunctionTool<A = unknown> {
  /** Letters, digits, `_` and `-`. */
  abstract readonly name: string;
  /** Tells the model what the tool does, and when to use it. */
  abstract readonly description: string;
  /** The schema of an object: JSON Schema, or anything with the Standard JSON Schema interface. */
  abstract readonly inputSchema: SchemaInput;
  /** Added to the developer instructions. */
  instructions?: string;

  /** Decides about a call. `undefined`, the default, means `defer`: the call stays pending. */
  approve(
    _call: PendingFunctionToolCall<A>,
  ): FunctionToolDecision | undefined | Promise<FunctionToolDecision | undefined> {
    return undefined;
  }

  /**
   * Returns the result for the model: text as it is, anything else as JSON. If it throws, the model gets the
   * message of the error, without a stack.
   */
  abstract run(args: A, context: ToolContext): unknown;
}

export interface FunctionToolSpec<S extends SchemaInput> {
  /** The name by which the model calls it. */
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The schema of the arguments; a call with other arguments never reaches `run`. */
  readonly inputSchema: S;
  /** When and how to use the tool, added to the instructions of the agent. */
  readonly instructions?: string;
  /** Decides about a call. Default: the call stays pending until the host decides. */
  readonly approve?: FunctionTool<InferSchema<S>>['approve'];
  /** Returns the result for the model: text as it is, anything else as JSON. The model gets the message of an error. */
  readonly run: (args: InferSchema<S>, context: ToolContext) => unknown;
}

const SPEC = shape(
  {
    name: string,
    description: string,
    inputSchema: anything,
    instructions: string,
    approve: callback,
    run: callback,
  },
  ['name', 'description', 'inputSchema', 'run'],
);

/**
 * Creates a tool from an object. The type of the arguments comes from the schema.
 *
 * @throws {TypeError} if a member is missing, unknown or invalid
 */
export function functionTool<const S extends SchemaInput>(
  spec: FunctionToolSpec<S>,
): FunctionTool<InferSchema<S>> {
  assertArgument('functionTool()', 'the tool', spec, SPEC);
  return new SpecifiedTool(spec);
}

class SpecifiedTool<S extends SchemaInput> extends FunctionTool<InferSchema<S>> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: S;

  constructor(private readonly spec: FunctionToolSpec<S>) {
    super();
    this.name = spec.name;
    this.description = spec.description;
    this.inputSchema = spec.inputSchema;
    if (spec.instructions !== undefined) this.instructions = spec.instructions;
  }

  override approve(call: PendingFunctionToolCall<InferSchema<S>>) {
    return this.spec.approve?.(call);
  }

  run(args: InferSchema<S>, context: ToolContext): unknown {
    return this.spec.run(args, context);
  }
}
