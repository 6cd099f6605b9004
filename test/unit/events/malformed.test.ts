import { describe, expect, it } from 'vitest';
import { TurnAccumulator } from '../../../src/events/turn-accumulator.js';
import {
  message,
  notice,
  read,
  readBytes,
  readWatched,
  stream,
  turnCompleted,
  turnStarted,
} from './streams.js';

const odd = ['null', '5', '"x"', '[]', '{}', 'true', '{"message":5}', '{"__proto__":{"type":"error"}}'];
const types = ['thread.started', 'turn.completed', 'turn.failed', 'error', 'item.started', 'item.completed'];
const names = ['thread_id', 'usage', 'error', 'message', 'item'];

describe('events whose fields are not what they should be', () => {
  it.each(types)('never throw, and read the same watched or not: %s', (type) => {
    for (const name of names) {
      for (const value of odd) {
        const bytes = stream([turnStarted, `{"type":"${type}","${name}":${value}}`, `{"type":"${type}"}`]);
        expect(readBytes(bytes)).toEqual(readWatched(bytes));
        expect(readBytes(bytes).sawEvent).toBe(true);
      }
    }
  });

  it.each(['null', '5', '{}', '{"type":7}', '[]', '"x"'])(
    'may have been work where the item is %s',
    (value) => {
      const state = read([
        turnStarted,
        `{"type":"item.completed","item":${value}}`,
        message('x'),
        turnCompleted,
      ]);
      expect(state.sawWork).toBe(true);
      expect(state.toolCalls.total).toBe(0);
      expect(state.message?.text).toBe('x');
      expect(notice(state, 'unknown_event')?.excerpts).toEqual(['item.completed without a type of item']);
    },
  );

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', (name) => {
    const lines = [`{"type":"${name}"}`, `{"type":"item.completed","item":{"type":"${name}","${name}":1}}`];
    const state = read([
      turnStarted,
      ...lines,
      message('x'),
      `{"type":"turn.completed","usage":{"${name}":1}}`,
    ]);
    expect(notice(state, 'unknown_event')?.count).toBe(2);
    expect(state.message?.text).toBe('x');
    expect(Object.getPrototypeOf(state.usage)).toBe(Object.prototype);
  });

  it('may hold anything in a name that the prototype has', () => {
    const line = '{"__proto__":{"type":"turn.completed"},"item":{"__proto__":{"type":"agent_message"}}}';
    expect(notice(read([line]), 'unparsable_line')?.count).toBe(1);
  });

  it('may be nested as deep as a line is long', () => {
    const deep = `{"type":"item.completed","item":{"type":"reasoning","x":${'['.repeat(100_000)}`;
    expect(notice(read([deep, `${deep}${']'.repeat(100_000)}}}`]), 'unparsable_line')?.count).toBe(1);
  });
});

describe('an accumulator that is fed directly', () => {
  it('takes events and answers at any time', () => {
    const turn = new TurnAccumulator();
    turn.add({ type: 'thread.started', thread_id: 't' });
    turn.add({ type: 'turn.started' });
    turn.add({ type: 'item.completed', item: { type: 'agent_message', text: '1', phase: 'final_answer' } });
    expect(turn.state()).toMatchObject({ threadId: 't', message: { text: '1' }, terminal: null });
    turn.add({ type: 'turn.completed', usage: null });
    expect(turn.terminalSeen).toBe(true);
    expect(turn.state()).toMatchObject({ terminal: { type: 'turn.completed' }, format: 'current' });
  });
});
