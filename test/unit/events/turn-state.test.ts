import { describe, expect, it } from 'vitest';
import { TurnReader } from '../../../src/events/turn-reader.js';
import {
  command,
  error,
  item,
  message,
  notice,
  read,
  stream,
  threadStarted,
  turnCompleted,
  turnFailed,
  turnStarted,
} from './streams.js';

describe('the terminal event', () => {
  it('is the last one', () => {
    expect(read([turnStarted, turnCompleted, turnFailed('x')]).terminal).toEqual({
      type: 'turn.failed',
      error: { message: 'x' },
    });
    expect(read([turnStarted, turnFailed('x'), turnCompleted]).terminal).toEqual({ type: 'turn.completed' });
  });

  it('must come after the last turn.started', () => {
    expect(read([turnStarted, message('x'), turnCompleted, turnStarted]).terminal).toBeNull();
  });

  it('carries the error as it came', () => {
    expect(read(['{"type":"turn.failed","error":"boom"}']).terminal).toEqual({
      type: 'turn.failed',
      error: 'boom',
    });
    expect(read(['{"type":"turn.failed"}']).terminal).toEqual({ type: 'turn.failed', error: null });
  });

  it('is known as soon as its line is complete', () => {
    const reader = new TurnReader();
    reader.push(stream([turnStarted, message('x')]));
    expect(reader.terminalSeen).toBe(false);
    reader.push(stream([turnCompleted]).subarray(0, -1));
    expect(reader.terminalSeen).toBe(false);
    reader.push(stream(['']));
    expect(reader.terminalSeen).toBe(true);
    reader.push(stream([turnStarted]));
    expect(reader.terminalSeen).toBe(false);
  });
});

describe('error events', () => {
  it('decide only where no terminal event follows', () => {
    const survived = read([turnStarted, error('boom'), message('x'), turnCompleted]);
    expect(survived.trailingError).toBeNull();
    expect(survived.lastError).toBe('boom');
    expect(notice(survived, 'error_event')).toMatchObject({ count: 1, excerpts: ['boom'] });
    const trailing = read([turnStarted, message('x'), turnCompleted, error('late')]);
    expect(trailing.trailingError).toBe('late');
    expect(trailing.terminal).toEqual({ type: 'turn.completed' });
    expect(notice(trailing, 'error_event')).toBeUndefined();
  });

  it('are no news where turn.failed repeats them', () => {
    expect(read([turnStarted, error('boom'), turnFailed('boom')]).notices).toEqual([]);
    const other = read([turnStarted, error('first'), error('boom'), turnFailed('boom')]);
    expect(notice(other, 'error_event')).toMatchObject({ count: 1, excerpts: ['first'] });
    const reconnecting = error('Reconnecting... 1/1 (x)');
    const different = read([turnStarted, error('boom'), reconnecting, turnFailed('x')]);
    expect(notice(different, 'error_event')).toMatchObject({ count: 1, excerpts: ['boom'] });
    expect(notice(read([error('a'), turnCompleted, turnCompleted]), 'error_event')).toMatchObject({
      count: 1,
    });
  });

  it('are not taken back by a new turn', () => {
    const state = read([turnStarted, error('boom'), turnStarted, message('x')]);
    expect(state.trailingError).toBe('boom');
    expect(state.lastError).toBeNull();
  });

  it('that say codex reconnects are counted apart, and name no cause', () => {
    const lines = [
      error('stream lost'),
      error('Reconnecting... 1/5 (401)'),
      error('Reconnecting... 2/5 (401)'),
    ];
    const state = read([turnStarted, ...lines, turnFailed('x')]);
    expect(notice(state, 'reconnect')).toMatchObject({
      count: 2,
      excerpts: ['Reconnecting... 1/5 (401)', 'Reconnecting... 2/5 (401)'],
    });
    expect(state.lastError).toBe('stream lost');
    expect(read([turnStarted, error('Reconnecting... 5/5 (x)')]).trailingError).toBe(
      'Reconnecting... 5/5 (x)',
    );
  });

  it('without a message are there all the same', () => {
    expect(read(['{"type":"error"}']).trailingError).toBe('');
    expect(read(['{"type":"error","message":{"a":1}}']).trailingError).toBe('');
    expect(read(['{"type":"error","error":{"message":"deep"}}']).trailingError).toBe('deep');
    expect(read([error('cause'), '{"type":"error"}']).lastError).toBe('cause');
  });
});

