import type { DynamicToolCallResponse } from '../../app-server/generated/protocol.js';
import type { JsonValue } from '../../json/value.js';
import { clipMiddle } from '../../text/clip.js';
import { CallDecisionError, type Run } from '../approvals/decision.js';
import type { PendingFunctionToolCall } from '../approvals/pending-calls.js';
import type { CompiledTool } from './tool-set.js';

const MAX_MESSAGE = 2_000;
const MAX_PROBLEMS = 20;

/** Called with what a tool threw, since the model gets only its message. */
export type OnToolError = (error: unknown, call: PendingFunctionToolCall) => void;

export type ArgumentsResult =
  | { readonly ok: true; readonly args: unknown }
  /** `message` tells the model what is wrong, so that it can try again. */
  | { readonly ok: false; readonly message: string };

interface ArgumentProblem {
  readonly pointer: string;
  readonly message: string;
}

/**
 * Returns a result in codex's form; a tool that returns nothing gives `null`.
 *
 * @throws {TypeError} if the result has no JSON form
 */
export function toolResponse(result: unknown, success = true): DynamicToolCallResponse {
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
  if (text === undefined) throw new TypeError(`A ${typeof result} has no JSON form.`);
  return { success, contentItems: [{ type: 'inputText', text }] };
}

/** Returns what the model is told about an error of the host: its message, without a stack. */
export function toolFailureResponse(tool: string, error: unknown): DynamicToolCallResponse {
  return toolResponse(`The tool ${tool} failed: ${clipMiddle(messageOf(error), MAX_MESSAGE)}`, false);
}

/**
 * Runs a function tool. What it throws, and a result without a JSON form, becomes a failure for the model.
 *
 * @throws {CallDecisionError} if the decision brings arguments that the tool does not accept
 */
export async function runFunctionTool(
  compiled: CompiledTool,
  call: PendingFunctionToolCall,
  decision: Pick<Run, 'args'>,
  { signal, onToolError }: { readonly signal: AbortSignal; readonly onToolError?: OnToolError },
): Promise<DynamicToolCallResponse> {
  let { args } = call;
  if (decision.args !== undefined) {
    const validated = await validateArguments(compiled, decision.args);
    if (!validated.ok) throw new CallDecisionError(validated.message);
    args = validated.args;
  }
  try {
    const result = await compiled.tool.run(args, { callId: call.id, threadId: call.threadId, signal });
    return toolResponse(result);
  } catch (error) {
    onToolError?.(error, call);
    return toolFailureResponse(call.tool, error);
  }
}

/** Validates arguments, and returns what the tool's schema makes of them. */
export async function validateArguments(
  { tool, schema, standard }: CompiledTool,
  raw: JsonValue,
): Promise<ArgumentsResult> {
  const verdict = schema.validate(raw);
  if (!verdict.ok) return mismatch(tool.name, verdict.violations);
  if (standard === null) return { ok: true, args: raw };
  // A schema library gets a copy, so that it cannot change what the model is reported to have written.
  const result = await standard['~standard'].validate(structuredClone(raw));
  if (result.issues === undefined) return { ok: true, args: result.value };
  return mismatch(
    tool.name,
    result.issues.map(({ path = [], message }) => ({
      pointer: path.map((part) => `/${String(typeof part === 'object' ? part.key : part)}`).join(''),
      message,
    })),
  );
}

function mismatch(name: string, problems: readonly ArgumentProblem[]): ArgumentsResult {
  const lines = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ pointer, message }) => `- at ${pointer === '' ? 'the top' : pointer}: ${message}`);
  if (problems.length > MAX_PROBLEMS) lines.push(`- and ${problems.length - MAX_PROBLEMS} more`);
  const message = [
    `The arguments do not match the input schema of ${name}:`,
    ...lines,
    'Correct them and call the tool again.',
  ].join('\n');
  return { ok: false, message };
}

/** Anything can be thrown, even a value that cannot be converted to a string. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.message}` : String(error);
  } catch {
    return 'an error without a message';
  }
}
