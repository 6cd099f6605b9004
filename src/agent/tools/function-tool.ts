import { assertArgument } from '../../codex/options/assert-options.js';
import { anything, callback, shape, string } from '../../codex/options/validators.js';
import type { InferSchema, SchemaInput } from '../../run/schema-input.js';
import type { FunctionToolDecision } from '../approvals/decision.js';
import type { PendingFunctionToolCall } from '../approvals/pending-calls.js';

/** What `run` knows besides its arguments. */
export interface ToolContext {
  readonly callId: string;
  readonly threadId: string;
  /** Aborted when the turn ends before the tool has. */
  readonly signal: AbortSignal;
}

/**
 * A tool of the host's own, to be subclassed; {@link functionTool} makes one from an object.
 *
 * @typeParam A - its arguments, as `run` gets them: checked against `inputSchema`, and what a Standard Schema
 *   makes of them
 */
export abstract class FunctionTool<A = unknown> {
  /** Letters, digits, `_` and `-`. */
  abstract readonly name: string;
  /** For the model: what it does, and when to use it. */
  abstract readonly description: string;
  /** A schema of an object: JSON Schema, or anything with the Standard JSON Schema interface. */
  abstract readonly inputSchema: SchemaInput;
  /** Goes to the model with the developer instructions. */
  instructions?: string;

  /** Decides about a call; `undefined`, as by default, is `defer`: it stays pending. */
  approve(
    _call: PendingFunctionToolCall<A>,
  ): FunctionToolDecision | undefined | Promise<FunctionToolDecision | undefined> {
    return undefined;
  }

  /**
   * The result for the model: text as it is, anything else as JSON. What it throws is told to the model by its
   * message, without a stack.
   */
  abstract run(args: A, context: ToolContext): unknown;
}

export interface FunctionToolSpec<S extends SchemaInput> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: S;
  readonly instructions?: string;
  readonly approve?: FunctionTool<InferSchema<S>>['approve'];
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

/** A tool from an object; the arguments' type comes from the schema. @throws {TypeError} if a member is none */
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
