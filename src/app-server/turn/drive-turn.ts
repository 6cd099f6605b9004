import type { TurnLimits, TurnObserver } from '../../codex/turn-request.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { waitAtMost } from '../../platform/time/wait-at-most.js';
import { ConnectionClosed, RpcError } from '../protocol/rpc-error.js';
import type { AppServer } from '../server/server.js';
import type { AnswerServerRequest } from '../server/server-requests.js';
import { noMethod, unknownMethod } from '../server/unsupported.js';
import { endCommands } from '../thread/end-commands.js';
import type { TurnDeadline } from './turn-deadline.js';
import { TurnTracker } from './turn-tracker.js';

/** How long an interrupt may take before the server is ended instead. */
const INTERRUPT_GRACE_MS = 5_000;

export interface TurnCall {
  readonly threadId: string;
  readonly method: 'turn/start' | 'review/start';
  /** Sends the request of that method; gives the id of the turn. */
  readonly start: () => Promise<string | null>;
  readonly limits: TurnLimits;
  readonly observe: TurnObserver;
  /** `performance.now()` when the turn was asked for. */
  readonly startedAt: number;
  readonly stop: TurnDeadline;
  readonly onRequest?: AnswerServerRequest;
  /** Each notification of the thread as it comes, before it is told as an event. */
  readonly onNotification?: (method: string, params: Fields) => void;
  /** Told the id of the turn as soon as it is known. */
  readonly onTurnId?: (turnId: string) => void;
}

/**
 * One turn of a thread from its start to its end, however it ends. Nothing else may run on that thread.
 *
 * A refusal of the request counts as `turn.failed`. Rejects with what an observer threw, when all is over, and with
 * why the request could not be made.
 */
export async function driveTurn(
  server: AppServer,
  call: TurnCall,
): Promise<TurnEvidence | UnsupportedFailure> {
  const { threadId, observe, stop, limits } = call;
  const tracker = new TurnTracker(threadId, observe, limits.maxLineBytes, server.redact);
  const fault: { error?: unknown } = {};
  const guarded = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (!('error' in fault)) fault.error = error;
      stop.end();
    }
  };
  const { onStderrLine } = observe;
  const leave = [
    server.watch({
      threadId,
      onNotification: (method, params) => {
        // codex tries to connect for ever: that is no sign of life of the model.
        if (params['willRetry'] !== true) stop.touch();
        guarded(() => {
          call.onNotification?.(method, params);
          tracker.take(method, params);
        });
      },
      onUnreadable: (line) => tracker.unreadable(line),
      onOversized: (head) => guarded(() => tracker.oversized(head)),
      ...(call.onRequest === undefined
        ? {}
        : { onRequest: measured(unhurried(call.onRequest, stop), tracker) }),
    }),
    onStderrLine === undefined
      ? () => {}
      : server.stderrLines.listen((line) => guarded(() => onStderrLine(line))),
  ];
  guarded(() => tracker.begin());
  let unsupported: UnsupportedFailure | null = null;
  let giveUp = () => {};
  const neverBegun = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const started = call.start().then(
    (turnId) => {
      if (turnId !== null) call.onTurnId?.(turnId);
      guarded(() => tracker.started(turnId));
    },
    (error: unknown) => {
      // The end of the connection shows by itself.
      if (error instanceof ConnectionClosed) return;
      if (!(error instanceof RpcError)) {
        if (!('error' in fault)) fault.error = error;
        giveUp();
        return;
      }
      const unknown = unknownMethod(error, call.method);
      if (unknown !== null) unsupported = noMethod(unknown, server.version);
      guarded(() => tracker.refused(error.native));
    },
  );
  guarded(() => observe.onStarted?.());
  const over = Promise.race([tracker.ended, server.ended, neverBegun]);
  await stop.race(over).catch(() => endTurn(server, tracker, started, limits.killGraceMs));
  stop.release();
  for (const stopListening of leave) stopListening();
  if ('error' in fault) throw fault.error;
  return unsupported ?? evidence(server, tracker, call);
}

/** Notes results of tools that codex will shorten before the model reads them. */
function measured(answer: AnswerServerRequest, tracker: TurnTracker): AnswerServerRequest {
  return async (request) => {
    const result = await answer(request);
    if (request.method === 'item/tool/call') {
      tracker.noteToolResult(stringOf(request.params['tool']) ?? '', fieldsOf(result)?.['contentItems']);
    }
    return result;
  };
}

/** While whoever is asked thinks it over, it is not codex that is silent. */
function unhurried(answer: AnswerServerRequest, stop: TurnDeadline): AnswerServerRequest {
  return async (request) => {
    const release = stop.pause();
    try {
      return await answer(request);
    } finally {
      release();
    }
  };
}

/** Interrupts the turn; a server that does not heed that is ended, with all its turns. */
async function endTurn(
  server: AppServer,
  tracker: TurnTracker,
  started: Promise<void>,
  killGraceMs: number,
): Promise<void> {
  const { threadId } = tracker;
  void started.then(() => {
    const { turnId } = tracker;
    // Whether it is refused or unanswered makes no difference: what counts is that the turn ends.
    if (turnId !== null) server.request('turn/interrupt', { threadId, turnId }).catch(() => undefined);
  });
  // Not 0, which would be no limit at all.
  const graceMs = Math.max(Math.min(killGraceMs, INTERRUPT_GRACE_MS), 1);
  const ended = await waitAtMost(Promise.race([tracker.ended, server.ended]), graceMs);
  if (ended === 'late') return server.stop();
  if (tracker.state().sawWork) await endCommands(server, threadId);
  // Also of a command that was not told of yet.
  await server.endDetached(threadId);
}

function evidence(server: AppServer, tracker: TurnTracker, call: TurnCall): TurnEvidence {
  // A server that goes on has no exit; one that ended after this turn has none that matters.
  const exit = tracker.terminalSeen ? null : server.exit;
  return {
    turn: tracker.state(),
    usageOfTurn: true,
    events: tracker.events,
    stop: call.stop.cause,
    exitCode: exit?.exitCode ?? null,
    signal: exit?.signal ?? null,
    stderr: server.stderr,
    durationMs: Math.round(performance.now() - call.startedAt),
    codexVersion: server.version,
    lingered: false,
    ...(exit !== null && call.stop.cause === null ? { serverEnded: true } : {}),
  };
}
