import { setImmediate } from 'node:timers/promises';
import type { TurnLimits, TurnObserver } from '../../codex/turn-request.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { waitAtMost } from '../../platform/time/wait-at-most.js';
import { ConnectionClosed, RpcError } from '../protocol/rpc-error.js';
import type { AppServer } from '../server/server.js';
import type { AnswerServerRequest } from '../server/server-requests.js';
import { noMethod, unknownMethod } from '../server/unsupported.js';
import { endCommands } from '../thread/thread-requests.js';
import type { TurnDeadline } from './turn-deadline.js';
import { TurnTracker } from './turn-tracker.js';

/** How long an interrupt may take before the server is stopped instead. */
const INTERRUPT_GRACE_MS = 5_000;

export interface TurnCall {
  readonly threadId: string;
  readonly method: 'turn/start' | 'review/start';
  readonly start: () => Promise<string | null>;
  readonly limits: TurnLimits;
  readonly observe: TurnObserver;
  /** `performance.now()` when the turn was requested. */
  readonly startedAt: number;
  readonly stop: TurnDeadline;
  /** Where the turn's part of stderr starts. */
  readonly stderrMark: number;
  readonly onRequest?: AnswerServerRequest;
  /** Called for each notification of the thread, before its events. */
  readonly onNotification?: (method: string, params: Fields) => void;
  readonly onTurnId?: (turnId: string) => void;
}

/**
 * Runs one turn of a thread until it has ended. No other turn may run on that thread.
 *
 * If codex rejects the request, the turn ends with `turn.failed`.
 *
 * @throws the error of an observer, after the turn has ended, or of `start`
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
        // codex retries its connection forever, so a retry is no sign of life of the model.
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
        : { onRequest: measured(pausingIdleTimeout(call.onRequest, stop), tracker) }),
    }),
    onStderrLine === undefined
      ? () => {}
      : server.stderrLines.listen((line) => guarded(() => onStderrLine(line))),
  ];
  guarded(() => tracker.emitStart());
  let unsupported: UnsupportedFailure | null = null;
  let failToStart = () => {};
  const startFailed = new Promise<void>((resolve) => {
    failToStart = resolve;
  });
  const started = call.start().then(
    (turnId) => {
      if (turnId !== null) call.onTurnId?.(turnId);
      guarded(() => tracker.started(turnId));
    },
    (error: unknown) => {
      // `server.ended` settles then.
      if (error instanceof ConnectionClosed) return;
      if (!(error instanceof RpcError)) {
        if (!('error' in fault)) fault.error = error;
        failToStart();
        return;
      }
      const unknown = unknownMethod(error, call.method);
      if (unknown !== null) unsupported = noMethod(unknown, server.version);
      guarded(() => tracker.refused(error.native));
    },
  );
  guarded(() => observe.onStarted?.());
  const over = Promise.race([tracker.ended, server.ended, startFailed]);
  await stop.race(over).catch(() => endTurn(server, tracker, started, limits.killGraceMs));
  stop.release();
  // What codex wrote to stderr before its last message is in the pipe, and is read before this resolves.
  await setImmediate();
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

/** The time that the host takes to answer does not count toward the idle timeout. */
function pausingIdleTimeout(answer: AnswerServerRequest, stop: TurnDeadline): AnswerServerRequest {
  return async (request) => {
    const release = stop.pause();
    try {
      return await answer(request);
    } finally {
      release();
    }
  };
}

/** Interrupts the turn. If it does not end within the grace, stops the server with all its turns. */
async function endTurn(
  server: AppServer,
  tracker: TurnTracker,
  started: Promise<void>,
  killGraceMs: number,
): Promise<void> {
  const { threadId } = tracker;
  void started.then(() => {
    const { turnId } = tracker;
    // The response does not matter: the turn's own end is awaited.
    if (turnId !== null) server.request('turn/interrupt', { threadId, turnId }).catch(() => undefined);
  });
  // 0 would mean no limit.
  const graceMs = Math.max(Math.min(killGraceMs, INTERRUPT_GRACE_MS), 1);
  const ended = await waitAtMost(Promise.race([tracker.ended, server.ended]), graceMs);
  if (ended === 'late') return server.stop();
  if (tracker.state().sawWork) await endCommands(server, threadId);
  // A command may have started without an event yet, so this does not depend on `sawWork`.
  await server.endDetached(threadId);
}

function evidence(server: AppServer, tracker: TurnTracker, call: TurnCall): TurnEvidence {
  // An exit after the turn's terminal event does not concern the turn.
  const exit = tracker.terminalSeen ? null : server.exit;
  return {
    turn: tracker.state(),
    usageOfTurn: true,
    model: server.models.get(call.threadId) ?? null,
    events: tracker.events,
    stop: call.stop.cause,
    exitCode: exit?.exitCode ?? null,
    signal: exit?.signal ?? null,
    stderr: server.stderrSince(call.stderrMark),
    durationMs: Math.round(performance.now() - call.startedAt),
    codexVersion: server.version,
    lingered: false,
    ...(exit !== null && call.stop.cause === null ? { serverEnded: true } : {}),
  };
}
