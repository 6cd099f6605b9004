import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { TurnReader } from '../../../src/events/turn-reader.js';
import {
  command,
  error,
  item,
  message,
  notice,
  read,
  readBytes,
  stream,
  threadStarted,
  turnCompleted,
  turnFailed,
  turnStarted,
} from './streams.js';

const maxLineBytes = 300;
const long = 'x'.repeat(1000);
const longMessage = message(long);

function readShort(...lines: string[]) {
  return read(lines, { maxLineBytes });
}

describe('a line over the limit', () => {
  it('is dropped with a notice that shows its head', () => {
    const state = readShort(turnStarted, command('completed', 0, long), message('x'), turnCompleted);
    const dropped = notice(state, 'oversized_line');
    expect(dropped?.count).toBe(1);
    expect(dropped?.excerpts[0]).toMatch(
      /^\{"type":"item\.completed","item":\{"id":"item_1","type":"command_exec/,
    );
    expect(dropped?.excerpts[0]?.length).toBeLessThanOrEqual(200);
    expect(dropped?.message).toContain('300 bytes');
  });

  it('still counts as work where it is work, and does no harm', () => {
    const state = readShort(turnStarted, message('x'), command('completed', 0, long), turnCompleted);
    expect(state.messageDropped).toBe(false);
    expect(state.sawWork).toBe(true);
    expect(state.toolCalls).toEqual({ total: 1, failed: 0 });
  });

  it.each([
    ['a message', longMessage],
    ['a message under its old name', item({ item_type: 'assistant_message', text: long })],
    ['an item whose type is not in sight', item({ text: long, type: 'reasoning' })],
    ['an event whose type is not in sight', `{"x":"${long}","type":"turn.failed"}`],
    ['a failure', turnFailed(long)],
    ['an error', error(long)],
    ['the beginning of an object', `{${long}`],
  ])('makes the message of its turn doubtful where it may have decided it: %s', (_, line) => {
    const state = readShort(turnStarted, message('interim'), line, turnCompleted);
    expect(state.messageDropped).toBe(true);
    expect(state.message?.text).toBe('interim');
  });

  it.each([
    ['prose', long],
    ['an array', `["${long}"]`],
    ['reasoning', item({ type: 'reasoning', text: long })],
    ['a message that only started', item({ type: 'agent_message', text: long }, 'started')],
    ['a warning', item({ type: 'error', message: long })],
    ['an unknown event', `{"type":"message.delta","text":"${long}"}`],
    ['an item behind an escape', `\u001b[0m${item({ type: 'reasoning', text: long })}`],
  ])('does not where it cannot have: %s', (_, line) => {
    const state = readShort(turnStarted, message('x'), line, turnCompleted);
    expect(state.messageDropped).toBe(false);
    expect(state.message?.text).toBe('x');
    expect(notice(state, 'oversized_line')?.count).toBe(1);
  });

  it('is forgiven by a later message of its turn', () => {
    expect(readShort(turnStarted, longMessage, message('x'), turnCompleted).messageDropped).toBe(false);
  });

  it('is forgiven by a later message only where that one surely wins', () => {
    const final = message('f', 'final_answer');
    const comment = message('c', 'commentary');
    expect(readShort(turnStarted, longMessage, comment, turnCompleted).messageDropped).toBe(true);
    expect(readShort(turnStarted, comment, longMessage, message('x'), turnCompleted).messageDropped).toBe(
      true,
    );
    expect(readShort(turnStarted, comment, longMessage, final, turnCompleted).messageDropped).toBe(false);
  });

  it('is forgotten with its turn', () => {
    const lines = [turnStarted, longMessage, turnCompleted, turnStarted, message('x'), turnCompleted];
    expect(readShort(...lines).messageDropped).toBe(false);
  });

  it('is no message of a turn that had ended, but may be news of another kind', () => {
    expect(readShort(turnStarted, message('x'), turnCompleted, longMessage).messageDropped).toBe(false);
    expect(readShort(turnStarted, message('x'), turnCompleted, error(long)).messageDropped).toBe(true);
  });

  it('may have been work where nobody knows what it was', () => {
    expect(readShort(turnStarted, `{${long}`).sawWork).toBe(true);
    expect(readShort(turnStarted, longMessage).sawWork).toBe(false);
  });
});

describe('the limit', () => {
  const line = message('x');

  it('is of the line without its line feed', () => {
    for (const bytes of [stream([line]), Buffer.from(line)]) {
      expect(readBytes(bytes, { maxLineBytes: line.length }).notices).toEqual([]);
      expect(notice(readBytes(bytes, { maxLineBytes: line.length - 1 }), 'oversized_line')?.count).toBe(1);
    }
  });

  it('gives the same state however the bytes are cut', () => {
    const lines = [
      threadStarted,
      turnStarted,
      longMessage,
      command('failed', 1, long),
      turnCompleted,
      `{${long}`,
    ];
    const bytes = stream(lines);
    const whole = readBytes(bytes, { maxLineBytes });
    for (const size of [1, 7, 299, 300, 301, 1024]) {
      const reader = new TurnReader({ maxLineBytes });
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      reader.end();
      expect(reader.state()).toEqual(whole);
    }
  });

  it('bounds memory for a line that never ends', () => {
    const reader = new TurnReader({ maxLineBytes: 1024 * 1024 });
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 200; count += 1) reader.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    reader.push(stream(['', turnStarted, message('x'), turnCompleted]));
    expect(reader.state().message?.text).toBe('x');
  });

  it('is 64 MiB where none is given', () => {
    const reader = new TurnReader();
    const chunk = Buffer.alloc(16 * 1024 * 1024, 'x');
    for (let count = 0; count < 4; count += 1) reader.push(chunk);
    expect(reader.state().notices).toEqual([]);
    reader.push(Buffer.from('x'));
    expect(notice(reader.state(), 'oversized_line')?.count).toBe(1);
  });
});

describe('a lost line that may have ended the turn', () => {
  const message = '{"type":"item.completed","item":{"type":"agent_message","text":"{}"}}';
  const long = `"error":{"message":"${'x'.repeat(400)}"}`;
  it.each([
    ['a terminal event', `{"type":"turn.completed",${long}}`],
    ['an event that nobody knows', `{${long},"type":"turn.completed"}`],
  ])('%s leaves later messages in doubt, until another turn starts', (_, lost) => {
    const reader = new TurnReader({ maxLineBytes: 300 });
    reader.push(
      Buffer.from(['{"type":"turn.started"}', lost, message, '{"type":"turn.completed"}', ''].join('\n')),
    );
    expect(reader.state().messageDropped).toBe(true);
    reader.push(
      Buffer.from(['{"type":"turn.started"}', message, '{"type":"turn.completed"}', ''].join('\n')),
    );
    expect(reader.state()).toMatchObject({ messageDropped: false, message: { text: '{}' } });
  });
});
