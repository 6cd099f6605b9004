/**
 * Agents: codex with exactly the tools that it is given, and a host that decides about their calls.
 *
 * @packageDocumentation
 */

export { Agent } from './agent.js';
export type { AgentOptions } from './agent-options.js';
export type { AgentSession } from './agent-session.js';
export {
  CallDecisionError,
  type CommandDecision,
  type Decision,
  decide,
  type FileChangeDecision,
  type FunctionToolDecision,
} from './approvals/decision.js';
export type {
  FileChange,
  PendingCommandExecution,
  PendingFile,
  PendingFileChange,
  PendingFunctionToolCall,
  PendingToolCall,
} from './approvals/pending-calls.js';
export type { ModelBridge } from './model-bridge.js';
export type { FileExit, SandboxExit } from './sandbox/sandbox-exit.js';
export * as builtinTools from './tools/builtin-tools.js';
export { Capability, type Tool, UnifiedExec } from './tools/capability.js';
export {
  FunctionTool,
  type FunctionToolSpec,
  functionTool,
  type ToolContext,
} from './tools/function-tool.js';
export type { OnToolError } from './tools/run-function-tool.js';
export { type ManifestFile, WorkspaceError, type WorkspaceManifest } from './workspace/create-workspace.js';
