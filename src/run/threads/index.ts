/**
 * Many turns on one codex process, each with its own schema; and the transport that runs commands on the app server.
 *
 * @packageDocumentation
 */

export type {
  ApprovalsReviewer,
  AskForApproval,
  DynamicToolSpec,
  Personality,
  ReasoningSummary,
  SandboxPolicy,
  UserInput,
} from '../../app-server/generated/protocol.js';
export type { Traffic } from '../../app-server/server/server-options.js';
export type { AnswerServerRequest, ServerRequest } from '../../app-server/server/server-requests.js';
export { createAppServerTransport } from '../../transports/app-server.js';
export type { AnswerOptions, OutcomeOptions, PlaceOptions } from '../run-options.js';
export { type AppServerClient, openAppServer } from './open.js';
export type {
  AppServerOptions,
  OpenedThread,
  ThreadOptions,
  TurnInput,
  TurnOptions,
} from './options.js';
export type { RunCommandOptions, RunCommandResult } from './run-command.js';
export type { AppServerThread } from './thread.js';
export type { AppServerTurn, SteerResult } from './turn.js';
