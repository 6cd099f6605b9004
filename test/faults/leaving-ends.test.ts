import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBatch } from '../../src/batch/index.js';
import { exec, type OutcomeStream, type RunOptions, stream } from '../../src/index.js';
import { createAppServerTransport, openAppServer } from '../../src/run/threads/index.js';
import { createScriptedTransport } from '../../src/testing.js';
import { FaultBench } from '../support/fault-bench.js';
import { processesWithMark } from '../support/process-watch.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;
const ANSWER = [
  { type: 'turn.started' },
  { type: 'item.completed', item: { type: 'agent_message', text: '{}' } },
  { type: 'turn.completed' },
];

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(async () => {
  await bench.expectNothingLeft();
  bench.close();
});

function start(behaviour: string, options: RunOptions = {}): OutcomeStream<unknown> {
  return stream(exec('hi'), SCHEMA, { cwd: bench.root, env: bench.env(behaviour), ...options });
}

const aborted = { kind: 'aborted', signal: null };

/** The ways to leave a loop over the events of a run that has no end of its own. */
const WAYS: Readonly<Record<string, (events: OutcomeStream<unknown>) => Promise<unknown>>> = {
  'close()': (events) => events.close(),
  'await using': async (events) => {
    await using _ = events;
  },
  'close() while a loop reads': async (events) => {
    const loop = (async () => {
      for await (const _ of events);
    })();
    await events.close();
    await loop;
  },
  break: async (events) => {
    for await (const _ of events) break;
  },
  return: async (events) => {
    for await (const event of events) return event;
  },
  throw: async (events) => {
    const loop = async () => {
      for await (const _ of events) throw new Error('enough');
    };
    await expect(loop()).rejects.toThrow('enough');
  },
  'return() before the first next()': async (events) => {
    await events[Symbol.asyncIterator]().return?.();
  },
  'throw() of the iterator': async (events) => {
    const thrown = events[Symbol.asyncIterator]().throw?.(new Error('enough'));
    await expect(thrown).rejects.toThrow('enough');
  },
  'return() while next() waits': async (events) => {
    const iterator = events[Symbol.asyncIterator]();
    await iterator.next();
    // codex says two things, and then nothing for ten minutes.
    await iterator.next();
    const waiting = iterator.next();
    await iterator.return?.();
    await expect(waiting).resolves.toMatchObject({ done: true });
    await expect(iterator.next()).resolves.toMatchObject({ done: true });
  },
};

describe.each(Object.entries(WAYS))('leaving the events of a run by %s', (_, leave) => {
  it('ends codex exec before the loop is left; the outcome is aborted', async () => {
    const run = start('hangs');
    await leave(run);
    expect(processesWithMark(bench.mark)).toEqual([]);
    expect(await run.outcome).toMatchObject(aborted);
  });

  it('ends the turn of an app server', async () => {
    const transport = createAppServerTransport();
    const run = start('as-hangs', { transport, killGraceMs: 50 });
    await leave(run);
    expect(await run.outcome).toMatchObject(aborted);
    await transport.close();
  });

  it('ends a turn of a thread', async () => {
    await using server = openAppServer({ cwd: bench.root, env: bench.env('as-hangs'), killGraceMs: 50 });
    const turn = server.startThread({ schema: SCHEMA }).turn('hi');
    await leave(turn);
    expect(await turn.outcome).toMatchObject(aborted);
  });

  it('ends a scripted turn that would never end', async () => {
    const stdout = ANSWER.slice(0, 2);
    const run = start('hangs', {
      transport: createScriptedTransport({ stdout, before: () => new Promise(() => {}) }),
    });
    await leave(run);
    expect(await run.outcome).toMatchObject(aborted);
  });
});

describe('the events of a run', () => {
  it('wait for a loop that begins when the run is over', async () => {
    const run = start('answers', { validate: false });
    expect(await run.outcome).toMatchObject({ kind: 'ok' });
    const types: string[] = [];
    for await (const { type } of run) types.push(type);
    expect(types).toEqual(['thread.started', 'turn.started', 'item.completed', 'turn.completed']);
  });

  it("are one reader's: a second iterator is a TypeError, during the run and after it", async () => {
    const run = start('answers', { validate: false });
    for await (const _ of run) expect(() => run[Symbol.asyncIterator]()).toThrow(TypeError);
    expect(() => run[Symbol.asyncIterator]()).toThrow('only once');
    expect(await run.outcome).toMatchObject({ kind: 'ok' });
  });

  it('answer several next() that wait at once, in order', async () => {
    const run = start('answers', { validate: false });
    const iterator = run[Symbol.asyncIterator]();
    const reads = await Promise.all(Array.from({ length: 6 }, () => iterator.next()));
    expect(reads.map(({ value }) => value?.type)).toEqual([
      'thread.started',
      'turn.started',
      'item.completed',
      'turn.completed',
      undefined,
      undefined,
    ]);
  });

  it('that nobody reads are dropped beyond a bound, and a late reader is told', async () => {
    const text = 'x'.repeat(1024 * 1024);
    const item = { type: 'item.completed', item: { type: 'reasoning', text } };
    const transport = createScriptedTransport({
      stdout: [...Array.from({ length: 40 }, () => item), ...ANSWER],
    });
    const run = start('answers', { transport });
    expect(await run.outcome).toMatchObject({ kind: 'ok' });
    await expect(run[Symbol.asyncIterator]().next()).rejects.toThrow('43 events were dropped');
  });

  it('end with the signal of the caller, whose reason stands', async () => {
    const controller = new AbortController();
    const run = start('hangs', { signal: controller.signal });
    for await (const { type } of run) if (type === 'turn.started') controller.abort();
    expect(await run.outcome).toMatchObject(aborted);
  });
});

describe('leaving the results of a batch', () => {
  it.each(['exec', 'app-server'] as const)(
    'ends what runs, also while a result is waited for (%s)',
    async (transport) => {
      const behaviour = transport === 'exec' ? 'hangs' : 'as-hangs';
      let begun = () => {};
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const results = runBatch(['one'], SCHEMA, {
        transport,
        cwd: bench.root,
        env: bench.env(behaviour),
        killGraceMs: 50,
        onEvent: (_, { type }) => {
          if (type === 'turn.started') begun();
        },
      })[Symbol.asyncIterator]();
      const waiting = results.next();
      await hasBegun;
      await results.return?.();
      expect(processesWithMark(bench.mark)).toEqual([]);
      await expect(waiting).resolves.toMatchObject({ value: { kind: 'aborted' } });
    },
  );

  it('by return() before the first next() runs nothing', async () => {
    const file = join(bench.root, 'ran');
    writeFileSync(file, '');
    const run = runBatch(['one'], SCHEMA, {
      cwd: bench.root,
      env: { ...bench.env('answers'), FAKE_ARGV: file },
    });
    const results = run[Symbol.asyncIterator]();
    await results.return?.();
    await expect(results.next()).resolves.toMatchObject({ done: true });
    expect(() => run[Symbol.asyncIterator]()).toThrow(TypeError);
    expect(run.summary()).toMatchObject({ total: 0 });
  });
});
