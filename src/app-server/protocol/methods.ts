import type { Fields } from '../../json/fields.js';
import type * as protocol from '../generated/protocol.js';
import { SERVER_NOTIFICATIONS } from '../generated/protocol.js';

/** The requests that we send to the app server, with their parameters. Results are read field by field. */
export interface ClientRequests {
  initialize: protocol.InitializeParams;
  'thread/start': protocol.ThreadStartParams;
  'thread/resume': protocol.ThreadResumeParams;
  'thread/fork': protocol.ThreadForkParams;
  'thread/list': protocol.ThreadListParams;
  'thread/settings/update': protocol.ThreadSettingsUpdateParams;
  'thread/unsubscribe': protocol.ThreadUnsubscribeParams;
  'thread/backgroundTerminals/clean': protocol.ThreadBackgroundTerminalsCleanParams;
  'turn/start': protocol.TurnStartParams;
  'turn/steer': protocol.TurnSteerParams;
  'turn/interrupt': protocol.TurnInterruptParams;
  'review/start': protocol.ReviewStartParams;
  'command/exec': protocol.CommandExecParams;
  'command/exec/terminate': protocol.CommandExecTerminateParams;
  'config/read': protocol.ConfigReadParams;
}

export type ClientMethod = keyof ClientRequests;

export interface RpcRequests {
  /** @throws {RpcError} if codex rejects the request; {ConnectionClosed} if it exits first */
  request<M extends ClientMethod>(method: M, params: ClientRequests[M]): Promise<Fields>;
}

/** The notifications that we read; a test compares them with the pinned protocol. */
export const NOTIFICATIONS = {
  itemStarted: 'item/started',
  itemCompleted: 'item/completed',
  planUpdated: 'turn/plan/updated',
  turnCompleted: 'turn/completed',
  error: 'error',
  warning: 'warning',
  deprecation: 'deprecationNotice',
  tokenUsage: 'thread/tokenUsage/updated',
  modelRerouted: 'model/rerouted',
} as const;

/** All other notifications, such as text deltas. A turn of the transport uses them only as a sign of life. */
export const UNREAD_NOTIFICATIONS: readonly string[] = SERVER_NOTIFICATIONS.filter(
  (method) => !(Object.values(NOTIFICATIONS) as readonly string[]).includes(method),
);
