import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../../src/batch/report/html-timeline.js';
import type { ThreadEvent } from '../../../../src/events/event.js';
import { EVENTS } from './sample-results.js';

const same = (text: string) => text;
const short = (events: readonly ThreadEvent[]) =>
  buildTimeline(events, same).map(({ what, label, title, body, status, failed }) =>
    [what, label, title, body, status, failed ? 'failed' : ''].filter(Boolean).join(' | '),
  );

describe('the timeline of a task', () => {
  it('tells each step once, in words', () => {
    expect(short(EVENTS)).toEqual([
      'turn | thread | 0190-thread',
      'turn | turn started',
      'thought | reasoning | I should look at the tests first.',
      "work | command | bash -lc 'npm test' | FAIL src/parse.test.ts\n  expected 4, got 5 | exit 1 | failed",
      'work | file change | {\n  "changes": [\n    {\n      "path": "src/parse.ts",\n      "kind": "update"\n    }\n  ]\n}',
      'trouble | error | Reconnecting... 1/5 | failed',
      'message | message | {"name":"Ada"}',
      'turn | turn completed | 1,200 tokens in, 40 tokens out',
    ]);
  });

  it('keeps items of different turns apart, which codex counts anew', () => {
    const turn = (text: string): ThreadEvent[] => [
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text } },
    ];
    expect(short([...turn('one'), ...turn('two')]).filter((line) => line.startsWith('message'))).toEqual([
      'message | message | one',
      'message | message | two',
    ]);
  });

  it('shows what began and never ended', () => {
    const item = { id: 'i', type: 'command_execution', command: 'sleep 999' };
    expect(short([{ type: 'item.started', item }])).toEqual(['work | command | sleep 999 | never completed']);
  });

  it('takes anything that a stream may hold', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    const events = [
      { type: 'x.new', payload: { a: 1 } },
      { type: 'item.completed' },
      { type: 'item.completed', item: null },
      { type: 'item.completed', item: { type: 'hologram', id: 5, shape: 'cube' } },
      { type: 'item.completed', item: { type: 'agent_message', text: { not: 'text' } } },
      { type: 'turn.failed', error: 'no object' },
      { type: 'turn.completed', usage: null },
      { type: 'deep', deep },
    ] as unknown as ThreadEvent[];
    expect(short(events)).toEqual([
      'turn | x.new | {\n  "payload": {\n    "a": 1\n  }\n}',
      'turn | item.completed',
      'turn | item.completed | {\n  "item": null\n}',
      'work | hologram | {\n  "shape": "cube"\n}',
      'message | message',
      'trouble | turn failed | failed',
      'turn | turn completed',
      'turn | deep | nested too deeply to be shown',
    ]);
  });
});
