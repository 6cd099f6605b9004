import type {
  CommandExecutionRequestApprovalResponse,
  FileChangeRequestApprovalResponse,
} from '../../app-server/generated/protocol.js';
import type { AppServerTurn } from '../../run/threads/turn.js';
import { runReplacement } from '../commands/replace-command.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import { type OnToolError, runFunctionTool, toolResponse } from '../tools/run-function-tool.js';
import type { CompiledTool } from '../tools/tool-set.js';
import { FILES_MOVED, filesMoved } from '../workspace/changed-files.js';
import { CallDecisionError, type Decision, type Defer } from './decision.js';
import type { PendingFunctionToolCall, PendingToolCall } from './pending-calls.js';
import { quoteIfNeeded } from './quote.js';

/** What decisions about the calls of one turn are executed with. */
export interface ExecutionContext {
  readonly turn: AppServerTurn<unknown>;
  /** Aborted when the turn has ended. */
  readonly ended: AbortSignal;
  readonly sandbox: TurnSandbox;
  readonly functions: ReadonlyMap<string, CompiledTool>;
  readonly onToolError?: OnToolError;
}

export type FinalDecision = Exclude<Decision, Defer>;

/**
 * Executes a decision and returns the response for codex.
 *
 * @throws {CallDecisionError} if the decision does not apply to this kind of call, or cannot be executed
 */
export async function executeDecision(
  call: PendingToolCall,
  decision: FinalDecision,
  context: ExecutionContext,
): Promise<object> {
  if (call.kind === 'functionTool') return executeToolDecision(call, decision, context);
  switch (decision.kind) {
    case 'approve': {
      if (call.kind === 'fileChange' && filesMoved(call, context.sandbox)) {
        throw new CallDecisionError(`${FILES_MOVED} (${call.describe()})`);
      }
      const accepted = decision.scope === 'session' ? 'acceptForSession' : 'accept';
      return { decision: accepted } satisfies CommandExecutionRequestApprovalResponse;
    }
    case 'reject':
      // The response itself has no field for a reason.
      if (decision.reason !== undefined) {
        await steer(context, `The user rejected this: ${call.describe()} The reason: ${decision.reason}`);
      }
      return { decision: 'decline' } satisfies FileChangeRequestApprovalResponse;
    case 'replaceCommand': {
      if (call.kind !== 'commandExecution') throw inapplicable(call, decision);
      const { turn, sandbox } = context;
      const report = await runReplacement(call, decision.command, turn, sandbox.policy).catch(
        (error: unknown) => {
          const why = error instanceof Error ? error.message : String(error);
          throw new CallDecisionError(`The replacement command could not be run: ${why}`, { cause: error });
        },
      );
      await steer(context, report);
      return { decision: 'decline' } satisfies CommandExecutionRequestApprovalResponse;
    }
    default:
      throw inapplicable(call, decision);
  }
}

async function executeToolDecision(
  call: PendingFunctionToolCall,
  decision: FinalDecision,
  { functions, ended, onToolError }: ExecutionContext,
): Promise<object> {
  switch (decision.kind) {
    case 'approve':
    case 'run': {
      const compiled = functions.get(call.tool);
      if (compiled === undefined) {
        throw new CallDecisionError(`This agent has no function tool ${quoteIfNeeded(call.tool)}.`);
      }
      return runFunctionTool(compiled, call, decision.kind === 'run' ? decision : {}, {
        signal: ended,
        ...(onToolError === undefined ? {} : { onToolError }),
      });
    }
    case 'respond':
      return toolResponse(decision.result, decision.failed !== true);
    case 'reject':
      return toolResponse(decision.reason ?? 'The user rejected this call.', false);
    case 'replaceCommand':
      throw inapplicable(call, decision);
  }
}

/** Text that is steered into the turn while codex waits for a response reaches the model together with it. */
async function steer({ turn }: ExecutionContext, text: string): Promise<void> {
  const steered = await turn.steer(text);
  if (!steered.ok) {
    throw new CallDecisionError(`codex did not pass the message on to the model: ${steered.reason}`);
  }
}

function inapplicable(call: PendingToolCall, decision: Decision): CallDecisionError {
  return new CallDecisionError(`"${decision.kind}" does not apply to a call of kind ${call.kind}.`);
}
