import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTIFICATIONS } from '../../../../src/app-server/protocol/methods.js';
import { TurnTracker } from '../../../../src/app-server/turn/turn-tracker.js';
import { TurnAccumulator } from '../../../../src/events/turn-accumulator.js';

const QUIET = { keepEvents: true };

function tracker(): TurnTracker {
  const tracked = new TurnTracker('t', QUIET, 1000);
  tracked.emitStart();
  return tracked;
}

const message = (text: string, phase: string | null = null) => ({
  turnId: 'u',
  item: { type: 'agentMessage', id: text, text, phase },
});
const end = (items: unknown[] = [], status = 'completed') => ({
  turn: { id: 'u', status, items, error: null },
});

describe('the message of a turn', () => {
  it('is the final one, also if codex lists a later one without a phase with the end', () => {
    const tracked = tracker();
    tracked.started('u');
    tracked.take(NOTIFICATIONS.itemCompleted, message('"final"', 'final_answer'));
    tracked.take(NOTIFICATIONS.itemCompleted, message('"no phase"'));
    tracked.take(
      NOTIFICATIONS.turnCompleted,
      end([{ type: 'agentMessage', text: '"no phase"', phase: null }]),
    );
    expect(tracked.state()).toMatchObject({ message: { text: '"final"' }, otherMessages: ['"no phase"'] });
  });

  it('is the last one if codex lists none', () => {
    const tracked = tracker();
    tracked.started('u');
    tracked.take(NOTIFICATIONS.itemCompleted, message('1'));
    tracked.take(NOTIFICATIONS.itemCompleted, message('2', 'commentary'));
    tracked.take(NOTIFICATIONS.turnCompleted, end());
    expect(tracked.state()).toMatchObject({ message: { text: '1' }, otherMessages: ['2'] });
  });

  it('is known even if its own line was too long', () => {
    const tracked = tracker();
    tracked.started('u');
    tracked.oversized(Buffer.from('{"method":"item/completed","params":{"item":{"type":"agentMessage"'));
    tracked.take(NOTIFICATIONS.turnCompleted, end([{ type: 'agentMessage', text: '{}', phase: null }]));
    expect(tracked.state()).toMatchObject({ message: { text: '{}' }, messageDropped: false });
    // The same events give the same answer when they are decoded.
    const accumulator = new TurnAccumulator();
    for (const event of tracked.events) accumulator.add(event);
    expect(accumulator.state().message).toEqual(tracked.state().message);
  });

  it('is in doubt if a message was lost that may have been the final one', () => {
    const tracked = tracker();
    tracked.started('u');
    tracked.take(NOTIFICATIONS.itemCompleted, message('thinking', 'commentary'));
    tracked.oversized(Buffer.from('{"method":"item/completed","params":{"item":{"type":"agentMessage"'));
    tracked.take(NOTIFICATIONS.itemCompleted, message('{}'));
    tracked.take(NOTIFICATIONS.turnCompleted, end([{ type: 'agentMessage', text: '{}', phase: null }]));
    expect(tracked.state()).toMatchObject({ message: { text: '{}' }, messageDropped: true });
  });

  it('may arrive before the response with the turn id', async () => {
    const tracked = tracker();
    tracked.take(NOTIFICATIONS.itemCompleted, message('1'));
    tracked.take(NOTIFICATIONS.itemCompleted, { ...message('another turn'), turnId: 'v' });
    tracked.take(NOTIFICATIONS.turnCompleted, end());
    expect(tracked.state().terminal).toBeNull();
    tracked.started('u');
    await tracked.ended;
    expect(tracked.state()).toMatchObject({
      terminal: { type: 'turn.completed' },
      message: { text: '1' },
      otherMessages: [],
    });
  });
});

it('ignores notifications after the end of the turn', () => {
  const tracked = tracker();
  tracked.started('u');
  tracked.take(NOTIFICATIONS.turnCompleted, end());
  const before = tracked.events.length;
  tracked.take(NOTIFICATIONS.itemCompleted, message('late'));
  tracked.take(NOTIFICATIONS.turnCompleted, end([], 'failed'));
  expect(tracked.events).toHaveLength(before);
  expect(tracked.state()).toMatchObject({ message: null, terminal: { type: 'turn.completed' } });
});

it('ignores the end of another turn on a line that is too long', () => {
  const tracked = tracker();
  tracked.started('u');
  tracked.oversized(
    Buffer.from('{"method":"turn/completed","params":{"threadId":"t","turn":{"id":"v","items":["'),
  );
  expect(tracked.terminalSeen).toBe(false);
});

it('never throws for a notification', () => {
  const method = fc.oneof(fc.constantFrom(...Object.values(NOTIFICATIONS)), fc.string());
  const params = fc.dictionary(
    fc.constantFrom('turnId', 'turn', 'item', 'error', 'tokenUsage', 'plan', 'message', 'willRetry'),
    fc.oneof(
      fc.constantFrom('u', 'v'),
      fc.jsonValue(),
      fc.record(
        {
          type: fc.constantFrom('agentMessage', 'fileChange', 'reasoning', 'mcpToolCall'),
          text: fc.jsonValue(),
          changes: fc.jsonValue(),
          summary: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(method, params)), (notifications) => {
      const tracked = tracker();
      tracked.started('u');
      for (const [name, fields] of notifications) tracked.take(name, { turnId: 'u', ...fields });
      expect(() => tracked.state()).not.toThrow();
    }),
  );
});
