import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import {
  message,
  notice,
  read,
  readBytes,
  stream,
  threadStarted,
  turnCompleted,
  turnStarted,
} from './streams.js';

const good = [threadStarted, turnStarted, message('{"a":1}'), turnCompleted];

describe('what stands before a line', () => {
  it.each([
    ['a byte order mark', '\ufeff'],
    ['a mark and an escape', '\ufeff\u001b[?2004h'],
    ['an escape and a mark', '\u001b[?2004h\ufeff'],
  ])('is taken off before the stream: %s', (_, noise) => {
    const state = readBytes(Buffer.concat([Buffer.from(noise), stream(good)]));
    expect(state.threadId).toBe('t-1');
    expect(state.notices).toEqual([]);
  });

  it.each([
    ['CSI', '\u001b[?2004h'],
    ['two CSI', '\u001b[0m\u001b[1;31m'],
    ['OSC ended by BEL', '\u001b]0;title {"a":1}\u0007'],
    ['OSC ended by ST', '\u001b]8;;http://x\u001b\\'],
    ['DCS', '\u001bP1$r0m\u001b\\'],
    ['charset', '\u001b(B'],
    ['one letter', '\u001b7'],
    ['control characters', '\r\b\u0007 \t'],
    ['a stray ESC', '\u001b'],
  ])('is taken off where it is a terminal escape: %s', (_, sequence) => {
    const state = read(good.map((line) => sequence + line));
    expect(state.message?.text).toBe('{"a":1}');
    expect(state.terminal).toEqual({ type: 'turn.completed' });
    expect(state.notices).toEqual([]);
  });

  it('is no excuse for a mark in the middle of the stream', () => {
    const state = read([turnStarted, `\ufeff${turnCompleted}`]);
    expect(state.terminal).toBeNull();
    expect(notice(state, 'unparsable_line')).toMatchObject({ count: 1 });
  });
});

describe('lines that are no event', () => {
  it.each([
    ['prose', 'Reading additional input from stdin...'],
    ['a scalar', '5'],
    ['an array', '[{"type":"turn.failed"}]'],
    ['null', 'null'],
    ['an object without a type', '{"a":1}'],
    ['a type that is no string', '{"type":5}'],
    ['two events glued', turnStarted + turnCompleted],
    ['an event cut short', '{"type":"turn.failed","error":{"mess'],
    ['a raw control character in a string', '{"type":"turn.failed","x":"\u0001"}'],
    ['an escape alone', '\u001b[?2004h'],
    ['an escape without end', '\u001b]0;title'],
    ['text behind the event', `${turnCompleted} ok`],
    ['a comment', `${turnCompleted} // done`],
    ['bytes that are not UTF-8', Buffer.from('{"type":"turn.failed","x":"\xff"}', 'latin1')],
    ['UTF-16', Buffer.from(turnCompleted, 'utf16le')],
    [
      'an encoded surrogate',
      Buffer.concat([Buffer.from('{"type":"a'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
  ])('are counted and otherwise ignored: %s', (_, noise) => {
    const state = read([...good.slice(0, 3), noise, turnCompleted]);
    expect(notice(state, 'unparsable_line')).toMatchObject({ count: 1 });
    expect({ ...state, notices: [] }).toEqual(read(good));
  });

  it('count one by one where an event is broken over lines', () => {
    const broken = '{"type":"item.completed","item":{"type":"mcp_tool_call","text":"a\nb"}}'.split('\n');
    expect(notice(read([...good.slice(0, 2), ...broken, ...good.slice(2)]), 'unparsable_line')).toMatchObject(
      {
        count: 2,
      },
    );
  });

  it('show the beginning, made harmless', () => {
    const { excerpts } = notice(read(['\u001b[2Jx\u0007\u202e\u0085 no']), 'unparsable_line') ?? {
      excerpts: [],
    };
    expect(excerpts).toEqual(['\\x1b[2Jx\\x07\\u202e\\x85 no']);
    const long =
      notice(read([`${'x'.repeat(198)}😀😀😀`, 'y'.repeat(100_000)]), 'unparsable_line')?.excerpts ?? [];
    expect(long).toEqual([`${'x'.repeat(198)}…`, `${'y'.repeat(199)}…`]);
  });

  it('are nothing where they are blank', () => {
    expect(read(['', ' ', '\r', ...good, '\t', ''])).toEqual(read(good));
  });
});

describe('line ends', () => {
  it('may be CR LF', () => {
    expect(read(good.map((line) => `${line}\r`))).toEqual(read(good));
  });

  it('are line feeds alone: not CR, not U+2028, U+2029, U+0085', () => {
    const text = '{"a":"x\u2028y\u2029z\u0085"}';
    expect(read([turnStarted, message(text), turnCompleted]).message?.text).toBe(text);
    const byReturns = readBytes(Buffer.from(good.join('\r')));
    expect(notice(byReturns, 'unparsable_line')).toMatchObject({ count: 1 });
  });

  it('may be missing at the end of the stream', () => {
    expect(readBytes(stream(good).subarray(0, -1))).toEqual(read(good));
  });
});

describe('the oldest shape', () => {
  const oldest = [
    '{"id":"0","msg":{"type":"task_started"}}',
    '{"id":"1","msg":{"type":"agent_message","message":"{}"}}',
    '{"id":"1","msg":{"type":"task_complete","last_agent_message":"{}"}}',
  ];

  it('is recognised, and not read', () => {
    const state = read(['{"model":"o3","sandbox":"read-only"}', '{"prompt":"hi"}', ...oldest]);
    expect(state).toMatchObject({ format: 'oldest', sawEvent: true, message: null, terminal: null });
  });

  it('does not make a stream of today old', () => {
    expect(read([oldest[0] ?? '', ...good]).format).toBe('current');
    expect(read([...good, oldest[0] ?? '']).format).toBe('current');
  });
});
