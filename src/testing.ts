/**
 * For tests of programs that use codex-structured: a transport that plays a script instead of running
 * codex, and the loopback provider that makes the real codex answer without key, network or tokens.
 *
 * @packageDocumentation
 */

export { type Provider, type ProviderOptions, startProvider } from './rehearsal/provider.js';
export { type Rehearsal, type RehearsalOptions, startRehearsal } from './rehearsal/rehearsal.js';
export { completed, endedBy, message, shellCommand, status, toolCall } from './rehearsal/replies.js';
export {
  type MessageItem,
  type MessagePart,
  type ModelRequest,
  type OutputItem,
  type RawItem,
  type Reply,
  type ResponsesScript,
  type ResponseUsage,
  type StatusReply,
  type StreamEnd,
  type StreamReply,
  sequence,
  type ToolCallItem,
} from './rehearsal/responses-script.js';
export { scripts } from './rehearsal/scripts.js';
export {
  createScriptedTransport,
  type Script,
  type ScriptedTransport,
  type ScriptedTurn,
} from './transports/scripted.js';
