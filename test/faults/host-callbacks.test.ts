import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BatchOptions, runBatch } from '../../src/batch/index.js';
import { exec, type RunOptions, run, stream } from '../../src/index.js';
import { createAppServerTransport, openAppServer } from '../../src/run/threads/index.js';
import { createScriptedTransport } from '../../src/testing.js';
import { FaultBench } from '../support/fault-bench.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;
const ANSWER = { stdout: [{ type: 'turn.started' }, messageOf('{}'), { type: 'turn.completed' }] };

function messageOf(text: string) {
  return { type: 'item.completed', item: { type: 'agent_message', text } };
}

let bench: FaultBench;
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
beforeEach(async () => {
  bench = await FaultBench.open();
  unhandled.length = 0;
  process.on('unhandledRejection', note).on('uncaughtException', note);
});
afterEach(async () => {
  // A rejection without a handler shows once the microtasks are done.
  await sleep(0);
  process.off('unhandledRejection', note).off('uncaughtException', note);
  expect(unhandled).toEqual([]);
  await bench.expectNothingLeft();
  bench.close();
});

/** Options for a codex that answers, or one that hangs after it has begun. */
function options(behaviour: string, more: RunOptions = {}): RunOptions {
  return { cwd: bench.root, env: bench.env(behaviour), validate: false, ...more };
}

const FAILING: Readonly<Record<string, () => unknown>> = {
  'throws at once': () => {
    throw new Error('the caller is broken');
  },
  'rejects at once': async () => {
    throw new Error('the caller is broken');
  },
  'rejects after a while': async () => {
    await sleep(20);
    throw new Error('the caller is broken');
  },
  'gives a thenable that rejects': () => ({
    // biome-ignore lint/suspicious/noThenProperty: what is not quite a promise is what is tried.
    then: (_: unknown, reject: (error: unknown) => void) => reject(new Error('the caller is broken')),
  }),
};

describe.each(Object.entries(FAILING))('a callback that %s', (_, callback) => {
  const broken = 'the caller is broken';
  const fails = callback as () => void;

  it.each(['onEvent', 'onBytes'] as const)('ends a run as %s, and comes out of it', async (name) => {
    await expect(run(exec('hi'), SCHEMA, options('hangs', { [name]: fails }))).rejects.toThrow(broken);
    await bench.expectNothingLeft();
    await expect(run(exec('hi'), SCHEMA, options('answers', { [name]: fails }))).rejects.toThrow(broken);
  });

  it('ends a run as onStderrLine', async () => {
    const given = options('noisy-stderr', { onStderrLine: fails });
    await expect(run(exec('hi'), SCHEMA, given)).rejects.toThrow(broken);
  });

  it('ends a run as onSchemaWarnings', async () => {
    const warned = { ...SCHEMA, title: 'a title is a warning' };
    const given = options('hangs', { onSchemaWarnings: fails });
    await expect(run(exec('hi'), warned, given)).rejects.toThrow(broken);
  });

  it('ends a run as onRetry, before the wait is over', async () => {
    const busy = { type: 'turn.failed', error: { message: 'exceeded retry limit, last status: 429' } };
    const transport = createScriptedTransport({ stdout: [{ type: 'turn.started' }, busy] });
    const given = options('hangs', { transport, retry: 3, onRetry: fails });
    await expect(run(exec('hi'), SCHEMA, given)).rejects.toThrow(broken);
  });

  it('ends a turn of the app server', async () => {
    await using transport = { ...asDisposable(createAppServerTransport()) };
    const given = options('as-heeds-interrupts', { transport: transport.it, onEvent: fails });
    await expect(run(exec('hi'), SCHEMA, given)).rejects.toThrow(broken);
  });

  it.each(['onServerRequest', 'onNotification', 'onOpened'] as const)(
    'ends a turn as %s of a thread',
    async (name) => {
      await using server = openAppServer({ cwd: bench.root, env: asking(), killGraceMs: 50 });
      const thread = server.startThread({ schema: SCHEMA, [name]: fails });
      await expect(thread.turn('hi').outcome).rejects.toThrow(broken);
    },
  );

  it.each(['onServerRequest', 'onTraffic'] as const)('ends a turn as %s of a server', async (name) => {
    await using server = openAppServer({
      cwd: bench.root,
      env: asking(),
      killGraceMs: 50,
      [name]: fails,
    });
    const turn = server.startThread({ schema: SCHEMA }).turn('hi');
    await expect(turn.outcome).rejects.toThrow(broken);
  });

  it.each(['onTaskStarted', 'onEvent'] as const)('ends a batch as %s', async (name) => {
    const given: BatchOptions = {
      cwd: bench.root,
      env: bench.env('hangs'),
      transport: 'exec',
      [name]: fails,
    };
    const results = runBatch(['one', 'two'], SCHEMA, given)[Symbol.asyncIterator]();
    const all = async () => {
      while ((await results.next()).done !== true);
    };
    await expect(all()).rejects.toThrow(broken);
  });

  it('comes out of the loop over a stream, and of its outcome', async () => {
    const events = stream(exec('hi'), SCHEMA, options('hangs', { onEvent: fails }));
    const loop = async () => {
      for await (const _ of events);
    };
    await expect(loop()).rejects.toThrow(broken);
    await expect(events.outcome).rejects.toThrow(broken);
  });
});

function asking(): Record<string, string> {
  return { ...bench.env('as-asks'), FAKE_ANSWERS: `${bench.root}/answers` };
}

function asDisposable(transport: ReturnType<typeof createAppServerTransport>) {
  return { it: transport, [Symbol.asyncDispose]: () => transport.close() };
}

