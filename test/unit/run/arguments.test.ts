import { describe, expect, it } from 'vitest';
import { Agent, functionTool } from '../../../src/agent/index.js';
import { runBatch } from '../../../src/batch/index.js';
import { createOutputSchemaBridge, startResponsesBridge } from '../../../src/bridges/index.js';
import {
  compileSchema,
  decode,
  doctor,
  exec,
  fork,
  resume,
  review,
  run,
  runOrThrow,
  stream,
} from '../../../src/index.js';
import { createAppServerTransport, openAppServer } from '../../../src/run/threads/index.js';
import { createScriptedTransport } from '../../../src/testing.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };
/** These tests are about callers without types. */
// biome-ignore lint/suspicious/noExplicitAny: any value may be given.
type Anything = any;

/** Counts the turns that were started, of which there must be none. */
function counted() {
  const transport = createScriptedTransport({ stdout: [] });
  return { transport, started: () => transport.requests.length };
}

const { transport, started } = counted();

/** Calls with options, each as its caller writes it. */
const CALLS: Readonly<Record<string, (options: Anything) => unknown>> = {
  'exec()': (options) => exec('hi', options),
  'resume()': (options) => resume('t-1', 'hi', options),
  'fork()': (options) => fork('t-1', 'hi', options),
  'review()': (options) => review({ kind: 'uncommitted' }, options),
  'run()': (options) => run(exec('hi'), SCHEMA, given(options)),
  'stream()': (options) => stream(exec('hi'), SCHEMA, given(options)),
  'decode()': (options) => decode('', options),
  'compileSchema()': (options) => compileSchema(SCHEMA, options),
  'runBatch()': (options) => runBatch(['hi'], SCHEMA, given(options)),
  'openAppServer()': (options) => openAppServer(options),
  'startThread()': (options) => openAppServer().startThread(options),
  'resumeThread()': (options) => openAppServer().resumeThread('t-1', options),
  'forkThread()': (options) => openAppServer().forkThread('t-1', options),
  'turn()': (options) => openAppServer().startThread().turn('hi', options),
  'new Agent()': (options) => new Agent(options),
  'createOutputSchemaBridge()': (options) => createOutputSchemaBridge(SCHEMA, options),
  'startResponsesBridge()': (options) => startResponsesBridge(given(options, { apiKey: 'k' })),
  'doctor()': (options) => doctor(options),
  'createAppServerTransport()': (options) => createAppServerTransport(options),
};

/** A spread into an object would hide the given value. */
function given(options: Anything, more: object = { transport }): Anything {
  const isPlain = typeof options === 'object' && options !== null && !Array.isArray(options);
  return isPlain ? { ...more, ...options } : options;
}

/** A promise may reject, or a call may throw; both must be a TypeError. */
async function refusal(call: () => unknown): Promise<Error> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return error as Error;
  }
  throw new Error('It was not refused.');
}

const RETURNS_PROMISE = ['run()', 'decode()', 'startResponsesBridge()', 'doctor()'];

describe.each(Object.entries(CALLS))('%s', (name, call) => {
  it.each([null, 5, 'text', [], true, Symbol('s'), () => {}].map((value) => [value]))(
    'rejects %s as its options',
    async (value) => {
      const { message } = await refusal(() => call(value));
      expect(message).toMatch(/option/);
    },
  );

  it('rejects an unknown option, and suggests the one that was meant', async () => {
    const { message } = await refusal(() => call({ noSuchOption: 1 }));
    expect(message).toBe(`${name}: unknown option "noSuchOption". Remove it.`);
  });

  it('reports a mistake by throwing, or by rejecting if it returns a promise', async () => {
    const attempt = () => call({ noSuchOption: 1 });
    if (RETURNS_PROMISE.includes(name)) await expect(attempt()).rejects.toThrow(TypeError);
    else expect(attempt).toThrow(TypeError);
  });
});

const MILLISECONDS = [Number.NaN, Number.POSITIVE_INFINITY, -1, '5', 5n, null, Symbol('s'), {}, true];
const NOT_TEXT = [5, null, {}, [], Symbol('s'), true];
const NOT_A_CALLBACK = ['text', {}, null, 5];
const NOT_A_FLAG = ['true', 1, null, {}];
const NOT_A_COUNT = [-1, 1.5, Number.NaN, 1001, '1', null];

