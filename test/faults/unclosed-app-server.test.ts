import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exec, run } from '../../src/index.js';
import { createAppServerTransport } from '../../src/run/threads/index.js';
import { FAKES, FaultBench } from '../support/fault-bench.js';
import { processesWithMark } from '../support/process-watch.js';

const PROGRAM = fileURLToPath(new URL('../support/open-app-server.mjs', import.meta.url));
const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(async () => {
  await bench.expectNothingLeft();
  bench.close();
});

it.each(['transport', 'client'])(
  'a program that never closes its app server ends, and the server with it (%s)',
  async (what) => {
    const codex = join(FAKES, 'as-answers', 'codex');
    const env = bench.env('as-answers');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [PROGRAM, what, codex], { env });
    expect({ stdout, stderr }).toEqual({ stdout: 'ok', stderr: '' });
  },
);

it('await using closes a transport', async () => {
  {
    await using transport = createAppServerTransport();
    const env = bench.env('as-answers');
    expect(await run(exec('hi'), SCHEMA, { transport, env, cwd: bench.root })).toMatchObject({ kind: 'ok' });
    expect(processesWithMark(bench.mark)).not.toEqual([]);
  }
  expect(processesWithMark(bench.mark)).toEqual([]);
});