describe('an asynchronous callback', () => {
  it('that takes its time is waited for, so that its failure comes out of the run', async () => {
    const transport = createScriptedTransport(ANSWER);
    let settled = 0;
    const onEvent = async () => {
      await sleep(50);
      settled += 1;
    };
    const outcome = await run(exec('hi'), SCHEMA, options('answers', { transport, onEvent }));
    expect(outcome).toMatchObject({ kind: 'ok' });
    expect(settled).toBe(3);
  });

  it('that fails when its run was aborted long ago is a warning of the process', async () => {
    const controller = new AbortController();
    let fail = (_: Error) => {};
    const failing = new Promise<void>((_, reject) => {
      fail = reject;
    });
    const onEvent = () => {
      controller.abort();
      return failing;
    };
    const given = options('hangs', { onEvent: onEvent as () => void, signal: controller.signal });
    expect(await run(exec('hi'), SCHEMA, given)).toMatchObject({ kind: 'aborted' });
    const warned = once(process, 'warning');
    fail(new Error('too late'));
    expect(String((await warned)[0])).toContain('too late');
  });
});

describe('a parse that never settles', () => {
  const parse = () => new Promise<never>(() => {});
  const standard = {
    '~standard': { version: 1 as const, vendor: 'a test', validate: () => new Promise<never>(() => {}) },
  };

  it.each([
    ['a function', parse],
    ['a Standard Schema', standard],
  ])('ends at timeoutMs (%s)', async (_, given) => {
    const transport = createScriptedTransport(ANSWER);
    const outcome = await run(
      exec('hi'),
      SCHEMA,
      options('answers', { transport, parse: given, timeoutMs: 60 }),
    );
    expect(outcome).toMatchObject({ kind: 'timeout', limit: 'overall', ms: 60, detail: { text: '{}' } });
    expect(outcome).toHaveProperty('message', expect.stringContaining('parse did not settle'));
  });

  it('ends with the signal, with codex exec too', async () => {
    const controller = new AbortController();
    const given = options('answers', {
      signal: controller.signal,
      parse: () => {
        controller.abort();
        return parse();
      },
    });
    expect(await run(exec('hi'), SCHEMA, given)).toMatchObject({ kind: 'aborted', detail: { exitCode: 0 } });
  });

  it('ends when the loop over its stream is left', async () => {
    const transport = createScriptedTransport(ANSWER);
    const events = stream(exec('hi'), SCHEMA, options('answers', { transport, parse }));
    for await (const { type } of events) if (type === 'turn.completed') break;
    expect(await events.outcome).toMatchObject({ kind: 'aborted' });
  });

  it('ends a turn of a thread at its limit, and when it is interrupted', async () => {
    await using server = openAppServer({ cwd: bench.root, env: bench.env('as-answers') });
    const turn = server.startThread().turn('hi', { schema: SCHEMA, parse, timeoutMs: 2_000 });
    expect(await turn.outcome).toMatchObject({ kind: 'timeout', ms: 2_000 });
    await server.close();
    await using another = openAppServer({ cwd: bench.root, env: bench.env('as-answers') });
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const second = another.startThread().turn('hi', {
      schema: SCHEMA,
      parse: () => {
        reached();
        return parse();
      },
    });
    await isReached;
    expect(await second.interrupt()).toMatchObject({ kind: 'aborted' });
  });

  it('ends the tasks of a batch', async () => {
    const kinds: string[] = [];
    const transport = createScriptedTransport(ANSWER);
    for await (const { kind } of runBatch(['one', 'two'], SCHEMA, { transport, parse, timeoutMs: 50 })) {
      kinds.push(kind);
    }
    expect(kinds).toEqual(['timeout', 'timeout']);
  });
});

describe('code of the caller that never answers', () => {
  it.each(['isDone', 'openTaskSchema'] as const)(
    'does not keep an aborted batch from ending (%s)',
    async (name) => {
      const controller = new AbortController();
      const asked = () => {
        controller.abort();
        return new Promise<never>(() => {});
      };
      const tasks = [{ prompt: 'one', ...(name === 'isDone' ? {} : { schema: 'a name' }) }];
      const batch = runBatch(tasks, SCHEMA, {
        transport: createScriptedTransport(ANSWER),
        signal: controller.signal,
        [name]: asked,
      });
      for await (const _ of batch);
      expect(batch.summary()).toMatchObject({ notRun: 1, stopped: 'signal' });
    },
  );
});

describe('closing an app server', () => {
  it('makes turns that wait for another one aborted', async () => {
    const server = openAppServer({ cwd: bench.root, env: bench.env('as-hangs'), killGraceMs: 50 });
    const thread = server.startThread({ schema: SCHEMA });
    const turns = ['one', 'two', 'three'].map((prompt) => thread.turn(prompt));
    await turns[0]?.[Symbol.asyncIterator]().next();
    await server.close();
    const [, ...queued] = await Promise.all(turns.map(({ outcome }) => outcome));
    for (const outcome of queued) {
      expect(outcome).toMatchObject({ kind: 'aborted', signal: null, workMayHaveRun: false });
    }
  });

  it('makes a turn whose server is just being started aborted', async () => {
    const server = openAppServer({ cwd: bench.root, env: bench.env('as-mute'), killGraceMs: 50 });
    const turn = server.startThread({ schema: SCHEMA }).turn('one');
    await sleep(0);
    await server.close();
    expect(await turn.outcome).toMatchObject({ kind: 'aborted' });
  });
});
