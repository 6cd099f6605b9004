import { CallDecisionError, type Decision } from './decision.js';
import type { FinalDecision } from './execute-decision.js';
import type { PendingToolCall } from './pending-calls.js';

/** What a call belongs to: its turn, which executes what is decided about it. */
export interface CallOwner {
  /** @throws {CallDecisionError} if the decision cannot be executed */
  execute(call: PendingToolCall, decision: FinalDecision): Promise<object>;
}

interface CallEntry {
  readonly owner: CallOwner;
  /** The policy of its tool comes first, then the call is `pending`, and a decision claims it. */
  state: 'policy' | 'pending' | 'claimed';
  readonly settle: (response: object | undefined) => void;
}

/** The calls of an agent session that codex waits for. Each is answered once. */
export class PendingCallRegistry {
  readonly #entries = new Map<PendingToolCall, CallEntry>();
  /** Why nothing can be decided any more about calls that were here. */
  readonly #settlements = new WeakMap<PendingToolCall, string>();
  #waiting: (() => void)[] = [];

  /** Resolves with the response for codex, or with undefined if nobody can decide any more. */
  add(call: PendingToolCall, owner: CallOwner): Promise<object | undefined> {
    return new Promise((settle) => this.#entries.set(call, { owner, state: 'policy', settle }));
  }

  /** The call waits for the host from now on. */
  markPending(call: PendingToolCall): void {
    const entry = this.#entries.get(call);
    if (entry === undefined) return;
    entry.state = 'pending';
    this.notify();
  }

  /** Returns the calls that wait for the host, oldest first. */
  pending(): readonly PendingToolCall[] {
    return [...this.#entries].filter(([, { state }]) => state === 'pending').map(([call]) => call);
  }

  /** @throws {CallDecisionError} if it is too late, or the decision cannot be executed: the call then stays pending */
  async decide(call: PendingToolCall, decision: Decision): Promise<void> {
    const owner = this.#claim(call);
    try {
      if (decision.kind === 'defer') this.markPending(call);
      else this.answer(call, await owner.execute(call, decision));
    } catch (error) {
      this.markPending(call);
      throw error;
    }
  }

  answer(call: PendingToolCall, response: object): void {
    this.#settle(call, response, 'it is already decided');
  }

  /** codex has continued without a response. */
  withdraw(id: string): void {
    for (const call of [...this.#entries.keys()]) {
      if (call.id === id) this.#settle(call, undefined, 'codex no longer waits for it');
    }
  }

  endTurn(owner: CallOwner): void {
    for (const [call, entry] of [...this.#entries]) {
      if (entry.owner === owner) this.#settle(call, undefined, 'its turn has ended');
    }
    this.notify();
  }

  /** Resolves at the next change. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #claim(call: PendingToolCall): CallOwner {
    const entry = this.#entries.get(call);
    if (entry?.state === 'pending') {
      entry.state = 'claimed';
      this.notify();
      return entry.owner;
    }
    const why = entry === undefined ? this.#settlements.get(call) : 'another decision about it is under way';
    throw new CallDecisionError(
      `Cannot decide about this call (${call.describe()}): ${why ?? 'it does not belong to this agent session'}.`,
    );
  }

  #settle(call: PendingToolCall, response: object | undefined, settlement: string): void {
    const entry = this.#entries.get(call);
    if (entry === undefined) return;
    this.#entries.delete(call);
    this.#settlements.set(call, settlement);
    entry.settle(response);
    this.notify();
  }
}
