import type { DynamicToolCallResponse } from '../../transports/app-server/generated/protocol.js';
import { CallDecisionError, type Run } from '../approvals/decision.js';
import type { PendingFunctionToolCall } from '../approvals/pending-calls.js';
import { shortened } from '../shortened.js';
import type { CompiledTool } from './tool-set.js';
import { validateArguments } from './validate-arguments.js';

const LONGEST_MESSAGE = 2_000;

/** Told of what a tool threw, since the model gets only its message. */
export type OnToolError = (error: unknown, call: PendingFunctionToolCall) => void;

/** A result as codex takes it. @throws {TypeError} for what has no JSON form */
export function toolResponse(result: unknown, success = true): DynamicToolCallResponse {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
  return { success, contentItems: [{ type: 'inputText', text }] };
}

/**
 * Runs a function tool. What it throws, and a result without a JSON form, becomes an answer for the model.
 *
 * @throws {CallDecisionError} where the decision brings arguments that the tool does not take
 */
export async function runFunctionTool(
  ready: CompiledTool,
  call: PendingFunctionToolCall,
  decision: Pick<Run, 'args'>,
  { signal, onToolError }: { readonly signal: AbortSignal; readonly onToolError?: OnToolError },
): Promise<DynamicToolCallResponse> {
  let { args } = call;
  if (decision.args !== undefined) {
    const checked = await validateArguments(ready, decision.args);
    if (!checked.ok) throw new CallDecisionError(checked.message);
    args = checked.args;
  }
  try {
    const result = await ready.tool.run(args, { callId: call.id, threadId: call.threadId, signal });
    return toolResponse(result);
  } catch (error) {
    onToolError?.(error, call);
    return toolFailureResponse(call.tool, error);
  }
}

/** What the model is told of an error of the host's: its message, without a stack. */
export function toolFailureResponse(tool: string, error: unknown): DynamicToolCallResponse {
  return toolResponse(`The tool ${tool} failed: ${shortened(messageOf(error), LONGEST_MESSAGE)}`, false);
}

/** Anything can be thrown, also what cannot be put into words. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.message}` : String(error);
  } catch {
    return 'an error without a message';
  }
}
