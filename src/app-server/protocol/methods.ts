import type { Fields } from '../../json/fields.js';
import type * as protocol from '../generated/protocol.js';
import { SERVER_NOTIFICATIONS } from '../generated/protocol.js';

/** The requests that are made of the app server, with what each takes. Results are read field by field. */
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

/** Whatever requests can be made of: a running app server. */
export interface RpcRequests {
  /** @throws {RpcError} where codex refuses; {ConnectionClosed} where it ends first */
  request<M extends ClientMethod>(method: M, params: ClientRequests[M]): Promise<Fields>;
}

/** The notifications that are read, by their names here; a test holds them to the pinned protocol. */
export const NOTIFICATIONS = {
  itemStarted: 'item/started',
  itemCompleted: 'item/completed',
  planUpdated: 'turn/plan/updated',
  turnCompleted: 'turn/completed',
  error: 'error',
  warning: 'warning',
  deprecation: 'deprecationNotice',
  tokenUsage: 'thread/tokenUsage/updated',
} as const;

/** Those that tell a turn of the transport nothing, but that codex is alive: each piece of text as it comes, … */
export const UNREAD_NOTIFICATIONS: readonly string[] = SERVER_NOTIFICATIONS.filter(
  (method) => !(Object.values(NOTIFICATIONS) as readonly string[]).includes(method),
);
