import type { ThreadEvent } from '../../events/event.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import { NOTIFICATIONS } from '../protocol/methods.js';
import { execItem, snakeCaseKeys } from './exec-item.js';

/** Converts the notifications of one turn to the events that `codex exec --json` writes for the same turn. */
export class TurnEvents {
  #usage: TokenCounts | null = null;
  /** The total of the thread before this turn. */
  #usageBefore: TokenCounts = {};
  #plan: Fields | null = null;

  /** Returns the events of one notification, usually one or none. */
  of(method: string, params: Fields): readonly ThreadEvent[] {
    switch (method) {
      case NOTIFICATIONS.itemStarted:
        return itemEvents('item.started', params);
      case NOTIFICATIONS.itemCompleted:
        return itemEvents('item.completed', params);
      case NOTIFICATIONS.planUpdated:
        return [this.#planEvent(params)];
      case NOTIFICATIONS.error:
        return [{ type: 'error', message: errorMessage(fieldsOf(params['error'])) }];
      case NOTIFICATIONS.warning:
        return [warningEvent(params['message'])];
      case NOTIFICATIONS.deprecation:
        return [warningEvent(params['summary'])];
      case NOTIFICATIONS.tokenUsage:
        this.#countTokens(fieldsOf(params['tokenUsage']));
        return [];
      case NOTIFICATIONS.turnCompleted:
        return [...this.#endOfPlan(), this.#terminalEvent(fieldsOf(params['turn']) ?? {})];
      default:
        return [];
    }
  }

  /** codex sends the total of the thread and that of the last model request, once or more often for each request. */
  #countTokens(usage: Fields | null): void {
    const total = countsOf(fieldsOf(usage?.['total']));
    if (this.#usage === null) this.#usageBefore = difference(total, countsOf(fieldsOf(usage?.['last'])));
    this.#usage = difference(total, this.#usageBefore);
  }

  #planEvent(params: Fields): ThreadEvent {
    const type = this.#plan === null ? 'item.started' : 'item.updated';
    const steps = Array.isArray(params['plan']) ? params['plan'] : [];
    const items = steps.map((step: unknown) => {
      const fields = fieldsOf(step) ?? {};
      return { text: fields['step'], completed: fields['status'] === 'completed' };
    });
    this.#plan = { id: 'plan', type: 'todo_list', items };
    return { type, item: this.#plan };
  }

  #endOfPlan(): readonly ThreadEvent[] {
    return this.#plan === null ? [] : [{ type: 'item.completed', item: this.#plan }];
  }

  #terminalEvent(turn: Fields): ThreadEvent {
    if (turn['status'] === 'completed') return { type: 'turn.completed', usage: this.#usage ?? {} };
    const error = fieldsOf(turn['error']);
    if (error !== null) return { type: 'turn.failed', error };
    return {
      type: 'turn.failed',
      error: { message: `The turn was ${stringOf(turn['status']) ?? 'ended'}.` },
    };
  }
}

function itemEvents(stage: 'item.started' | 'item.completed', params: Fields): readonly ThreadEvent[] {
  const item = fieldsOf(params['item']);
  const mapped = item === null ? null : execItem(stage, item);
  return mapped === null ? [] : [{ type: stage, item: mapped }];
}

function warningEvent(message: unknown): ThreadEvent {
  return { type: 'item.completed', item: { type: 'error', message: stringOf(message) ?? '' } };
}

/** Like exec, appends the details of a reconnect to the message. */
function errorMessage(error: Fields | null): string {
  const message = stringOf(error?.['message']) ?? '';
  const details = stringOf(error?.['additionalDetails']);
  return details === null ? message : `${message} (${details})`;
}

/** Numbers of tokens by the names that exec has for them. */
type TokenCounts = Readonly<Record<string, number>>;

function countsOf(breakdown: Fields | null): TokenCounts {
  const counts = snakeCaseKeys(breakdown ?? {}, ['totalTokens']);
  return Object.fromEntries(
    Object.entries(counts).filter((count): count is [string, number] => typeof count[1] === 'number'),
  );
}

function difference(counts: TokenCounts, less: TokenCounts): TokenCounts {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Math.max(count - (less[name] ?? 0), 0)]),
  );
}
