import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModelCalls } from '../../../../src/agent/commands/model-calls.js';
import { ThreadRecord } from '../../../../src/agent/commands/thread-record.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'codex-structured-record-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function line(callId: string, args: object, type = 'response_item'): string {
  const call = {
    type: 'function_call',
    name: 'exec_command',
    call_id: callId,
    arguments: JSON.stringify(args),
  };
  return `${JSON.stringify({ timestamp: 't', type, payload: call })}\n`;
}

async function found(record: ThreadRecord, callId: string, calls = new ModelCalls()) {
  await record.readUntil(
    () => calls.has(callId),
    (item) => calls.add(item),
  );
  return calls.get(callId);
}

it('the record of a thread has what the model wrote since it was opened, even if half a line is read first', async () => {
  const path = join(folder, 'record.jsonl');
  writeFileSync(path, line('old', { cmd: 'old' }));
  const record = new ThreadRecord(path);
  appendFileSync(path, line('a', { cmd: 'é\u2028', sandbox_permissions: 'require_escalated' }));
  expect(await found(record, 'a')).toEqual({
    command: 'é\u2028',
    choosesShell: false,
    sandboxExit: 'escalated',
  });
  expect(await found(record, 'old')).toBeNull();
  const late = line('b', { cmd: 'b', login: true });
  appendFileSync(path, late.slice(0, 20));
  const waiting = found(record, 'b');
  appendFileSync(path, late.slice(20));
  expect(await waiting).toEqual({ command: 'b', choosesShell: true, sandboxExit: 'no' });
  appendFileSync(path, `{"function_call": broken\n${line('c', { cmd: 'c' }, 'event_msg')}`);
  expect(await found(record, 'c')).toBeNull();
});

it('a missing record has no calls', async () => {
  expect(await found(new ThreadRecord(join(folder, 'none.jsonl')), 'a')).toBeNull();
});

it.each([
  [{ cmd: 'x' }, 'no'],
  [{ cmd: 'x', sandbox_permissions: null, additional_permissions: null, tty: true }, 'no'],
  [{ cmd: 'x', sandbox_permissions: 'use_default', prefix_rule: ['x'], justification: 'y' }, 'no'],
  [{ cmd: 'x', sandbox_permissions: 'require_escalated' }, 'escalated'],
  [{ cmd: 'x', sandbox_permissions: 'with_additional_permissions' }, 'morePermissions'],
  [{ cmd: 'x', additional_permissions: { network: { enabled: true } } }, 'morePermissions'],
  [{ cmd: 'x', sandbox_permissions: 'something_new' }, 'unknown'],
  [{ cmd: 'x', with_escalated_permissions: true }, 'unknown'],
])('a call with %j leaves the sandbox: %s', (args, leaves) => {
  const calls = new ModelCalls();
  const call = { type: 'function_call', name: 'exec_command', call_id: 'a', arguments: JSON.stringify(args) };
  calls.add(call);
  expect(calls.get('a')?.sandboxExit).toBe(leaves);
  calls.add(call);
  expect(calls.get('a')).toBeNull();
});

it.each([['{'], ['[]'], ['{"cmd":1}'], ['{}']])('a call with the arguments %s is not known', (text) => {
  const calls = new ModelCalls();
  calls.add({ type: 'function_call', name: 'exec_command', call_id: 'a', arguments: text });
  expect(calls.get('a')).toBeNull();
});
