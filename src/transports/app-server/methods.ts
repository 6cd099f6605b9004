import type * as protocol from './generated/protocol.js';

/** The requests that are made of the app server, with what each takes. Results are read field by field. */
export interface ClientRequests {
  initialize: protocol.InitializeParams;
  'thread/start': protocol.ThreadStartParams;
  'thread/resume': protocol.ThreadResumeParams;
  'thread/fork': protocol.ThreadForkParams;
  'thread/list': protocol.ThreadListParams;
  'thread/unsubscribe': protocol.ThreadUnsubscribeParams;
  'thread/backgroundTerminals/clean': protocol.ThreadBackgroundTerminalsCleanParams;
  'turn/start': protocol.TurnStartParams;
  'turn/steer': protocol.TurnSteerParams;
  'turn/interrupt': protocol.TurnInterruptParams;
  'review/start': protocol.ReviewStartParams;
  'command/exec': protocol.CommandExecParams;
  'command/exec/terminate': protocol.CommandExecTerminateParams;
}

export type ClientMethod = keyof ClientRequests;

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
