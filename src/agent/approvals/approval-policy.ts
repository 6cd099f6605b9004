import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import { ApplyPatch, type BuiltinTool, ExecCommand } from '../tools/builtin-tools.js';
import { FILES_MOVED, filesMoved } from '../workspace/changed-files.js';
import { type Decision, decide } from './decision.js';
import type { PendingCommandExecution, PendingFileChange } from './pending-calls.js';
import { quote } from './quote.js';

/**
 * Returns what the policy of a built-in tool decides about a call; `undefined` without a policy.
 *
 * A policy reads text that the model has written. Its `approve` of a call that leaves the sandbox is therefore
 * turned into a `reject`, unless the host has allowed it.
 */
export async function decideByPolicy(
  call: PendingCommandExecution | PendingFileChange,
  builtins: readonly BuiltinTool[],
  sandbox: () => TurnSandbox,
): Promise<Decision | null | undefined> {
  if (call.kind === 'commandExecution') {
    const tool = execCommandIn(builtins);
    return restrict(call, await tool?.policy?.(call), tool);
  }
  const tool = builtins.find((candidate) => candidate instanceof ApplyPatch);
  const decision = restrict(call, await tool?.policy?.(call), tool);
  return decision?.kind === 'approve' && filesMoved(call, sandbox()) ? decide.reject(FILES_MOVED) : decision;
}

/**
 * Whether the policy for commands can approve only commands whose arguments are known. In code mode codex reports
 * no arguments, so such a policy would reject every command that it approves.
 */
export function policyNeedsArguments(builtins: readonly BuiltinTool[]): boolean {
  const exec = execCommandIn(builtins);
  return exec !== undefined && exec.policy !== null && exec.policyOptions.allowOutsideSandbox !== true;
}

function execCommandIn(builtins: readonly BuiltinTool[]): ExecCommand | undefined {
  return builtins.find((candidate) => candidate instanceof ExecCommand);
}

function restrict(
  call: PendingCommandExecution | PendingFileChange,
  decision: Decision | null | undefined,
  tool: ExecCommand | ApplyPatch | undefined,
): Decision | null | undefined {
  if (decision?.kind !== 'approve' || tool?.policyOptions.allowOutsideSandbox === true) return decision;
  if (call.leavesSandbox) {
    const name = quote(tool?.name ?? call.kind);
    return decide.reject(`It leaves the sandbox, and the approval policy of ${name} does not allow that.`);
  }
  // For a session, codex remembers paths and asks no more, but a path may lead out of the workspace later.
  return call.kind === 'fileChange' ? decide.approve('once') : decision;
}
