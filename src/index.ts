/**
 * codex-structured: give it a JSON Schema and a prompt, get back exactly one JSON value that conforms to
 * the schema, or one typed failure.
 *
 * @packageDocumentation
 */

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
export type { TurnLimits, TurnObserver, TurnRequest } from './codex/turn-request.js';
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
export type { TurnEvidence } from './outcome/evidence.js';
export { EXIT_CODES, exitCodeOf } from './outcome/exit-codes.js';
export type * from './outcome/outcome.js';
export type { Parse, ParseResult } from './outcome/parse.js';
export { compileSchema } from './run/compile-schema.js';
export { type DecodeOptions, decode, type EventSource } from './run/decode.js';
export type { Check, CheckName, CheckStatus } from './run/doctor/check.js';
export { type DoctorOptions, type DoctorReport, doctor } from './run/doctor/doctor.js';
export type { TransportOption } from './run/open-transport.js';
export { run } from './run/run.js';
export type {
  AnswerOptions,
  OutcomeOptions,
  PlaceOptions,
  RehearseOptions,
  RunOptions,
} from './run/run-options.js';
export { runOrThrow, StructuredError } from './run/run-or-throw.js';
export type { InferSchema, JsonSchemaObject, SchemaInput } from './run/schema-input.js';
export { type OutcomeStream, stream } from './run/stream.js';
export type { RetryWait, TurnsOptions } from './run/turns/turns-options.js';
export type {
  CompiledSchema,
  CompileOptions,
  SchemaMode,
} from './schema/compiled-schema.js';
export type { Transport } from './transports/transport.js';
