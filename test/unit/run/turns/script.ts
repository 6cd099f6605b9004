import { exec } from '../../../../src/codex/builders.js';
import type { Command } from '../../../../src/codex/command.js';
import { runSource } from '../../../../src/run/run.js';
import type { RunOptions } from '../../../../src/run/run-options.js';
import {
  createScriptedTransport,
  type Script,
  type ScriptedTurn,
} from '../../../../src/transports/scripted.js';
import { FakeClock } from './fake-time-source.js';

export const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
} as const;

export const ADA = { name: 'Ada', age: 36 };

const STARTED = [{ type: 'thread.started', thread_id: 't' }, { type: 'turn.started' }] as const;
const USAGE = { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 };

/** One command, which failed unless the exit code is 0. */
export function command(exitCode: number) {
  const item = {
    id: 'c',
    type: 'command_execution',
    command: 'ls',
    exit_code: exitCode,
    status: 'completed',
  };
  return { type: 'item.completed', item };
}

/** A turn that succeeds; without text, it has no message. */
export function answers(answer: unknown, ...items: readonly object[]): ScriptedTurn {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const message = { type: 'item.completed', item: { id: 'm', type: 'agent_message', text } };
  const messages = answer === null ? [] : [message];
  const events = [...STARTED, ...items, ...messages, { type: 'turn.completed', usage: USAGE }];
  return { stdout: lines(events), durationMs: 10 };
}

export function fails(message: string, ...items: readonly object[]): ScriptedTurn {
  const events = [...STARTED, ...items, { type: 'turn.failed', error: { message } }];
  return { stdout: lines(events), exitCode: 1, durationMs: 10 };
}

function lines(events: readonly unknown[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

export interface Played {
  readonly scripts: readonly [Script, ...Script[]];
  readonly options?: RunOptions;
  readonly clock?: FakeClock;
  readonly command?: Command;
}

/** Runs a script with its own time source. */
export async function play({
  scripts,
  options = {},
  clock = new FakeClock(),
  command = exec('Who?'),
}: Played) {
  const transport = createScriptedTransport(...scripts);
  const source = { kind: 'value', value: SCHEMA } as const;
  const outcome = await runSource(command, source, { ...options, transport }, { time: clock });
  const asked = transport.requests.map((request) => request.command);
  return { outcome, asked, requests: transport.requests, waits: clock.waits };
}

/** Returns the attempts of an outcome. */
export function attempts(outcome: object): readonly object[] {
  return (outcome as { detail: { attempts: readonly object[] } }).detail.attempts;
}
