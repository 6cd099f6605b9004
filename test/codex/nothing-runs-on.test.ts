import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import type { CodexOptions } from '../../src/codex/command.js';
import { OWNER_VARIABLE } from '../../src/platform/process/owned-processes.js';
import { directoryPrefix } from '../../src/platform/process/owner-tag.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import type { RunOptions } from '../../src/run/run-options.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import {
  killAllWithMark,
  MARK_VARIABLE,
  processesWithMark,
  untilNoneHasMark,
} from '../support/process-watch.js';
import { NAME_SCHEMA, type Stage } from '../support/real-codex.js';
import { ADA, stageFor } from '../support/run-on-stage.js';

// What has left its session and its parent is found by its environment, which only Linux shows.
const onLinux = process.platform === 'linux';

/** In a session of its own, and its parent gone. */
const DAEMON = '(setsid sleep 600 >/dev/null 2>&1 </dev/null &)';

async function stageWithMark(
  context: Pick<TestContext, 'onTestFinished'>,
  command: string,
): Promise<{ stage: Stage; mark: string; options: RunOptions & CodexOptions }> {
  const stage = await stageFor(context, scripts.command(command, ADA));
  const mark = randomUUID();
  context.onTestFinished(() => killAllWithMark(mark));
  const env = { ...stage.fullEnv, SHELL: '/bin/bash', [MARK_VARIABLE]: mark };
  // Rehearsals leave the snapshot out.
  const config = [...(stage.runOptions.config ?? []), 'features.shell_snapshot=true'];
  return { stage, mark, options: { ...stage.runOptions, config, env, sandbox: 'danger-full-access' } };
}

/** A login profile that starts two programs, one of which detaches itself, and says that it did. */
async function profileOf(stage: Stage): Promise<() => boolean> {
  const home = stage.fullEnv['HOME'] ?? '';
  const said = join(home, 'snapshots');
  // Only the shell of the snapshot: what a command starts is another matter.
  const text = `if [ -z "$CODEX_THREAD_ID" ]; then sleep 600 >/dev/null 2>&1 </dev/null & ${DAEMON}; echo x >> '${said}'; fi\n`;
  for (const name of ['.profile', '.bash_profile', '.bashrc']) await writeFile(join(home, name), text);
  return () => existsSync(said) && readFileSync(said, 'utf8') !== '';
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // It has ended.
    return '';
  }
}

