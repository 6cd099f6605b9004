import { notStarted } from '../../codex/not-started.js';
import type { TurnRequest } from '../../codex/turn-request.js';
import type { ThreadEvent } from '../../events/event.js';
import { TurnAccumulator } from '../../events/turn-accumulator.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type { AppServer } from '../server/server.js';
import type { TurnDeadline } from './turn-deadline.js';

/**
 * Returns the evidence of a turn without a thread, and reports its events to the observer.
 *
 * @param native - the error with which the app server rejected the thread; null if the app server exited
 */
export function withoutThread(
  server: AppServer,
  native: Readonly<Record<string, unknown>> | null,
  { observe }: Pick<TurnRequest, 'observe'>,
  { stop, startedAt }: { readonly stop: TurnDeadline; readonly startedAt: number },
): TurnEvidence {
  const accumulator = new TurnAccumulator(server.redact);
  const events: ThreadEvent[] = native === null ? [] : [{ type: 'turn.failed', error: native }];
  for (const event of events) {
    accumulator.add(event);
    observe.onBytes?.(Buffer.from(`${JSON.stringify(event)}\n`));
    observe.onEvent?.(event);
  }
  return {
    ...notStarted(stop.cause, startedAt, server.version),
    turn: accumulator.state(),
    events: observe.keepEvents ? events : [],
    exitCode: server.exit?.exitCode ?? null,
    signal: server.exit?.signal ?? null,
    stderr: server.stderr,
    ...(native === null && stop.cause === null ? { serverEnded: true } : {}),
  };
}
