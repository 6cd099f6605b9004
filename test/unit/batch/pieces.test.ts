import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BatchOptions } from '../../../src/batch/batch-options.js';
import type { BatchTask } from '../../../src/batch/batch-task.js';
import { defaultConcurrency, runTaskSource } from '../../../src/batch/engine/batch.js';
import { Percentiles } from '../../../src/batch/engine/summary-accumulator.js';
import { Semaphore } from '../../../src/batch/engine/task-runner.js';
import { isOfShard } from '../../../src/batch/input/shard.js';
import { SeenIds } from '../../../src/batch/input/task-ids.js';
import { createScriptedTransport } from '../../../src/transports/scripted.js';
import { PNG } from '../../support/images.js';
import { ADA, answers } from '../run/turns/script.js';
import { collect, many, SOURCE, Source, settled, task } from './support.js';

describe('SeenIds', () => {
  it('knows what it has seen, however many', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 300 }), (ids) => {
        const [seen, known] = [new SeenIds(), new Set<string>()];
        for (const id of ids) {
          expect(seen.add(id)).toBe(!known.has(id));
          known.add(id);
        }
      }),
    );
    const seen = new SeenIds();
    const ids = Array.from({ length: 20_000 }, (_, index) => `task-${index}`);
    expect(ids.every((id) => seen.add(id))).toBe(true);
    expect(ids.some((id) => seen.add(id))).toBe(false);
  });
});

describe('shards', () => {
  it('share all tasks out, each to one, and evenly', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 12 }), (id, count) => {
        const of = Array.from({ length: count }, (_, at) => isOfShard(id, { index: at + 1, count }));
        expect(of.filter(Boolean)).toHaveLength(1);
      }),
    );
    const sizes = [1, 2, 3, 4].map(
      (index) => [...Array(4000).keys()].filter((id) => isOfShard(String(id), { index, count: 4 })).length,
    );
    expect(Math.min(...sizes)).toBeGreaterThan(900);
  });

  it('are named in the key, and come together to the whole', async () => {
    const ids: string[] = [];
    for (const index of [1, 2, 3]) {
      const transport = createScriptedTransport(answers(ADA));
      const results = await collect(
        runTaskSource(new Source(many(40)), SOURCE, { transport, shard: { index, count: 3 } }),
      );
      expect(results.every(({ shard }) => shard === `${index}/3`)).toBe(true);
      ids.push(...results.map(({ id }) => id));
    }
    expect(ids.sort((a, b) => Number(a) - Number(b))).toEqual([...many(40)].map((_, at) => String(at)));
  });
});

describe('Percentiles', () => {
  it('are exact among few, and near among many', () => {
    const few = new Percentiles();
    expect(few.at(0.5)).toBe(null);
    for (const ms of [5, 1, 4, 2, 3]) few.add(ms);
    expect([few.at(0.5), few.at(0.95), few.at(0)]).toEqual([3, 5, 1]);
    const many = new Percentiles();
    for (let ms = 1; ms <= 100_000; ms++) many.add(ms);
    for (const share of [0.5, 0.95]) {
      expect(Math.abs((many.at(share) ?? 0) / (share * 100_000) - 1)).toBeLessThanOrEqual(0.006);
    }
  });
});

describe('Slots', () => {
  it('are given to so many, then in turn', async () => {
    const slots = new Semaphore(2);
    const order: number[] = [];
    const take = async (number: number) => {
      const leave = await slots.acquire();
      order.push(number);
      return leave;
    };
    const [first, second, third, fourth] = [take(1), take(2), take(3), take(4)];
    await settled();
    expect(order).toEqual([1, 2]);
    const leave = await second;
    leave();
    leave();
    await settled();
    expect(order).toEqual([1, 2, 3]);
    (await first)();
    await Promise.all([third, fourth]);
    expect(order).toEqual([1, 2, 3, 4]);
  });
});

describe('the input hash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codex-structured-hash-'));
  const hashOf = async (
    own: Partial<BatchTask> = {},
    options: BatchOptions = {},
    source = SOURCE as never,
  ) => {
    const transport = createScriptedTransport(answers(ADA));
    const [result] = await collect(
      runTaskSource(new Source([task(0, own)]), source, { cwd: folder, ...options, transport }),
    );
    return result?.inputHash;
  };

  it('is of all that the answer depends on', async () => {
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const name of ['a.png', 'b.png']) writeFileSync(join(folder, name), PNG);
    mkdirSync(join(folder, 'sub'));
    const differ: (readonly [Partial<BatchTask>, BatchOptions?, unknown?])[] = [
      [{}],
      [{ prompt: 'another' }],
      [{ model: 'm' }],
      [{ cwd: 'sub' }],
      [{ context: { a: { kind: 'untrusted', value: 'x' } } }],
      [{ context: { a: { kind: 'application', value: 'x' } } }],
      [{ images: ['a.png'] }],
      [{ images: ['b.png'] }],
      [{ schema: { ...SOURCE.value, description: 'own' } as never }],
      [{}, { mode: 'adapt' }],
      [{}, { model: 'm' }],
      [{}, { sandbox: 'read-only' }],
      [{}, { config: ['a=1'] }],
      [{}, { twoStep: true }],
      [{}, { validate: false }],
      [{}, {}, { kind: 'value', value: { ...SOURCE.value, description: 'other' } }],
    ];
    const hashes = await Promise.all(
      differ.map(([own, options, source]) => hashOf(own, options, source as never)),
    );
    const before = hashes[6];
    writeFileSync(join(folder, 'a.png'), Buffer.concat([PNG, PNG]));
    hashes.push(await hashOf({ images: ['a.png'] }));
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is not of how the batch is driven', async () => {
    const hash = await hashOf();
    const options: BatchOptions[] = [
      { concurrency: 3, ordered: true },
      { retry: 2, repair: 1, timeoutMs: 1000 },
      { shellSnapshot: true, keepEvents: true },
      { maxFailures: { count: 2 }, budgetTokens: 10 },
      { cwd: tmpdir(), env: {} },
    ];
    expect(await Promise.all(options.map((option) => hashOf({}, option)))).toEqual(options.map(() => hash));
    expect(await hashOf({ id: 'x', index: 9 })).toBe(hash);
  });
});

describe('how many run at once by default', () => {
  it('follows the cores', () => {
    expect(defaultConcurrency('app-server', 1)).toBe(4);
    expect(defaultConcurrency('app-server', 64)).toBe(16);
    expect(defaultConcurrency('exec', 3)).toBe(3);
  });
});
