import { describe, expect, it } from 'vitest';
import { MAX_CANDIDATES, MAX_CANDIDATES_LENGTH } from '../../../src/events/turn-state.js';
import { command, error, item, message, read, turnCompleted, turnFailed, turnStarted } from './streams.js';

function chosen(...lines: string[]): string | null | undefined {
  return read(lines).message?.text;
}

describe('the message that answers a turn', () => {
  it('is the last completed one, not the first that looks right', () => {
    const state = read([
      turnStarted,
      message('{"a":1}'),
      command('completed', 0),
      message('{"a":2}'),
      turnCompleted,
    ]);
    expect(state.message).toEqual({ text: '{"a":2}', phase: null });
    expect(state.otherMessages).toEqual(['{"a":1}']);
  });

  it('is the last one also where it is prose', () => {
    expect(chosen(turnStarted, message('{"a":1}'), message('Done.'), turnCompleted)).toBe('Done.');
  });

  it('is the second copy after a reconnect', () => {
    expect(
      chosen(turnStarted, message('v1'), error('Reconnecting... 1/5 (x)'), message('v2'), turnCompleted),
    ).toBe('v2');
  });

  it('comes from the whole stream where no turn.started is', () => {
    expect(chosen(message('x'), turnCompleted)).toBe('x');
  });

  it('is never one of an earlier turn', () => {
    const state = read([turnStarted, message('old'), turnCompleted, turnStarted, turnCompleted]);
    expect(state.message).toBeNull();
    expect(state.otherMessages).toEqual([]);
  });

  it('is never one that came after the end of its turn', () => {
    const state = read([turnStarted, message('x'), turnCompleted, message('late')]);
    expect(state.message?.text).toBe('x');
    expect(state.otherMessages).toEqual([]);
    expect(read([turnStarted, turnFailed('no'), message('late')]).message).toBeNull();
  });

  it('is the last one before the last terminal event, also if it came after an earlier one', () => {
    expect(chosen(turnStarted, turnFailed('no'), message('late'), turnCompleted)).toBe('late');
    expect(chosen(turnStarted, message('x'), turnFailed('no'), turnCompleted)).toBe('x');
    const state = read([
      turnStarted,
      message('x'),
      turnCompleted,
      message('y'),
      turnCompleted,
      message('after the end'),
    ]);
    expect(state.message?.text).toBe('y');
    expect(state.otherMessages).toEqual(['x']);
  });

  it('is in doubt if a message before the last terminal event was lost', () => {
    const lost = message('x'.repeat(500));
    const options = { maxLineBytes: 300 };
    expect(read([turnStarted, turnFailed('no'), lost, turnCompleted], options).messageDropped).toBe(true);
    expect(read([turnStarted, message('x'), turnCompleted, lost], options).messageDropped).toBe(false);
  });

  it('is never one that was only started or updated', () => {
    const started = item({ type: 'agent_message', text: '{}' }, 'started');
    const updated = item({ type: 'agent_message', text: '{}' }, 'updated');
    expect(read([turnStarted, started, updated, turnCompleted]).message).toBeNull();
  });

  it.each([[null], [undefined], [5], [{}], [['{}']]])(
    'has text null where the text is %j, and still is the last',
    (text) => {
      const state = read([turnStarted, message('{"a":1}'), message(text), turnCompleted]);
      expect(state.message).toEqual({ text: null, phase: null });
      expect(state.otherMessages).toEqual(['{"a":1}']);
    },
  );

  it('is read under the names that codex used before', () => {
    const old = '{"type":"item.completed","item":{"id":"1","item_type":"assistant_message","text":"{}"}}';
    const older = '{"type":"item.completed","item":{"id":"1","type":"assistant_message","text":"{}"}}';
    expect(chosen(old, turnCompleted)).toBe('{}');
    expect(chosen(older, turnCompleted)).toBe('{}');
  });
});

describe('phases', () => {
  it('a final message beats a later one without a phase', () => {
    const state = read([turnStarted, message('final', 'final_answer'), message('prose'), turnCompleted]);
    expect(state.message).toEqual({ text: 'final', phase: 'final_answer' });
    expect(state.otherMessages).toEqual(['prose']);
  });

  it('a later final message beats an earlier one', () => {
    const lines = [message('1', 'final_answer'), message('2'), message('3', 'final_answer')];
    const state = read([turnStarted, ...lines, turnCompleted]);
    expect(state.message?.text).toBe('3');
    expect(state.otherMessages).toEqual(['1', '2']);
  });

  it.each(['commentary', 'analysis', ''])('a message of phase "%s" is never chosen', (phase) => {
    const alone = read([turnStarted, message('{"a":1}', phase), turnCompleted]);
    expect(alone.message).toBeNull();
    expect(alone.otherMessages).toEqual(['{"a":1}']);
    expect(chosen(turnStarted, message('x'), message('y', phase), turnCompleted)).toBe('x');
    expect(chosen(turnStarted, message('f', 'final_answer'), message('y', phase), turnCompleted)).toBe('f');
  });

  it('start anew with every turn', () => {
    const first = [turnStarted, message('f', 'final_answer'), turnCompleted];
    expect(chosen(...first, turnStarted, message('plain'), turnCompleted)).toBe('plain');
  });
});

describe('the other messages', () => {
  it('are the last few', () => {
    const many = Array.from({ length: MAX_CANDIDATES + 10 }, (_, index) => message(`m${index}`));
    const { otherMessages, message: last } = read([turnStarted, ...many, turnCompleted]);
    expect(last?.text).toBe(`m${MAX_CANDIDATES + 9}`);
    expect(otherMessages).toHaveLength(MAX_CANDIDATES);
    expect(otherMessages[0]).toBe('m9');
    expect(otherMessages.at(-1)).toBe(`m${MAX_CANDIDATES + 8}`);
  });

  it('are bounded together, the newest kept', () => {
    const half = 'x'.repeat(MAX_CANDIDATES_LENGTH / 2);
    const tooLong = 'y'.repeat(MAX_CANDIDATES_LENGTH + 1);
    const texts = [`${half.slice(1)}1`, `${half.slice(1)}2`, tooLong, 'small', 'answer'];
    const { otherMessages } = read([turnStarted, ...texts.map((text) => message(text)), turnCompleted]);
    expect(otherMessages.map((text) => text.slice(-5))).toEqual(['xxxx2', 'small']);
  });
});
