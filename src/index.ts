/**
 * codex-structured: give it a JSON Schema and a prompt, get back exactly one JSON value that conforms to
 * the schema, or one typed failure.
 *
 * @packageDocumentation
 */

export { Agent } from './agent/agent.js';
export type { AgentOptions } from './agent/agent-options.js';
export type { AgentSession } from './agent/agent-session.js';
export {
  CallDecisionError,
  type CommandDecision,
  type Decision,
  decide,
  type FileChangeDecision,
  type FunctionToolDecision,
} from './agent/approvals/decision.js';
export type {
  FileChange,
  PendingCommandExecution,
  PendingFile,
  PendingFileChange,
  PendingFunctionToolCall,
  PendingToolCall,
} from './agent/approvals/pending-calls.js';
export type { ModelBridge } from './agent/model-bridge.js';
export type { FileExit, SandboxExit } from './agent/sandbox/sandbox-exit.js';
export * as builtinTools from './agent/tools/builtin-tools.js';
export { Capability, type Tool, UnifiedExec } from './agent/tools/capability.js';
export {
  FunctionTool,
  type FunctionToolSpec,
  functionTool,
  type ToolContext,
} from './agent/tools/function-tool.js';
export type { OnToolError } from './agent/tools/run-function-tool.js';

<<<<<<< HEAD

export type { ManifestFile, WorkspaceManifest } from './agent/workspace/create-workspace.js';
export { WorkspaceError } from './agent/workspace/create-workspace.js';

=======

export {
  type ManifestFile,
  WorkspaceError,
  type WorkspaceManifest,
} from './agent/workspace/create-workspace.js';

>>>>>>> agent

export type {
  BatchHooks,
  BatchOptions,
  BatchRehearseOptions,
  FailureLimit,
  IsDone,
  OpenedSchema,
  Shard,
} from './batch/batch-options.js';
export type { BatchResult, InvalidTaskFailure, ResultKey, TaskOutcome } from './batch/batch-result.js';
export type { BatchTask } from './batch/batch-task.js';
export { type BatchTaskInput, runBatch } from './batch/engine/run-batch.js';
export type { BatchRun } from './batch/engine/run-task-source.js';
export type {
  BatchSummary,
  KindSummary,
  StopReason,
  TokenTotals,
} from './batch/engine/summary-accumulator.js';
export {
  createOutputSchemaBridge,
  type OutputSchemaBridge,
  type OutputSchemaBridgeOptions,
} from './bridges/output-schema/create-bridge.js';
export {
  type ResponsesBridge,
  type ResponsesBridgeOptions,
  startResponsesBridge,
} from './bridges/responses/responses-bridge.js';
export type { AdditionalContext, AdditionalContextEntry } from './codex/additional-context.js';
export { exec, fork, resume, review } from './codex/builders.js';
export type {
  CodexOptions,
  Command,
  ExecCommand,
  ForkCommand,
  ResumeCommand,
  ReviewCommand,
  ReviewTarget,
  SandboxMode,
} from './codex/command.js';
export type { SchemaIssue, SourcePosition, Violation } from './diagnostics/issue.js';
export type { CodecResult, ValidationResult } from './diagnostics/schema-results.js';
export type {
  AgentMessageItem,
  CommandExecutionItem,
  ErrorEvent,
  ErrorItem,
  ItemEvent,
  McpToolCallItem,
  ThreadEvent,
  ThreadItem,
  ThreadStartedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
  UnknownEvent,
  UnknownItem,
  Usage,
} from './events/event.js';
export type { Notice, NoticeKind, ToolCalls } from './events/turn-state.js';
export type { JsonObject, JsonValue } from './json/value.js';
export { EXIT_CODES, exitCodeOf } from './outcome/exit-codes.js';
export type * from './outcome/outcome.js';
export type { Parse, ParseResult } from './outcome/parse.js';
export { type AppServerClient, openAppServer } from './run/app-server/open.js';
export type {
  AnswerOptions,
  AppServerOptions,
  OpenedThread,
  ThreadOptions,
  TurnInput,
  TurnOptions,
} from './run/app-server/options.js';
export type { BesideOptions, BesideResult } from './run/app-server/run-beside.js';
export type { AppServerThread } from './run/app-server/thread.js';
export type { AppServerTurn, SteerResult } from './run/app-server/turn.js';
export { compileSchema } from './run/compile-schema.js';
export { type DecodeOptions, decode, type EventSource } from './run/decode.js';
export type { Check, CheckName, CheckStatus } from './run/doctor/check.js';
export { type DoctorOptions, type DoctorReport, doctor } from './run/doctor/doctor.js';
export { run } from './run/run.js';
export type { RehearseOptions, RunOptions } from './run/run-options.js';
export { runOrThrow, StructuredError } from './run/run-or-throw.js';
export type { InferSchema, JsonSchemaObject, SchemaInput } from './run/schema-input.js';
export { type OutcomeStream, stream } from './run/stream.js';
export type { RetryWait, TurnsOptions } from './run/turns/turns-options.js';
export type {
  CompiledSchema,
  CompileOptions,
  SchemaMode,
} from './schema/compiled-schema.js';
export type {
  ApprovalsReviewer,
  AskForApproval,
  DynamicToolSpec,
  Personality,
  ReasoningSummary,
  SandboxPolicy,
  UserInput,
} from './transports/app-server/generated/protocol.js';
export type { Traffic } from './transports/app-server/server-options.js';
export type { AnswerServerRequest, ServerRequest } from './transports/app-server/server-requests.js';
export { createAppServerTransport } from './transports/app-server/transport.js';
export type {
  Transport,
  TurnEvidence,
  TurnLimits,
  TurnObserver,
  TurnRequest,
} from './transports/transport.js';
