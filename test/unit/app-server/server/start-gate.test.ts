import { describe, expect, it } from 'vitest';
import { StartGate } from '../../../../src/app-server/server/start-gate.js';
import { TurnDeadline, TurnStoppedError } from '../../../../src/app-server/turn/turn-deadline.js';
import { DEFAULT_LIMITS } from '../../../../src/codex/turn-request.js';

/** Longer than any test. */
const PATIENT = 60_000;

function stop(): TurnDeadline {
  return new TurnDeadline(DEFAULT_LIMITS, performance.now(), undefined);
}

/** Enters as `name` and adds the name to `inside`. */
function entering(gate: StartGate, inside: string[], name: string, turn = stop()): Promise<() => void> {
  return gate.enter(turn).then((leave) => {
    inside.push(name);
    return leave;
  });
}

/** Waits for everything that can happen without time or input. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a start gate', () => {
  it('admits a number of turns at once, and the others in order', async () => {
    const gate = new StartGate(2, PATIENT);
    const inside: string[] = [];
    const entered = ['a', 'b', 'c', 'd'].map((name) => entering(gate, inside, name));
    await settled();
    expect(inside).toEqual(['a', 'b']);
    (await entered[1])?.();
    await settled();
    expect(inside).toEqual(['a', 'b', 'c']);
    (await entered[0])?.();
    (await entered[2])?.();
    (await entered[3])?.();
    expect(inside).toEqual(['a', 'b', 'c', 'd']);
  });

  it('frees a place only once, however often it is left', async () => {
    const gate = new StartGate(1, PATIENT);
    const inside: string[] = [];
    const leave = await entering(gate, inside, 'a');
    leave();
    leave();
    const leaveB = await entering(gate, inside, 'b');
    const c = entering(gate, inside, 'c');
    await settled();
    expect(inside).toEqual(['a', 'b']);
    leaveB();
    (await c)();
  });

  it('does not wait for a slow start', async () => {
    const gate = new StartGate(1, 1);
    const inside: string[] = [];
    const leaveA = await entering(gate, inside, 'a');
    const leaveB = await entering(gate, inside, 'b');
    expect(inside).toEqual(['a', 'b']);
    leaveA();
    leaveB();
  });

  it('removes a turn that is stopped while it waits', async () => {
    const gate = new StartGate(1, PATIENT);
    const inside: string[] = [];
    const leave = await entering(gate, inside, 'a');
    const stopped = stop();
    const b = entering(gate, inside, 'b', stopped);
    const c = entering(gate, inside, 'c');
    stopped.end();
    await expect(b).rejects.toThrow(TurnStoppedError);
    leave();
    (await c)();
    expect(inside).toEqual(['a', 'c']);
  });

  it('passes on the place of a turn that is stopped as it is admitted', async () => {
    const gate = new StartGate(1, PATIENT);
    const inside: string[] = [];
    const leave = await entering(gate, inside, 'a');
    const stopped = stop();
    const b = entering(gate, inside, 'b', stopped);
    const c = entering(gate, inside, 'c');
    stopped.end();
    leave();
    await expect(b).rejects.toThrow(TurnStoppedError);
    (await c)();
    expect(inside).toEqual(['a', 'c']);
  });
});
