import { CallDecisionError } from './decision.js';
import type { PendingToolCall } from './pending-calls.js';

/** Where a call stands: `asked` its tool's policy first, `pending`, or `claimed` by a decision. */
interface CallEntry<T> {
  readonly turn: T;
  state: 'asked' | 'pending' | 'claimed';
  readonly settle: (answer: object | undefined) => void;
}

/**
 * The calls that codex waits for, each answered once.
 *
 * @typeParam T - what a call belongs to: its turn
 */
export class PendingCallRegistry<T> {
  readonly #open = new Map<PendingToolCall, CallEntry<T>>();
  readonly #fates = new WeakMap<PendingToolCall, string>();
  #waiting: (() => void)[] = [];

  /** Settles with the answer for codex; with undefined where nobody can decide any more. */
  add(call: PendingToolCall, turn: T): Promise<object | undefined> {
    return new Promise((settle) => this.#open.set(call, { turn, state: 'asked', settle }));
  }

  /** Nobody has decided yet: whoever looks, sees it now. */
  markPending(call: PendingToolCall): void {
    const open = this.#open.get(call);
    if (open === undefined) return;
    open.state = 'pending';
    this.notify();
  }

  pending(): readonly PendingToolCall[] {
    return [...this.#open].filter(([, { state }]) => state === 'pending').map(([call]) => call);
  }

  /**
   * Takes a call, so that nobody else decides about it.
   *
   * @throws {CallDecisionError} where it is taken or gone
   */
  claim(call: PendingToolCall): T {
    const open = this.#open.get(call);
    if (open?.state === 'pending') {
      open.state = 'claimed';
      this.notify();
      return open.turn;
    }
    const why = open === undefined ? this.#fates.get(call) : 'it is being decided about already';
    throw new CallDecisionError(
      `Nothing can be decided about this call (${call.describe()}): ${why ?? 'it is no call of this task'}.`,
    );
  }

  /** What was claimed cannot be carried out: somebody may decide otherwise. */
  release(call: PendingToolCall): void {
    this.markPending(call);
  }

  answer(call: PendingToolCall, answer: object): void {
    this.#end(call, answer, 'it has been decided about');
  }

  /** codex has gone on without an answer. */
  withdraw(id: string): void {
    for (const call of [...this.#open.keys()]) {
      if (call.id === id) this.#end(call, undefined, 'codex waits for it no longer');
    }
  }

  endTurn(turn: T): void {
    for (const [call, open] of [...this.#open]) {
      if (open.turn === turn) this.#end(call, undefined, 'its turn has ended');
    }
    this.notify();
  }

  /** Resolves when something is different from now. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #end(call: PendingToolCall, answer: object | undefined, fate: string): void {
    const open = this.#open.get(call);
    if (open === undefined) return;
    this.#open.delete(call);
    this.#fates.set(call, fate);
    open.settle(answer);
    this.notify();
  }
}