describe.runIf(onLinux).concurrent('nothing runs on', () => {
  it('of what a login profile starts while codex takes its snapshot: after run', async (context) => {
    const { stage, mark, options } = await stageWithMark(context, 'true');
    const wasRead = await profileOf(stage);
    expect((await run(exec('Go'), NAME_SCHEMA, options)).kind).toBe('ok');
    expect(wasRead()).toBe(true);
    await untilNoneHasMark(mark);
  });

  it('of what a login profile starts while codex takes its snapshot: after close', async (context) => {
    const { stage, mark, options } = await stageWithMark(context, 'true');
    const wasRead = await profileOf(stage);
    const transport = createAppServerTransport();
    expect((await run(exec('Go'), NAME_SCHEMA, { ...options, transport })).kind).toBe('ok');
    await transport.close();
    expect(wasRead()).toBe(true);
    await untilNoneHasMark(mark);
  });

  it('of a daemon of a command: after its app server was closed', async (context) => {
    const { stage, mark, options } = await stageWithMark(context, `${DAEMON}; echo > begun`);
    const transport = createAppServerTransport();
    expect((await run(exec('Go'), NAME_SCHEMA, { ...options, transport })).kind).toBe('ok');
    await transport.close();
    expect(existsSync(join(stage.cwd, 'begun'))).toBe(true);
    await untilNoneHasMark(mark);
  });

  it('of a daemon of a command that was forked twice: after an abort', async (context) => {
    const { stage, mark, options } = await stageWithMark(
      context,
      `${DAEMON}; setsid sh -c '${DAEMON}'; echo > begun; sleep 600`,
    );
    const abort = new AbortController();
    const outcome = run(exec('Go'), NAME_SCHEMA, { ...options, signal: abort.signal });
    await context.expect.poll(() => existsSync(join(stage.cwd, 'begun')), { timeout: 20_000 }).toBe(true);
    abort.abort();
    expect((await outcome).kind).toBe('aborted');
    await untilNoneHasMark(mark);
  });

  it('of a daemon of a command: after an abort of its turn, while its app server goes on', async (context) => {
    const { stage, mark, options } = await stageWithMark(context, `${DAEMON}; echo > begun; sleep 600`);
    const transport = createAppServerTransport();
    context.onTestFinished(() => transport.close());
    const abort = new AbortController();
    const outcome = run(exec('Go'), NAME_SCHEMA, { ...options, transport, signal: abort.signal });
    await context.expect.poll(() => existsSync(join(stage.cwd, 'begun')), { timeout: 20_000 }).toBe(true);
    abort.abort();
    expect((await outcome).kind).toBe('aborted');
    // The app server has the mark too.
    await context.expect.poll(() => processesWithMark(mark).map(programOf)).not.toContain('sleep');
  });

  it('but a daemon of a command of codex exec, which ended well', async (context) => {
    // It has left before the command ends: codex ends what is still in the command's group then.
    const daemon = `(setsid sh -c '> there; exec sleep 600' >/dev/null 2>&1 </dev/null &)`;
    const command = `${daemon}; while [ ! -e there ]; do sleep 0.01; done`;
    const { mark, options } = await stageWithMark(context, command);
    expect((await run(exec('Go'), NAME_SCHEMA, options)).kind).toBe('ok');
    // In the middle of an exec a process shows no environment.
    await context.expect.poll(() => processesWithMark(mark).length, { timeout: 20_000 }).toBe(1);
  });
});

describe.runIf(onLinux)('what a host that died has left', () => {
  /** A process that a codex of another host would have started. */
  function startWith(owner: string, mark: string, extra: Readonly<Record<string, string>> = {}) {
    const env = { PATH: process.env['PATH'], [OWNER_VARIABLE]: owner, [MARK_VARIABLE]: mark, ...extra };
    return spawn('sleep', ['600'], { env, stdio: 'ignore', detached: true });
  }

  it('is ended by the next host, and nothing else is', async (context) => {
    const { mark, options } = await stageWithMark(context, 'true');
    const [other, kept] = [randomUUID(), randomUUID()];
    context.onTestFinished(() => {
      killAllWithMark(other);
      killAllWithMark(kept);
    });
    const host = spawn('true', { stdio: 'ignore' });
    await once(host, 'exit');
    const dead = `${directoryPrefix()}-${host.pid}`;
    const alive = `${directoryPrefix()}-${process.pid}`;
    startWith(`${dead}-a0`, other);
    startWith(`${dead}-c0`, other);
    startWith(`${dead}-c0`, kept, { CODEX_THREAD_ID: 'thread' });
    startWith(`${dead}-n0`, kept);
    startWith(`${alive}-a0`, kept);
    startWith('codex-structured-notes', kept);
    await expect
      .poll(() => [processesWithMark(other).length, processesWithMark(kept).length])
      .toEqual([2, 4]);
    // A process looks once: another one has to.
    const next = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { run, exec } = await import(${JSON.stringify(new URL('../../dist/lib/index.js', import.meta.url).href)}); await run(exec('Hi'), ${JSON.stringify(NAME_SCHEMA)}, ${JSON.stringify({ ...options, env: undefined })});`,
      ],
      { env: options.env as NodeJS.ProcessEnv, stdio: 'ignore' },
    );
    expect(await once(next, 'exit')).toEqual([0, null]);
    await untilNoneHasMark(other);
    expect(processesWithMark(kept)).toHaveLength(4);
    await untilNoneHasMark(mark);
  });
});
