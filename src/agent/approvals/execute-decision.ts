import type { AppServerTurn } from '../../run/app-server/turn.js';
import type {
  CommandExecutionRequestApprovalResponse,
  FileChangeRequestApprovalResponse,
} from '../../transports/app-server/generated/protocol.js';
import { runReplacement } from '../commands/replace-command.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import { type OnToolError, runFunctionTool, toolResponse } from '../tools/run-function-tool.js';
import type { CompiledTool } from '../tools/tool-set.js';
import { FILES_MOVED, filesMoved } from '../workspace/changed-files.js';
import { CallDecisionError, type Decision, type Defer } from './decision.js';
import type { PendingCommandExecution, PendingToolCall } from './pending-calls.js';
import { quoteIfNeeded } from './quote.js';

/** A turn that is under way, or waits for those before it. */
export interface ActiveTurn {
  readonly turn: AppServerTurn<unknown>;
  /** Aborted when the turn is over. */
  readonly ended: AbortSignal;
  readonly sandbox: TurnSandbox;
}

export interface ExecutionContext {
  readonly functions: ReadonlyMap<string, CompiledTool>;
  readonly onToolError?: OnToolError;
}

type FinalDecision = Exclude<Decision, Defer>;

/**
 * Does what was decided, and gives the answer for codex.
 *
 * @throws {CallDecisionError} for a decision that this kind of call does not know, or that cannot be carried out
 */
export async function executeDecision(
  call: PendingToolCall,
  decision: FinalDecision,
  active: ActiveTurn,
  means: ExecutionContext,
): Promise<object> {
  if (call.kind === 'functionTool') {
    switch (decision.kind) {
      case 'approve':
      case 'run': {
        const ready = means.functions.get(call.tool);
        if (ready === undefined)
          throw new CallDecisionError(`This agent has no tool ${quoteIfNeeded(call.tool)} to run.`);
        const { onToolError } = means;
        return runFunctionTool(ready, call, decision.kind === 'run' ? decision : {}, {
          signal: active.ended,
          ...(onToolError === undefined ? {} : { onToolError }),
        });
      }
      case 'respond':
        return toolResponse(decision.result, decision.failed !== true);
      case 'reject':
        return toolResponse(decision.reason ?? 'The user rejected this call.', false);
      case 'replaceCommand':
        throw unfit(call, decision);
    }
  }
  switch (decision.kind) {
    case 'approve': {
      if (call.kind === 'fileChange' && filesMoved(call, active.sandbox)) {
        throw new CallDecisionError(`${FILES_MOVED} (${call.describe()})`);
      }
      const yes = decision.scope === 'session' ? 'acceptForSession' : 'accept';
      return { decision: yes } satisfies CommandExecutionRequestApprovalResponse;
    }
    case 'reject':
      // The answer itself has no room for a reason.
      if (decision.reason !== undefined) await tell(active, rejection(call, decision.reason));
      return { decision: 'decline' } satisfies FileChangeRequestApprovalResponse;
    case 'replaceCommand': {
      if (call.kind !== 'commandExecution') throw unfit(call, decision);
      await tell(active, await replacement(call, decision.command, active));
      return { decision: 'decline' } satisfies CommandExecutionRequestApprovalResponse;
    }
    default:
      throw unfit(call, decision);
  }
}

async function replacement(
  call: PendingCommandExecution,
  command: string,
  { turn, sandbox }: ActiveTurn,
): Promise<string> {
  try {
    return await runReplacement(call, command, turn, sandbox.policy);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CallDecisionError(`The other command could not be run: ${why}`, { cause: error });
  }
}

function rejection(call: PendingToolCall, reason: string): string {
  return `The user rejected this: ${call.describe()} The reason: ${reason}`;
}

/** What is said while codex waits for an answer reaches the model together with it. */
async function tell({ turn }: ActiveTurn, text: string): Promise<void> {
  const told = await turn.steer(text);
  if (!told.ok) throw new CallDecisionError(`The model could not be told: ${told.reason}`);
}

function unfit(call: PendingToolCall, decision: Decision): CallDecisionError {
  return new CallDecisionError(`"${decision.kind}" is no decision about a call of the kind ${call.kind}.`);
}
