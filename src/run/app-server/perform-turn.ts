import { resolve } from 'node:path';
import { contextWarnings } from '../../codex/additional-context.js';
import type { ThreadEvent } from '../../events/event.js';
import type { Outcome } from '../../outcome/outcome.js';
import { runThreadTurn, turnIdIn } from '../../transports/app-server/run-turn.js';
import type { AppServer } from '../../transports/app-server/server.js';
import { startTurn } from '../../transports/app-server/thread-requests.js';
import { notStarted } from '../../transports/app-server/turn-evidence.js';
import { TurnStop, TurnStopped } from '../../transports/app-server/turn-stop.js';
import { isStartFailure, type StartFailure, type TurnEvidence } from '../../transports/transport.js';
import { abortedBeforeStart } from '../early.js';
import { limitsOf } from '../limits.js';
import { type SettleRules, settle } from '../settle.js';
import { settleText } from '../settle-text.js';
import type { AnswerSchema } from './answer-schema.js';
import { inputOf } from './input.js';
import type { TurnInput, TurnOptions } from './options.js';
import { definedOnly } from './thread-origin.js';
import type { ThreadState } from './thread-state.js';
import type { RunningTurn } from './turn.js';

export interface TurnWork {
  readonly input: TurnInput;
  readonly options: TurnOptions;
  /** Null: a turn without a schema. */
  readonly schema: AnswerSchema | null;
  readonly onEvent: (event: ThreadEvent) => void;
  readonly onRunning: (turn: RunningTurn) => void;
  readonly interrupted: AbortSignal;
}

/** One turn from its call to its outcome. */
export async function performTurn(thread: ThreadState, work: TurnWork): Promise<Outcome<unknown>> {
  if (work.options.signal?.aborted === true) return abortedBeforeStart(work.options.signal);
  const evidence = await driven(thread, work);
  if (isStartFailure(evidence)) return evidence;
  const { schema, options } = work;
  const rules: SettleRules = {
    schema: schema?.prepared ?? null,
    validate: options.validate ?? thread.options.validate ?? true,
    parses: [...(schema?.parses ?? []), ...(options.parse === undefined ? [] : [options.parse])],
    context: {
      transport: 'app-server',
      schema: schema === null ? null : { sha256: schema.prepared.sha256, adapted: schema.prepared.adapted },
      schemaNotices: schema?.prepared.notices ?? [],
      contextNotices: contextWarnings(options.additionalContext ?? {}),
    },
  };
  if (schema === null) return settleText(evidence, rules);
  await schema.prepared.prepare();
  return settle<unknown>(evidence, rules);
}

async function driven(thread: ThreadState, work: TurnWork): Promise<TurnEvidence | StartFailure> {
  const { options } = work;
  const limits = limitsOf({ ...thread.server.options, ...definedOnly(options) });
  const signals = [work.interrupted, ...(options.signal === undefined ? [] : [options.signal])];
  // Its reason is that of whichever came first.
  const signal = AbortSignal.any(signals);
  // Waiting for an earlier turn of the thread counts against no limit.
  const waiting = new TurnStop({ ...limits, timeoutMs: 0, idleTimeoutMs: 0 }, performance.now(), signal);
  let stop = waiting;
  let startedAt = performance.now();
  const { onServerRequest, onNotification } = thread.options;
  let release = () => {};
  try {
    release = await thread.acquire(waiting);
    startedAt = performance.now();
    stop = new TurnStop(limits, startedAt, signal);
    const server = await stop.orStopped(thread.server.get());
    if ('kind' in server) return server;
    return await runThreadTurn(server, {
      open: () => thread.open(server),
      method: 'turn/start',
      start: (threadId) => begin(server, threadId, thread, work),
      limits,
      observe: {
        keepEvents: options.keepEvents ?? false,
        onEvent: (event) => {
          options.onEvent?.(event);
          work.onEvent(event);
        },
        onStarted: () => void work.schema?.prepared.prepare().catch(() => undefined),
      },
      stop,
      startedAt,
      ...(onServerRequest === undefined ? {} : { onRequest: onServerRequest }),
      ...(onNotification === undefined ? {} : { onNotification }),
    });
  } catch (error) {
    if (error instanceof TurnStopped) return notStarted(stop, startedAt, null);
    throw error;
  } finally {
    waiting.release();
    stop.release();
    release();
  }
}

async function begin(
  server: AppServer,
  threadId: string,
  thread: ThreadState,
  { input, options, schema, onRunning }: TurnWork,
): Promise<string | null> {
  const base = resolve(thread.serverCwd, thread.options.cwd ?? '.');
  const cwd = options.cwd === undefined ? undefined : resolve(base, options.cwd);
  const { additionalContext, model, effort, summary, sandboxPolicy } = options;
  const { approvalPolicy, approvalsReviewer, personality, serviceTier } = options;
  const result = await startTurn(
    server,
    {
      threadId,
      input: inputOf(input, options.images ?? [], cwd ?? base),
      ...definedOnly({ additionalContext, model, effort, summary, sandboxPolicy, cwd }),
      ...definedOnly({ approvalPolicy, approvalsReviewer, personality, serviceTier }),
    },
    schema === null ? {} : { outputSchema: schema.prepared.wireText },
  );
  const turnId = turnIdIn(result);
  if (turnId !== null) onRunning({ server, threadId, turnId, cwd: cwd ?? base });
  return turnId;
}
