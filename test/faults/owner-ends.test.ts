import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { directoryPrefix } from '../../src/platform/process/owner-tag.js';
import { bundleScript } from '../support/bundled-script.js';
import { FaultBench } from '../support/fault-bench.js';
import { killAllWithMark } from '../support/process-watch.js';

let scripts: string;
let script: string;
let bench: FaultBench;
beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'codex-structured-script-'));
  script = await bundleScript('test/support/run-hanging-turn.ts', scripts);
});
afterAll(() => rmSync(scripts, { recursive: true, force: true }));
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(() => bench.close());

/** A host program with a turn under way. */
async function startHost(behaviour: string, how = 'stay'): Promise<ChildProcess> {
  const host = spawn(process.execPath, [script, how], {
    env: bench.env(behaviour),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (host.stdout !== null) await once(host.stdout, 'data');
  return host;
}

async function exitOf(host: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (host.exitCode === null && host.signalCode === null) await once(host, 'exit');
  return { code: host.exitCode, signal: host.signalCode };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s to a host that handles no signals',
  async (signal) => {
    const host = await startHost('hangs');
    host.kill(signal);
    expect(await exitOf(host)).toEqual({ code: null, signal });
    await bench.expectNothingLeft();
  },
);

test('a host that calls process.exit', async () => {
  expect(await exitOf(await startHost('ignores-sigterm', 'exit'))).toEqual({ code: 7, signal: null });
  await bench.expectNothingLeft();
});

test('a host that dies of an uncaught error', async () => {
  expect(await exitOf(await startHost('hangs', 'throw'))).toEqual({ code: 1, signal: null });
  await bench.expectNothingLeft();
});

test('after SIGKILL of the owner the next run sweeps its folder, and only that', async () => {
  const host = await startHost('hangs');
  const [stale] = readdirSync(bench.tmp);
  if (stale === undefined) throw new Error('the host made no schema file');
  await bench.evidence('answers');
  expect(readdirSync(bench.tmp)).toEqual([stale]);

  host.kill('SIGKILL');
  await exitOf(host);
  // Nothing in this process can end a codex whose owner was killed: it ends with its turn.
  killAllWithMark(bench.mark);
  const foreign = ['codex-structured-notes', 'codex-structured-1.2-3', 'unrelated'];
  for (const name of foreign) mkdirSync(join(bench.tmp, name));
  symlinkSync(join(bench.tmp, 'unrelated'), join(bench.tmp, stale.replace(/-\w+$/, '-link')));
  await bench.evidence('answers');
  expect(readdirSync(bench.tmp).sort()).toEqual([...foreign, stale.replace(/-\w+$/, '-link')].sort());
});

test('a folder of a reused pid is stale; one of another pid namespace only after a day', async () => {
  const [, started, namespace] = /^codex-structured-(\d+)\.(\d+)$/.exec(directoryPrefix()) ?? [];
  const reused = `codex-structured-${Number(started) + 1}.${namespace}-${process.pid}-abc`;
  const alive = `codex-structured-${started}.${namespace}-${process.pid}-abc`;
  const elsewhere = `codex-structured-5.${Number(namespace) + 1}-4194303-abc`;
  const elsewhereOld = `codex-structured-5.${Number(namespace) + 1}-4194303-old`;
  for (const name of [reused, alive, elsewhere, elsewhereOld]) mkdirSync(join(bench.tmp, name));
  for (const name of [alive, elsewhereOld]) utimesSync(join(bench.tmp, name), new Date(0), new Date(0));
  await bench.evidence('answers');
  const kept = started === '0' ? [reused, alive, elsewhere] : [alive, elsewhere];
  expect(readdirSync(bench.tmp).sort()).toEqual(kept.sort());
});

test('a host that has had no temporary directory from its start', () => {
  const env = { ...bench.env('answers'), TMPDIR: join(bench.root, 'missing') };
  const { stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'schema_file',
    reason: `the temporary directory ${join(bench.root, 'missing')} does not exist`,
  });
});
