import { describe, expect, it } from 'vitest';
import { CallDecisionError, decide } from '../../../../src/agent/approvals/decision.js';
import { PendingCallRegistry } from '../../../../src/agent/approvals/pending-call-registry.js';
import { PendingFunctionToolCall } from '../../../../src/agent/approvals/pending-calls.js';

const call = (id: string) => new PendingFunctionToolCall([id, 'thread', 'turn'], 'look_up', {}, {});
const RESPONSE = { success: true };
const owner = { execute: async () => RESPONSE };

describe('a call in the registry', () => {
  it('is pending only after it was marked, and is answered once', async () => {
    const registry = new PendingCallRegistry();
    const first = call('a');
    const response = registry.add(first, owner);
    expect(registry.pending()).toEqual([]);
    registry.markPending(first);
    expect(registry.pending()).toEqual([first]);
    await registry.decide(first, decide.approve());
    expect(await response).toBe(RESPONSE);
    expect(registry.pending()).toEqual([]);
    await expect(registry.decide(first, decide.approve())).rejects.toThrow('it is already decided');
  });

  it('stays pending after defer, and after a decision that cannot be executed', async () => {
    const registry = new PendingCallRegistry();
    const first = call('a');
    const failing = { execute: () => Promise.reject(new CallDecisionError('does not apply')) };
    void registry.add(first, failing);
    registry.markPending(first);
    await registry.decide(first, decide.defer());
    await expect(registry.decide(first, decide.run())).rejects.toThrow('does not apply');
    expect(registry.pending()).toEqual([first]);
  });

  it('takes no second decision while one is executed', async () => {
    const registry = new PendingCallRegistry();
    const first = call('a');
    let finish: (response: object) => void = () => {};
    const slow = { execute: () => new Promise<object>((resolve) => (finish = resolve)) };
    void registry.add(first, slow);
    registry.markPending(first);
    const decided = registry.decide(first, decide.approve());
    await expect(registry.decide(first, decide.reject())).rejects.toThrow('another decision');
    finish(RESPONSE);
    await decided;
  });

  it('ends without a response if codex withdraws it, or if its turn ends', async () => {
    const registry = new PendingCallRegistry();
    const [withdrawn, ended, other] = [call('a'), call('b'), call('c')];
    const responses = [registry.add(withdrawn, owner), registry.add(ended, owner)];
    void registry.add(other, { execute: owner.execute });
    for (const one of [withdrawn, ended, other]) registry.markPending(one);
    const changed = registry.changed();
    registry.withdraw('a');
    await changed;
    registry.endTurn(owner);
    expect(await Promise.all(responses)).toEqual([undefined, undefined]);
    expect(registry.pending()).toEqual([other]);
    await expect(registry.decide(withdrawn, decide.approve())).rejects.toThrow('no longer waits for it');
    await expect(registry.decide(ended, decide.approve())).rejects.toThrow('its turn has ended');
  });

  it('must belong to the agent session', async () => {
    const deciding = new PendingCallRegistry().decide(call('a'), decide.approve());
    await expect(deciding).rejects.toThrow(CallDecisionError);
    await expect(deciding).rejects.toThrow('it does not belong to this agent session');
  });
});