describe('work and tool calls', () => {
  it('counts completed work, and what failed of it', () => {
    const state = read([
      turnStarted,
      command('in_progress', null),
      command('completed', 0),
      command('failed', 3),
      command('declined', null),
      item({ type: 'mcp_tool_call', status: 'failed', error: { message: 'user cancelled MCP tool call' } }),
      item({ type: 'web_search', query: 'q' }),
      item({ type: 'file_change', status: 'completed' }),
      item({ type: 'a_new_kind_of_call' }),
      turnCompleted,
    ]);
    expect(state.toolCalls).toEqual({ total: 7, failed: 3 });
    expect(state.sawWork).toBe(true);
    expect(notice(state, 'unknown_event')).toMatchObject({
      count: 1,
      excerpts: ['item.completed a_new_kind_of_call'],
    });
  });

  it('knows what only talks', () => {
    const talk = ['reasoning', 'todo_list', 'error', 'agent_message'].map((type) => item({ type }));
    const old = item({ item_type: 'assistant_message', text: 'x' });
    const state = read([turnStarted, ...talk, old, turnCompleted]);
    expect(state.sawWork).toBe(false);
    expect(state.toolCalls).toEqual({ total: 0, failed: 0 });
  });

  it('sees work that only started, in any turn', () => {
    expect(read([turnStarted, command('in_progress', null)]).sawWork).toBe(true);
    expect(read([turnStarted, command('completed', 0), turnCompleted, turnStarted]).sawWork).toBe(true);
  });
});

describe('the rest', () => {
  it('takes the thread from thread.started, or from session.created of codex 0.42', () => {
    expect(read([threadStarted]).threadId).toBe('t-1');
    expect(read(['{"type":"session.created","session_id":"s-1"}']).threadId).toBe('s-1');
    expect(read([threadStarted, '{"type":"thread.started","thread_id":7}']).threadId).toBe('t-1');
  });

  it('takes the usage of the last turn.completed, numbers only', () => {
    expect(read([turnCompleted]).usage).toEqual({ input_tokens: 10, output_tokens: 5 });
    expect(read(['{"type":"turn.completed","usage":{"input_tokens":"x","new_tokens":3}}']).usage).toEqual({
      new_tokens: 3,
    });
    for (const usage of ['null', '"x"', '[1]', '5']) {
      expect(read([turnCompleted, `{"type":"turn.completed","usage":${usage}}`]).usage).toBeNull();
    }
    expect(read([turnCompleted, '{"type":"turn.completed"}']).usage).toBeNull();
  });

  it('reports warnings of codex', () => {
    const warning = item({ type: 'error', message: 'Model metadata not found.' });
    expect(notice(read([warning, turnStarted, turnCompleted]), 'item_error')).toMatchObject({
      count: 1,
      excerpts: ['Model metadata not found.'],
    });
  });

  it('keeps the first three excerpts and counts on', () => {
    const warnings = Array.from({ length: 50 }, (_, index) => item({ type: 'error', message: `w${index}` }));
    expect(notice(read(warnings), 'item_error')).toMatchObject({ count: 50, excerpts: ['w0', 'w1', 'w2'] });
  });

  it('keeps unknown events and ignores them', () => {
    const reader = new TurnReader({ keepEvents: true });
    reader.push(stream([turnStarted, '{"type":"turn.sparkled","x":1}', message('x'), turnCompleted]));
    reader.end();
    expect(reader.events[1]).toEqual({ type: 'turn.sparkled', x: 1 });
    expect(reader.state().message?.text).toBe('x');
    expect(notice(reader.state(), 'unknown_event')).toMatchObject({ count: 1, excerpts: ['turn.sparkled'] });
  });

  it('hands over every event in order, old spellings under new names with the old ones beside', () => {
    const seen: unknown[] = [];
    const reader = new TurnReader({ onEvent: (event) => seen.push(event) });
    const old = '{"type":"item.completed","item":{"id":"1","item_type":"assistant_message","text":"{}"}}';
    reader.push(stream(['{"type":"session.created","session_id":"s"}', 'noise', old]));
    expect(seen).toEqual([
      { type: 'thread.started', thread_id: 's', session_id: 's' },
      {
        type: 'item.completed',
        item: { id: '1', item_type: 'assistant_message', type: 'agent_message', text: '{}' },
      },
    ]);
    expect(reader.events).toEqual([]);
  });

  it('is the empty state for the empty stream', () => {
    expect(read([])).toEqual({
      threadId: null,
      sawEvent: false,
      sawTurn: false,
      terminal: null,
      trailingError: null,
      lastError: null,
      message: null,
      otherMessages: [],
      messageDropped: false,
      usage: null,
      toolCalls: { total: 0, failed: 0 },
      sawWork: false,
      notices: [],
      format: 'current',
    });
  });
});
