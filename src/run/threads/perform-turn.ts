import { resolve } from 'node:path';
import type { AppServer } from '../../app-server/server/server.js';
import type { ServerRequest } from '../../app-server/server/server-requests.js';
import { startTurn } from '../../app-server/thread/thread-requests.js';
import { runThreadTurn, turnIdIn } from '../../app-server/turn/run-turn.js';
import { TurnDeadline, TurnStoppedError } from '../../app-server/turn/turn-deadline.js';
import { contextWarnings } from '../../codex/additional-context.js';
import { missingCapability, type Need } from '../../codex/capabilities.js';
import { needsOfThreadTurn } from '../../codex/needs.js';
import { notStarted } from '../../codex/not-started.js';
import { resolveLimits, type StartFailure, type TurnLimits } from '../../codex/turn-request.js';
import type { ThreadEvent } from '../../events/event.js';
import { definedOnly } from '../../json/defined-only.js';
import type { Fields } from '../../json/fields.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type { AbortedFailure, Outcome } from '../../outcome/outcome.js';
import { redactOutcome } from '../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { LinkedAbort } from '../../platform/time/linked-abort.js';
import { CallbackGuard } from '../callback-guard.js';
import { loadValidator } from '../load-validator.js';
import { abortedBeforeStart } from '../preflight-failure.js';
import { type OutcomeRules, resolveOutcome } from '../resolve-outcome.js';
import type { AnswerSchema } from './answer-schema.js';
import type { AnyTurnOptions, TurnInput } from './options.js';
import type { TurnPlace } from './run-command.js';
import { withFailureListener } from './running-turns.js';
import type { ThreadState } from './thread-state.js';
import { inputOf } from './turn-input.js';

export interface TurnWork {
  readonly input: TurnInput;
  readonly options: AnyTurnOptions;
  /** Null: a turn without a schema. */
  readonly schema: AnswerSchema | null;
  readonly onEvent: (event: ThreadEvent) => void;
  readonly onRunning: (turn: TurnPlace) => void;
  readonly interrupted: AbortSignal;
}

/**
 * Runs one turn and returns its outcome, which is `aborted` if the server is closed while the turn waits for another.
 *
 * @throws {Error} if the server is already closed; the error of a callback
 */
export async function performTurn(thread: ThreadState, work: TurnWork): Promise<Outcome<unknown>> {
  const { signal } = work.options;
  if (signal?.aborted === true) return abortedBeforeStart(signal);
  thread.server.assertOpen();
  const host = new CallbackGuard(work.interrupted, signal);
  const leave = thread.server.enter({ host, thread });
  try {
    return await host.run(() => perform(thread, work, host));
  } finally {
    leave();
  }
}

async function perform(thread: ThreadState, work: TurnWork, host: CallbackGuard): Promise<Outcome<unknown>> {
  const limits = resolveLimits({ ...thread.server.options, ...definedOnly(work.options) });
  const { evidence, startedAt } = await runQueuedTurn(thread, work, limits, host);
  const { env = process.env, config } = thread.server.options;
  const redact = createRedactor(env, config);
  if ('ok' in evidence) return redactOutcome(evidence, redact);
  const { schema, options } = work;
  const rules: OutcomeRules = {
    schema: schema?.prepared ?? null,
    validate: options.validate ?? thread.options.validate ?? true,
    parses: [...(schema?.parses ?? []), ...(options.parse === undefined ? [] : [options.parse])],
    redact,
    acceptsText: schema === null,
    context: {
      transport: 'app-server',
      schema: schema === null ? null : { sha256: schema.prepared.sha256, adapted: schema.prepared.adapted },
      schemaNotices: schema?.prepared.notices ?? [],
      contextNotices: contextWarnings(options.additionalContext ?? {}),
    },
  };
  if (schema !== null) await loadValidator(schema.prepared);
  const { timeoutMs } = limits;
  const leftMs = timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs - (performance.now() - startedAt);
  return resolveOutcome<unknown>(evidence, rules, { timeoutMs, leftMs, signal: host.signal });
}

