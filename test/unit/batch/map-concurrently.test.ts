import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { runTaskSource } from '../../../src/batch/engine/batch.js';
import { ADA, answers } from '../run/turns/script.js';
import {
  collect,
  forgetful,
  GatedTransport,
  kinds,
  many,
  play,
  SOURCE,
  Source,
  settled,
  task,
} from './support.js';

describe('a batch', () => {
  it('runs no more than so many at once, and asks for a task when it can run', async () => {
    const [source, transport] = [Source.of(20), new GatedTransport()];
    const results = collect(runTaskSource(source, SOURCE, { transport, concurrency: 3 }));
    await transport.until(3);
    await settled();
    expect(source.asked).toBe(3);
    transport.go(1);
    await transport.until(3);
    expect([...transport.running.keys()]).toEqual(['prompt 0', 'prompt 2', 'prompt 3']);
    expect(await transport.goOn(results)).toHaveLength(20);
    expect(transport.most).toBe(3);
    expect(source.left).toBe(true);
  });

  it('waits for whoever takes the results', async () => {
    const source = Source.of(1000);
    const run = play(source, [answers(ADA)], { concurrency: 4 });
    let taken = 0;
    for await (const result of run) {
      expect(result.ok).toBe(true);
      taken += 1;
      await settled();
      // What runs and what waits, beside what was taken.
      expect(source.asked).toBeLessThanOrEqual(taken + 2 * 4);
    }
    expect(taken).toBe(1000);
  });

  it('gives results as they finish', async () => {
    const transport = new GatedTransport();
    const run = runTaskSource(Source.of(3), SOURCE, { transport, concurrency: 3 });
    const results = run[Symbol.asyncIterator]();
    const first = results.next();
    await transport.until(3);
    transport.go(2);
    expect((await first).value).toMatchObject({ id: '2', index: 2, kind: 'ok' });
    transport.goAll();
    expect((await results.next()).value).toMatchObject({ id: '0' });
    expect((await results.next()).value).toMatchObject({ id: '1' });
    expect((await results.next()).done).toBe(true);
  });

  it('gives them in order, where that is wanted, and does not run too far ahead', async () => {
    const [source, transport] = [Source.of(100), new GatedTransport()];
    const results = collect(runTaskSource(source, SOURCE, { transport, concurrency: 2, ordered: true }));
    await transport.until(2);
    // All but the first: they wait for it.
    for (let index = 1; index < 18; index++) {
      await transport.until(2);
      transport.go(index);
    }
    await settled();
    expect(source.asked).toBe(2 + 2 * 8);
    expect((await transport.goOn(results)).map(({ index }) => index)).toEqual(
      Array.from({ length: 100 }, (_, at) => at),
    );
  });

  it('puts the key first, and the envelope after it', async () => {
    const [result] = await collect(play(Source.of(1), [answers(ADA)]));
    expect(Object.keys(result ?? {})).toEqual(['id', 'index', 'inputHash', 'ok', 'kind', 'value', 'detail']);
    expect(result).toMatchObject({ value: ADA, inputHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('of fifty thousand tasks needs no more memory than one of a few', async () => {
    const run = play(
      (async function* () {
        yield* many(50_000);
      })(),
      [answers(ADA)],
      { concurrency: 16, transport: forgetful(answers(ADA)) },
    );
    const heaps: number[] = [];
    let count = 0;
    for await (const _ of run) {
      count += 1;
      if (count % 5_000 === 0) heaps.push(heapInUse());
    }
    expect(count).toBe(50_000);
    const [early = 0] = heaps.slice(1);
    expect(Math.max(...heaps.slice(1)) - early).toBeLessThan(2.5 * 1024 * 1024);
    expect(run.summary()).toMatchObject({ total: 50_000, ok: 50_000 });
  });
});

describe('leaving the loop', () => {
  it('aborts what runs, and is over when nothing does', async () => {
    const [source, transport] = [Source.of(20), new GatedTransport()];
    const run = runTaskSource(source, SOURCE, { transport, concurrency: 3 });
    const reading = (async () => {
      for await (const _ of run) break;
    })();
    await transport.until(3);
    transport.go(0);
    await reading;
    expect(transport.running.size).toBe(0);
    expect(source.left).toBe(true);
    expect(run.summary()).toMatchObject({ ok: 1, stopped: 'signal' });
  });

  it('does not wait for a source that has nothing to say', async () => {
    const run = play(
      (async function* () {
        yield* many(1);
        await new Promise(() => {});
      })(),
      [answers(ADA)],
    );
    for await (const result of run) {
      expect(result.kind).toBe('ok');
      break;
    }
    expect(run.summary().ok).toBe(1);
  });

  it('is the end: a task that comes later is not looked at', async () => {
    let comes = () => {};
    const late = new Promise<void>((resolve) => {
      comes = resolve;
    });
    const asked: string[] = [];
    const run = play(
      (async function* () {
        yield task(0);
        await late;
        yield task(1);
      })(),
      [answers(ADA)],
      {
        isDone({ id }) {
          asked.push(id);
          return false;
        },
      },
    );
    for await (const _ of run) break;
    comes();
    await settled();
    expect(asked).toEqual(['0']);
    expect(run.summary()).toMatchObject({ total: 1, notRun: 0 });
  });
});

describe('what goes wrong outside of a task', () => {
  it('in the source is thrown when all that runs has its result', async () => {
    const transport = new GatedTransport();
    const run = runTaskSource(
      (async function* () {
        yield* many(2);
        throw new Error('the disk is gone');
      })(),
      SOURCE,
      { transport, concurrency: 3 },
    );
    const seen: string[] = [];
    const reading = (async () => {
      for await (const result of run) seen.push(...kinds([result]));
    })();
    await transport.until(2);
    await settled();
    transport.goAll();
    await expect(reading).rejects.toThrow('the disk is gone');
    expect(seen).toEqual(['0 ok', '1 ok']);
  });

  it('in a hook is thrown when what runs was aborted', async () => {
    const [source, transport] = [Source.of(9), new GatedTransport()];
    const run = runTaskSource(source, SOURCE, {
      transport,
      concurrency: 3,
      onTaskStarted: ({ id }) => {
        if (id === '2') throw new Error('not this one');
      },
    });
    await expect(collect(run)).rejects.toThrow('not this one');
    expect(transport.running.size).toBe(0);
    expect(source.left).toBe(true);
  });

  it('a second loop is', async () => {
    const run = play(Source.of(1), [answers(ADA)]);
    await collect(run);
    expect(() => run[Symbol.asyncIterator]()).toThrow('once');
  });
});

/** Of what is reachable. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
