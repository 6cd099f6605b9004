import { describe, expect, it } from 'vitest';
import { execItem } from '../../../../src/app-server/turn/exec-item.js';
import { TurnEvents } from '../../../../src/app-server/turn/turn-events.js';

describe('an item of the app server in the form of exec', () => {
  it.each([
    [
      { type: 'agentMessage', id: 'm', text: '{}', phase: 'final_answer', memoryCitation: null },
      { id: 'm', type: 'agent_message', text: '{}', phase: 'final_answer' },
    ],
    [
      { type: 'agentMessage', id: 'm', text: '{}', phase: null },
      { id: 'm', type: 'agent_message', text: '{}' },
    ],
    [{ type: 'agentMessage' }, { type: 'agent_message', text: null }],
    [
      { type: 'reasoning', id: 'r', summary: ['a', 'b'], content: [] },
      { id: 'r', type: 'reasoning', text: 'a\nb' },
    ],
    [{ type: 'reasoning', id: 'r', summary: [] }, null],
    [
      {
        type: 'commandExecution',
        id: 'c',
        command: 'ls',
        aggregatedOutput: null,
        exitCode: 2,
        status: 'failed',
        cwd: '/',
      },
      {
        id: 'c',
        type: 'command_execution',
        command: 'ls',
        aggregated_output: '',
        exit_code: 2,
        status: 'failed',
      },
    ],
    [
      {
        type: 'fileChange',
        id: 'f',
        changes: [{ path: 'a', kind: { type: 'update', move_path: null }, diff: '' }],
        status: 'inProgress',
      },
      { id: 'f', type: 'file_change', changes: [{ path: 'a', kind: 'update' }], status: 'in_progress' },
    ],
    [
      {
        type: 'mcpToolCall',
        id: 't',
        server: 's',
        tool: 'echo',
        arguments: { a: 1 },
        status: 'completed',
        result: { content: [], structuredContent: null, _meta: null },
        error: null,
        durationMs: 3,
      },
      {
        id: 't',
        type: 'mcp_tool_call',
        server: 's',
        tool: 'echo',
        arguments: { a: 1 },
        result: { content: [], structured_content: null },
        error: null,
        status: 'completed',
      },
    ],
    [
      { type: 'webSearch', id: 'w', query: 'Ada', action: { type: 'search' } },
      { id: 'w', type: 'web_search', query: 'Ada', action: { type: 'search' } },
    ],
    [
      {
        type: 'collabAgentToolCall',
        id: 'a',
        tool: 'spawnAgent',
        status: 'inProgress',
        senderThreadId: 't',
        receiverThreadIds: [],
      },
      {
        id: 'a',
        type: 'collab_tool_call',
        tool: 'spawn_agent',
        status: 'in_progress',
        sender_thread_id: 't',
        receiver_thread_ids: [],
      },
    ],
    [
      { type: 'dynamicToolCall', id: 'd', tool: 'lookup', arguments: {}, status: 'failed', success: false },
      { id: 'd', type: 'dynamic_tool_call', tool: 'lookup', arguments: {}, status: 'failed', success: false },
    ],
    [
      { type: 'somethingNew', id: 'n', itsField: 1 },
      { id: 'n', type: 'something_new', its_field: 1 },
    ],
    [
      { type: 'toString', id: 'n' },
      { id: 'n', type: 'to_string' },
    ],
    [{ type: 'userMessage', id: 'u', content: [] }, null],
    [{ type: 'contextCompaction', id: 'u' }, null],
    [{ id: 'without a type' }, null],
    [{ type: 7 }, null],
  ])('%j', (item, expected) => {
    expect(execItem('item.completed', item)).toEqual(expected);
  });

  it('is not reported as started if exec reports it only when it is complete', () => {
    expect(execItem('item.started', { type: 'agentMessage', id: 'm', text: '' })).toBeNull();
    expect(execItem('item.started', { type: 'commandExecution', id: 'c' })).toMatchObject({
      exit_code: null,
    });
  });
});

describe('the notifications of a turn', () => {
  it('produce a plan that is started, updated and completed', () => {
    const events = new TurnEvents();
    const plan = (status: string) => ({ plan: [{ step: 'look', status }] });
    const item = (completed: boolean) => ({
      id: 'plan',
      type: 'todo_list',
      items: [{ text: 'look', completed }],
    });
    expect(events.of('turn/plan/updated', plan('inProgress'))).toEqual([
      { type: 'item.started', item: item(false) },
    ]);
    expect(events.of('turn/plan/updated', plan('completed'))).toEqual([
      { type: 'item.updated', item: item(true) },
    ]);
    expect(events.of('turn/completed', { turn: { status: 'completed' } })).toEqual([
      { type: 'item.completed', item: item(true) },
      { type: 'turn.completed', usage: {} },
    ]);
  });

  it('report a reconnect with the message of exec', () => {
    const error = { message: 'Reconnecting... 1/5', additionalDetails: 'stream disconnected' };
    expect(new TurnEvents().of('error', { error, willRetry: true })).toEqual([
      { type: 'error', message: 'Reconnecting... 1/5 (stream disconnected)' },
    ]);
  });

  it('end an interrupted turn with turn.failed', () => {
    expect(new TurnEvents().of('turn/completed', { turn: { status: 'interrupted', error: null } })).toEqual([
      { type: 'turn.failed', error: { message: 'The turn was interrupted.' } },
    ]);
  });

  it.each([{}, { turn: null }, { item: null }, { item: 5 }, { error: 'x' }, { tokenUsage: [] }, { plan: 3 }])(
    'may hold anything: %j',
    (params) => {
      const events = new TurnEvents();
      for (const method of [
        'item/started',
        'item/completed',
        'turn/plan/updated',
        'turn/completed',
        'error',
        'warning',
      ]) {
        expect(() => events.of(method, params)).not.toThrow();
      }
    },
  );
});
