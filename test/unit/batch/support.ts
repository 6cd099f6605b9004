import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import type { BatchOptions } from '../../../src/batch/batch-options.js';
import type { BatchResult } from '../../../src/batch/batch-result.js';
import type { BatchTask, TaskRead } from '../../../src/batch/batch-task.js';
import { type BatchRun, runTaskSource } from '../../../src/batch/engine/batch.js';
import type { StartFailure, TurnRequest } from '../../../src/codex/turn-request.js';
import type { TurnEvidence } from '../../../src/outcome/evidence.js';
import { createScriptedTransport, type Script } from '../../../src/transports/scripted.js';
import type { Transport } from '../../../src/transports/transport.js';
import { ADA, answers, SCHEMA } from '../run/turns/script.js';

export const SOURCE = { kind: 'value', value: SCHEMA } as const;

export function task(index: number, own: Partial<BatchTask> = {}): TaskRead {
  return { kind: 'task', task: { index, id: String(index), prompt: `prompt ${index}`, ...own } };
}

/** A source that tells how many were asked of it, and whether it was left. */
export class Source implements AsyncIterable<TaskRead> {
  asked = 0;
  left = false;

  constructor(private readonly reads: Iterable<TaskRead>) {}

  static of(count: number): Source {
    return new Source(Array.from({ length: count }, (_, index) => task(index)));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TaskRead> {
    try {
      for (const read of this.reads) {
        this.asked += 1;
        yield read;
      }
    } finally {
      this.left = true;
    }
  }
}

/** Any number of tasks, by their number. */
export function* many(count: number): Generator<TaskRead> {
  for (let index = 0; index < count; index++) yield task(index);
}

/** A transport in which each turn answers when it is let, in any order. */
export class GatedTransport implements Transport {
  readonly name = 'scripted';
  readonly running = new Map<string, () => void>();
  most = 0;
  closed = 0;
  readonly #inner: Transport;
  #changed: () => void = () => {};

  constructor(...scripts: readonly [Script, ...Script[]] | readonly []) {
    const [first = answers(ADA), ...rest] = scripts;
    this.#inner = createScriptedTransport(first, ...rest);
  }

  async runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure> {
    const { prompt } = request.command;
    await new Promise<void>((resolve) => {
      const go = () => {
        this.running.delete(prompt);
        resolve();
      };
      this.running.set(prompt, go);
      this.most = Math.max(this.most, this.running.size);
      if (request.signal?.aborted === true) go();
      request.signal?.addEventListener('abort', go, { once: true });
      this.#changed();
    });
    return this.#inner.runTurn(request);
  }

  /** Resolves when that many run. */
  async until(count: number): Promise<void> {
    while (this.running.size < count) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  /** Lets the turn of this task answer. */
  go(index: number): void {
    const go = this.running.get(`prompt ${index}`);
    if (go === undefined) throw new Error(`task ${index} does not run; ${[...this.running.keys()]} do`);
    go();
  }

  goAll(): void {
    for (const go of [...this.running.values()]) go();
  }

  /** Lets all go on until this is over. */
  async goOn<T>(all: Promise<T>): Promise<T> {
    let isOver = false;
    const over = all.finally(() => {
      isOver = true;
    });
    over.catch(() => {});
    while (!isOver) {
      this.goAll();
      await settled();
    }
    return over;
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}

/** Every turn ends like the first one, and none is remembered. */
export function forgetful(script: Script): Transport {
  let ended: Promise<TurnEvidence | StartFailure> | null = null;
  return {
    name: 'scripted',
    runTurn: async (request) => {
      // As with a real codex, other work gets its turn.
      await new Promise<void>((resolve) => setImmediate(resolve));
      request.observe.onStarted?.();
      ended ??= createScriptedTransport(script).runTurn(request);
      return ended;
    },
    close: async () => {},
  };
}

/** A batch over a script. */
export function play(
  tasks: AsyncIterable<TaskRead>,
  scripts: readonly [Script, ...Script[]],
  options: BatchOptions = {},
): BatchRun {
  return runTaskSource(tasks, SOURCE, { transport: createScriptedTransport(...scripts), ...options });
}

export async function collect<T>(run: AsyncIterable<T>): Promise<T[]> {
  const results: T[] = [];
  for await (const result of run) results.push(result);
  return results;
}

export function kinds(results: readonly BatchResult[]): string[] {
  return results.map(({ id, kind }) => `${id} ${kind}`);
}

/** When all that is already due has happened. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** A folder of the test's own. */
export function folderFor({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'codex-structured-batch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