const ROWS: readonly (readonly [string, string, readonly unknown[]])[] = [
  ...['timeoutMs', 'idleTimeoutMs', 'exitGraceMs', 'killGraceMs'].flatMap((option) =>
    ['run()', 'stream()', 'runBatch()', 'openAppServer()', 'new Agent()'].map(
      (call) => [call, option, MILLISECONDS] as const,
    ),
  ),
  ['turn()', 'timeoutMs', MILLISECONDS],
  ['turn()', 'idleTimeoutMs', MILLISECONDS],
  ['doctor()', 'timeoutMs', MILLISECONDS],
  ['startResponsesBridge()', 'idleTimeoutMs', MILLISECONDS],
  ['run()', 'maxLineBytes', [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1']],
  ['startResponsesBridge()', 'maxBodyBytes', [0, -1, Number.NaN]],
  ['run()', 'repair', NOT_A_COUNT],
  ['run()', 'retry', NOT_A_COUNT],
  ['run()', 'mode', ['Strict', '', 5, null]],
  ['run()', 'model', NOT_TEXT],
  ['exec()', 'model', NOT_TEXT],
  ['exec()', 'sandbox', ['readonly', '', 5, null]],
  ['exec()', 'images', ['a.png', [5], [null], {}]],
  ['exec()', 'oss', NOT_A_FLAG],
  ['run()', 'onEvent', NOT_A_CALLBACK],
  ['run()', 'parse', ['text', {}, null, 5]],
  ['run()', 'signal', [{}, null, new AbortController(), 'abort']],
  ['run()', 'env', [null, 'PATH=x', { PATH: 5 }, [], { PATH: null }]],
  ['run()', 'cwd', [...NOT_TEXT, '']],
  ['run()', 'rehearse', ['yes', 1, null, { seed: 'x' }, { sead: 1 }]],
  ['run()', 'transport', ['codex', {}, null, 5]],
  ['run()', 'additionalContext', [null, 'text', { a: 'text' }, { a: { value: 1, kind: 'application' } }]],
  ['runBatch()', 'concurrency', [0, -1, 1.5, 1001, Number.NaN, '4']],
  ['runBatch()', 'transport', ['Exec', {}, null]],
  ['runBatch()', 'maxFailures', [5, null, {}, { count: 0 }, { percent: 0 }, { percent: 101 }]],
  ['runBatch()', 'shard', [{ index: 0, count: 2 }, { index: 3, count: 2 }, { index: 1 }, null]],
  ['runBatch()', 'isDone', NOT_A_CALLBACK],
  ['decode()', 'exitCode', [-1, Number.NaN, '0', null]],
  ['compileSchema()', 'limits', [5, { depth: -1 }, { depths: 5 }, null]],
  ['openAppServer()', 'onServerRequest', NOT_A_CALLBACK],
  ['startThread()', 'config', ['a=b', ['a=b'], null]],
  ['startThread()', 'sandbox', ['readonly', null]],
  ['turn()', 'images', ['a.png', null, [5]]],
  ['new Agent()', 'onToolCall', NOT_A_CALLBACK],
  ['new Agent()', 'tools', [{}, 'tool', [5], null]],
  ['createOutputSchemaBridge()', 'decode', NOT_A_FLAG],
  ['startResponsesBridge()', 'apiKey', NOT_TEXT],
  ['createAppServerTransport()', 'turnsPerServer', [0, -1, 1.5, Number.NaN, '3']],
];

describe.each(ROWS)('%s with a wrong %s', (name, option, values) => {
  it.each(values.map((value) => [value]))('rejects %s, and names the option', async (value) => {
    const { message } = await refusal(() => CALLS[name]?.({ [option]: value }));
    expect(message.startsWith(`${name}: ${option}`)).toBe(true);
    expect(message).toMatch(/must be .+, not .+\.$/);
  });
});

const HINTS = [
  ['run()', { timeoutMS: 5 }, 'timeoutMs'],
  ['run()', { timeout: 5 }, null],
  ['run()', { skipGitRepoChek: true }, 'skipGitRepoCheck'],
  ['runBatch()', { concurency: 2 }, 'concurrency'],
  ['turn()', { timeoutms: 5 }, 'timeoutMs'],
] as const;

it.each(HINTS)('%s names the option that %o was meant to be', async (name, options, meant) => {
  const { message } = await refusal(() => CALLS[name]?.(options));
  if (meant === null) expect(message).toContain('unknown option');
  else expect(message).toContain(`Did you mean '${meant}'?`);
});

it('treats an undefined option as absent', async () => {
  expect(exec('hi', { model: undefined } as Anything)).toMatchObject({ prompt: 'hi' });
  expect(await decode('', { stderr: undefined } as Anything)).toMatchObject({ kind: 'no_terminal' });
  expect(new Agent({ model: undefined } as Anything)).toBeInstanceOf(Agent);
});

describe('the arguments', () => {
  const blank = [undefined, null, 5, '', ' \n', {}, [], Symbol('s')].map(
    (value) => [value as Anything] as const,
  );

  it.each(blank)('exec, resume, fork and review reject the prompt %s', async (prompt) => {
    for (const call of [exec, (p: Anything) => resume('t-1', p), (p: Anything) => fork('t-1', p)]) {
      expect(() => call(prompt)).toThrow(TypeError);
    }
    expect(() => review(prompt)).toThrow(TypeError);
  });

  it.each(blank)('resume and fork reject the session %s', (session) => {
    expect(() => resume(session, 'hi')).toThrow(TypeError);
    expect(() => fork(session, 'hi')).toThrow(TypeError);
    expect(() => openAppServer().resumeThread(session)).toThrow(TypeError);
    expect(() => openAppServer().forkThread(session)).toThrow(TypeError);
  });

  it('resume accepts the latest session, and no similar object', () => {
    expect(resume({ last: true, all: true }, 'hi')).toMatchObject({ session: { last: true, all: true } });
    for (const session of [{ last: false }, { all: true }, { last: true, al: true }]) {
      expect(() => resume(session as Anything, 'hi')).toThrow(TypeError);
    }
  });

  it('review rejects an invalid target', () => {
    for (const target of [
      { kind: 'base' },
      { kind: 'commit', sha: '' },
      { kind: 'branch' },
      { base: 'main' },
    ]) {
      expect(() => review(target as Anything)).toThrow(TypeError);
    }
  });

  it.each(blank)('turn() and steer() reject the input %s', async (input) => {
    expect(() => openAppServer().startThread().turn(input)).toThrow(TypeError);
  });

  it('run, runOrThrow and stream reject an invalid command, also from untyped code', async () => {
    const commands: Anything[] = [
      undefined,
      null,
      'hi',
      {},
      { subcommand: 'exec', prompt: 5, options: {} },
      { subcommand: 'exec', prompt: '', options: {} },
      { subcommand: 'delete', prompt: 'hi', options: {} },
      { subcommand: 'exec', prompt: 'hi', options: { modle: 'x' } },
      { subcommand: 'exec', prompt: 'hi', options: null },
      { subcommand: 'resume', session: 5, prompt: 'hi', options: {} },
    ];
    for (const command of commands) {
      await expect(run(command, SCHEMA, { transport })).rejects.toThrow(TypeError);
      await expect(runOrThrow(command, SCHEMA, { transport })).rejects.toThrow(TypeError);
      expect(() => stream(command, SCHEMA, { transport })).toThrow(TypeError);
    }
  });

  it('decode rejects an invalid source, and rejects with the error of a source that throws', async () => {
    for (const events of [undefined, null, 5, {}, [5], [null]] as Anything[]) {
      await expect(decode(events)).rejects.toThrow(TypeError);
    }
    const broken = async function* () {
      yield '';
      throw new Error('the file is gone');
    };
    await expect(decode(broken(), { schema: SCHEMA })).rejects.toThrow('the file is gone');
  });

  it('runBatch rejects tasks that are not iterable; an invalid task has a result', async () => {
    for (const tasks of [undefined, null, 'hi', 5, {}] as Anything[]) {
      expect(() => runBatch(tasks, SCHEMA, { transport })).toThrow(TypeError);
    }
    const kinds: string[] = [];
    const tasks: Anything[] = [null, 5, {}, { prompt: '' }, ' ', { prompt: 'hi', id: 5 }];
    for await (const { kind } of runBatch(tasks, SCHEMA, { transport })) kinds.push(kind);
    expect(kinds).toEqual(tasks.map(() => 'invalid_task'));
  });

  it('functionTool rejects an invalid tool', () => {
    const tool = { name: 'add', description: 'adds', inputSchema: SCHEMA, run: () => 1 };
    expect(functionTool(tool)).toMatchObject({ name: 'add' });
    for (const wrong of [null, {}, { ...tool, run: 'x' }, { ...tool, aprove: () => {} }] as Anything[]) {
      expect(() => functionTool(wrong)).toThrow(TypeError);
    }
  });

  it('nothing was started by any of these calls', () => {
    expect(started()).toBe(0);
  });
});

it('a time limit beyond the longest timer of Node does not expire at once', async () => {
  const answer = [
    { type: 'turn.started' },
    { type: 'item.completed', item: { type: 'agent_message', text: '{}' } },
    { type: 'turn.completed' },
  ];
  const slow = createScriptedTransport({
    stdout: answer,
    before: () => new Promise<void>((resolve) => setImmediate(resolve)),
  });
  for (const ms of [2 ** 31 - 1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
    const options = { transport: slow, timeoutMs: ms, idleTimeoutMs: ms };
    expect(await run(exec('hi'), SCHEMA, options)).toMatchObject({ kind: 'ok' });
  }
});
