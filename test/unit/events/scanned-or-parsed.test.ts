import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { EventScanner } from '../../../src/events/event-scanner.js';
import {
  command,
  item,
  message,
  readBytes,
  readWatched,
  stream,
  turnCompleted,
  turnStarted,
} from './streams.js';

/** Whether the scanner takes the line, so that it is not parsed. */
function isScanned(line: string): boolean {
  return new EventScanner().scan(Buffer.from(`${line}\n`), 0) === Buffer.byteLength(line);
}

const work = '"type":"item.completed","item":{"id":"1","type":"command_execution"';

describe('a line need not be parsed', () => {
  it.each([
    ['the output of a command', command('completed', 0, 'a\n"b"\\ é 😀 \u0001\ud800')],
    ['a failed command', command('failed', 127)],
    ['a command that starts', command('in_progress', null)],
    ['a to-do list', item({ type: 'todo_list', items: [{ text: 'x', completed: false }] }, 'updated')],
    ['a message under way', item({ type: 'agent_message', text: 'x' }, 'updated')],
    ['an unknown item', item({ type: 'x_call', deep: { status: 'failed', type: ['agent_message'] } })],
    ['an unknown event', '{"type":"message.delta","delta":"x","item":{"type":"x"}}'],
    ['an old name', item({ item_type: 'command_execution', status: 'failed' })],
    ['a status twice', `{${work},"status":"failed","status":"completed"}}`],
    ['an exit code twice', `{${work},"exit_code":1,"exit_code":0}}`],
    ['an exit code that ends as none', `{${work},"exit_code":1,"exit_code":"x"}}`],
    [
      'a type twice',
      '{"type":"item.started","type":"item.completed","item":{"type":"x","type":"reasoning"}}',
    ],
    ['space everywhere', ' {\t"type" : "item.started" , "item" : { "type" : "x" } } \r'],
  ])('where it is %s', (_, line) => {
    expect(isScanned(line)).toBe(true);
    expectTheSameStateEitherWay(line);
  });

  it.each([
    ['its content matters', message('x')],
    [
      'its content matters, with its type last',
      '{"item":{"text":"x","type":"agent_message"},"type":"item.completed"}',
    ],
    ['it is a warning', item({ type: 'error', message: 'x' })],
    ['it decides', turnCompleted],
    ['its type comes twice', `{${work}},"type":"turn.failed"}`],
    ['its item comes twice', `{${work}},"item":{"type":"agent_message","text":"x"}}`],
    ['the type of its item comes twice', `{${work},"type":"agent_message","text":"x"}}`],
    ['its item comes twice, of one type', `{${work},"status":"failed"},"item":{"type":"command_execution"}}`],
    ['its status is no string', `{${work},"status":{"type":"x"}}}`],
    ['its status is escaped', `{${work},"status":"f\\u0061iled"}}`],
    ['a name in it is escaped', `{${work},"st\\u0061tus":"failed"}}`],
    ['the name of a type is escaped', `{${work}},"typ\\u0065":"turn.failed"}`],
    ['its type is escaped', '{"type":"turn.f\\u0061iled"}'],
    ['its type is not ASCII', '{"type":"é"}'],
    ['its item is an array', '{"type":"item.completed","item":[{"type":"command_execution"}]}'],
    ['its item is empty', '{"type":"item.completed","item":{}}'],
    ['it has no type', '{"item":{"type":"command_execution"}}'],
    ['it is cut short', `{${work}}`],
    ['something follows', `{${work}}} {}`],
    ['a comma is too many', `{${work},}}`],
    ['it is not JSON inside', `{${work},"x":[1,]}}`],
  ])('but it must where %s', (_, line) => {
    expect(isScanned(line)).toBe(false);
    expectTheSameStateEitherWay(line);
  });

  it('but it must where it is not UTF-8', () => {
    const broken = Buffer.from(command('failed', 1, 'ÿ'), 'latin1');
    expectTheSameStateEitherWay(broken);
    const state = readBytes(stream([turnStarted, broken]));
    expect(state.sawWork).toBe(false);
    expect(state.notices.map(({ kind }) => kind)).toEqual(['unparsable_line']);
  });
});

function expectTheSameStateEitherWay(line: string | Buffer): void {
  const bytes = stream([turnStarted, message('first'), line, turnCompleted]);
  expect(readBytes(bytes)).toEqual(readWatched(bytes));
}
