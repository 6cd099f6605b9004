import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, type TestContext } from 'vitest';
import { completed, message, shellCommand } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { type BridgeStage, bridgeStageFor } from '../support/bridge-stage.js';
import { CLI } from '../support/cli.js';
import {
  killAllWithMark,
  MARK_VARIABLE,
  processesWithMark,
  untilNoneHasMark,
} from '../support/process-watch.js';
import { codexLauncher, NAME_SCHEMA, NO_SANDBOX } from '../support/real-codex.js';
import { ADA, PROMPT } from '../support/run-on-stage.js';

/** The command line with `--credential-bridge`, on this stage. */
function start(
  context: TestContext,
  { stage, key, upstream, config, env }: BridgeStage,
  args: readonly string[],
) {
  const mark = randomUUID();
  const overrides = [...config, NO_SANDBOX].flatMap((override) => ['-c', override]);
  const bridging = ['--credential-bridge', '--upstream', upstream, '--key-env', 'WORK_KEY'];
  const child = spawn(process.execPath, [CLI, ...args, ...bridging, '--skip-git-repo-check', ...overrides], {
    cwd: stage.cwd,
    env: {
      ...env,
      [MARK_VARIABLE]: mark,
      WORK_KEY: key,
      SAME_UNDER_ANOTHER_NAME: `Bearer ${key}`,
      CODEX_STRUCTURED_CODEX_PATH: codexLauncher(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  context.onTestFinished(() => killAllWithMark(mark));
  return { child, mark, done: finished(child) };
}

async function finished(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, stdout, stderr };
}

const ofProcess = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1');

describe.concurrent('run --credential-bridge', () => {
  // Elsewhere nobody can look into another process.
  it.skipIf(!existsSync('/proc/self/environ')).for(['exec', 'app-server'])(
    'keeps the key from codex, its commands, and every command line: %s',
    async (transport, context) => {
      const wait = 'mkfifo go && touch ready && cat go; env; cat /proc/self/environ';
      const script = sequence('looked-at', completed(shellCommand(wait)), completed(message(ADA)));
      const bridge = await bridgeStageFor(context, script);
      const { stage, key } = bridge;
      writeFileSync(join(stage.cwd, 's.json'), JSON.stringify(NAME_SCHEMA));
      const events = join(stage.cwd, 'events.jsonl');
      const run = start(context, bridge, [
        'run',
        's.json',
        PROMPT,
        '--transport',
        transport,
        '--events',
        events,
      ]);
      await context.expect.poll(() => existsSync(join(stage.cwd, 'ready'))).toBe(true);

      const others = processesWithMark(run.mark).filter((pid) => pid !== run.child.pid);
      const lines = others.map((pid) => ofProcess(pid, 'cmdline'));
      expect(lines.some((line) => line.includes('model_providers.bridge'))).toBe(true);
      expect(lines.some((line) => line.includes('touch ready'))).toBe(true);
      const tokens = new Set<string>();
      for (const pid of others) {
        const environ = ofProcess(pid, 'environ');
        expect(environ).not.toContain(key);
        for (const [, token] of environ.matchAll(/CODEX_STRUCTURED_BRIDGE_TOKEN=([^\0]+)/g))
          tokens.add(token ?? '');
      }
      expect(tokens.size).toBe(1);
      const [token = ''] = tokens;
      for (const line of [...lines, ofProcess(run.child.pid ?? 0, 'cmdline')]) {
        expect(line).not.toContain(key);
        expect(line).not.toContain(token);
      }
      writeFileSync(join(stage.cwd, 'go'), '');
      const { code, stdout, stderr } = await run.done;
      expect(stderr).not.toContain(key);
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.stringify(ADA)}\n` });
      expect(readFileSync(events, 'utf8')).toContain('CODEX_STRUCTURED_BRIDGE_TOKEN');
      expect(readFileSync(events, 'utf8')).not.toContain(key);
      await untilNoneHasMark(run.mark);
    },
  );

  it('holds for resume, fork and review too, and wins over the provider that a thread began with', async (context) => {
    const bridge = await bridgeStageFor(context, scripts.answer(ADA));
    const { stage } = bridge;
    writeFileSync(join(stage.cwd, 's.json'), JSON.stringify(NAME_SCHEMA));
    const first = await start(context, bridge, ['run', 's.json', PROMPT, '--envelope']).done;
    const { threadId } = JSON.parse(first.stdout).detail;
    for (const args of [
      ['resume', 's.json', threadId, 'Again.'],
      ['fork', 's.json', threadId, 'Again.'],
      ['review', 's.json', 'What is there.'],
    ]) {
      const { code, stdout, stderr } = await start(context, bridge, args).done;
      expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: `${JSON.stringify(ADA)}\n` });
    }
  });

  it.for(['app-server', 'exec'])('holds for all tasks of a batch: %s', async (transport, context) => {
    const bridge = await bridgeStageFor(context, scripts.answer(ADA));
    writeFileSync(join(bridge.stage.cwd, 's.json'), JSON.stringify(NAME_SCHEMA));
    writeFileSync(join(bridge.stage.cwd, 'tasks.jsonl'), '{"prompt":"one"}\n{"prompt":"two"}\n');
    const args = ['batch', 's.json', 'tasks.jsonl', '--values', '--transport', transport];
    const { code, stdout, stderr } = await start(context, bridge, args).done;
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: `${JSON.stringify(ADA)}\n`.repeat(2) });
  });

  it.for([
    [['--oss'], '--oss cannot be used with --credential-bridge'],
    [['--rehearse'], '--rehearse cannot be used with --credential-bridge'],
    [['--key-env', 'NO_SUCH_KEY'], '--key-env is given more than once'],
  ] as const)('refuses what contradicts it: %j', async ([args, sentence], context) => {
    const bridge = await bridgeStageFor(context, scripts.answer(ADA));
    const { code, stderr } = await start(context, bridge, ['run', '{"type":"object"}', 'x', ...args]).done;
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
    expect(bridge.stage.requests()).toEqual([]);
  });
});
