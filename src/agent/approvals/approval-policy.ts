import { outsideSandboxReason } from '../sandbox/sandbox-exit.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import { ApplyPatch, type BuiltinTool, ExecCommand } from '../tools/builtin-tools.js';
import { FILES_MOVED, filesMoved } from '../workspace/changed-files.js';
import { type Decision, decide } from './decision.js';
import type { PendingCommandExecution, PendingFileChange } from './pending-calls.js';

/**
 * What the policy of a built-in tool decides about a call; `undefined` without a policy.
 *
 * A policy reads words that the model has written. So its `approve` of a call that leaves the sandbox is a
 * `reject`, unless the host has allowed that.
 */
export async function decideByPolicy(
  call: PendingCommandExecution | PendingFileChange,
  builtins: readonly BuiltinTool[],
  sandbox: () => TurnSandbox,
): Promise<Decision | null | undefined> {
  switch (call.kind) {
    case 'commandExecution': {
      const tool = builtins.find((one) => one instanceof ExecCommand);
      return restrained(call, await tool?.policy?.(call), tool);
    }
    case 'fileChange': {
      const tool = builtins.find((one) => one instanceof ApplyPatch);
      const decision = restrained(call, await tool?.policy?.(call), tool);
      if (decision?.kind !== 'approve' || !filesMoved(call, sandbox())) return decision;
      return decide.reject(FILES_MOVED);
    }
  }
}

/**
 * Whether a policy can approve only commands whose arguments are known: in code mode none are, so that it would
 * be a policy that rejects whatever it approves.
 */
export function policyNeedsArguments(builtins: readonly BuiltinTool[]): boolean {
  const exec = builtins.find((one) => one instanceof ExecCommand);
  return exec !== undefined && exec.policy !== null && exec.policyOptions.allowOutsideSandbox !== true;
}

function restrained(
  call: PendingCommandExecution | PendingFileChange,
  decision: Decision | null | undefined,
  tool: ExecCommand | ApplyPatch | undefined,
): Decision | null | undefined {
  if (decision?.kind !== 'approve' || tool?.policyOptions.allowOutsideSandbox === true) return decision;
  if (call.leavesSandbox) return decide.reject(outsideSandboxReason(tool?.name ?? call.kind));
  // For the session codex remembers paths, and asks no more: one may lead out of the workspace later.
  return call.kind === 'fileChange' ? decide.approve('once') : decision;
}