/** @returns also when the turn's limits began to count, which is after its wait for earlier turns */
async function runQueuedTurn(
  thread: ThreadState,
  work: TurnWork,
  limits: TurnLimits,
  host: CallbackGuard,
): Promise<{ readonly evidence: TurnEvidence | StartFailure | AbortedFailure; readonly startedAt: number }> {
  const { options } = work;
  const { server: handle } = thread;
  const queued = new LinkedAbort([host.signal, handle.closing]);
  // No limit applies while the turn waits for an earlier turn of the thread.
  const waiting = new TurnDeadline(
    { ...limits, timeoutMs: 0, idleTimeoutMs: 0 },
    performance.now(),
    queued.signal,
  );
  let stop = waiting;
  let startedAt = performance.now();
  let release = () => {};
  let leave = () => {};
  try {
    release = await thread.acquire(waiting);
    startedAt = performance.now();
    stop = new TurnDeadline(limits, startedAt, host.signal);
    const server = await stop.race(handle.get());
    if (handle.closing.aborted) return { evidence: abortedBeforeStart(handle.closing), startedAt };
    if ('kind' in server) return { evidence: server, startedAt };
    const missing = missingCapability(needsOf(thread, work), server.version);
    if (missing !== null) return { evidence: missing, startedAt };
    leave = server.use();
    const { onMessage } = options;
    const [onServerRequest, onNotification] =
      onMessage === undefined
        ? [thread.options.onServerRequest, thread.options.onNotification]
        : [
            (request: ServerRequest) => onMessage({ kind: 'request', ...request }),
            (method: string, params: Fields) => onMessage({ kind: 'notification', method, params }),
          ];
    const onRequest = withFailureListener(onServerRequest, (error) => host.fail(error));
    const evidence = await runThreadTurn(server, {
      open: () => thread.open(server),
      method: 'turn/start',
      start: (threadId) => sendTurn(server, threadId, thread, work),
      limits,
      observe: {
        keepEvents: options.keepEvents ?? false,
        onEvent: host.wrap((event: ThreadEvent) => {
          work.onEvent(event);
          return options.onEvent?.(event);
        }),
        onStarted: () => {
          if (work.schema !== null) void loadValidator(work.schema.prepared).catch(() => undefined);
        },
      },
      stop,
      startedAt,
      ...(onRequest === undefined ? {} : { onRequest }),
      ...(onNotification === undefined ? {} : { onNotification: host.wrap(onNotification) }),
    });
    return { evidence, startedAt };
  } catch (error) {
    if (!(error instanceof TurnStoppedError)) throw error;
    if (stop === waiting && handle.closing.aborted && !host.signal.aborted) {
      return { evidence: abortedBeforeStart(handle.closing), startedAt };
    }
    return { evidence: notStarted(stop.cause, startedAt, null), startedAt };
  } finally {
    waiting.release();
    queued.release();
    stop.release();
    release();
    leave();
  }
}

function needsOf({ origin, options: thread }: ThreadState, { options, schema }: TurnWork): readonly Need[] {
  return needsOfThreadTurn({
    hasSchema: schema !== null,
    hasContext: Object.keys(options.additionalContext ?? {}).length > 0,
    isFork: origin.kind === 'fork',
    isEphemeral: thread.ephemeral === true,
    hasAddDirs: (thread.addDirs ?? []).length > 0,
    hasTools: (thread.dynamicTools ?? []).length > 0,
  });
}

async function sendTurn(
  server: AppServer,
  threadId: string,
  thread: ThreadState,
  { input, options, schema, onRunning }: TurnWork,
): Promise<string | null> {
  const base = resolve(thread.serverCwd, thread.options.cwd ?? '.');
  const cwd = options.cwd === undefined ? undefined : resolve(base, options.cwd);
  const { additionalContext, model, effort, summary, sandboxPolicy } = options;
  const sandbox = options.startSandbox?.() ?? definedOnly({ sandboxPolicy });
  const { approvalPolicy, approvalsReviewer, personality, serviceTier } = options;
  const result = await startTurn(
    server,
    {
      threadId,
      input: inputOf(input, options.images ?? [], cwd ?? base),
      ...definedOnly({ additionalContext, model, effort, summary, cwd }),
      ...sandbox,
      ...definedOnly({ approvalPolicy, approvalsReviewer, personality, serviceTier }),
    },
    schema === null ? {} : { outputSchema: schema.prepared.wireText },
  );
  const turnId = turnIdIn(result);
  if (turnId !== null) onRunning({ server, threadId, turnId, cwd: cwd ?? base });
  return turnId;
}
