import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { toolCall } from '../../src/rehearsal/replies.js';
import { agentOn, callsThenAnswer } from '../support/agent-stage.js';
import { bundleScript } from '../support/bundled-script.js';
import { MARK_VARIABLE, processesWithMark, untilNoneHasMark } from '../support/process-watch.js';
import { codexLauncher } from '../support/real-codex.js';
import { stageFor } from '../support/run-on-stage.js';

let scripts: string;
let script: string;
beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'codex-structured-script-'));
  script = await bundleScript('test/support/run-agent-waiting.ts', scripts);
});
afterAll(() => rmSync(scripts, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

it.for([
  ['waits for a decision', false],
  ['has a command running', true],
] as const)(
  'a host that is killed while a turn %s leaves no process, and its folder to the next agent',
  async ([, approve], context) => {
    const mark = randomUUID();
    const command = toolCall('exec_command', { cmd: 'touch begun; sleep 600', yield_time_ms: 30_000 });
    const stage = await stageFor(context, callsThenAnswer(command));
    const { config, cwd } = stage.runOptions;
    const host = spawn(
      process.execPath,
      [script, JSON.stringify({ approve, cwd, config, codexPath: codexLauncher() })],
      {
        env: { ...stage.fullEnv, TMPDIR: scripts, [MARK_VARIABLE]: mark },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(host.stdout, 'data');
    if (approve) await expect.poll(() => existsSync(join(stage.cwd, 'begun'))).toBe(true);
    // The host and codex, and then the shell and its command.
    await expect.poll(() => processesWithMark(mark).length).toBeGreaterThan(approve ? 2 : 1);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await untilNoneHasMark(mark);
    const left = () => readdirSync(scripts).filter((name) => /^codex-structured-\d/.test(name));
    expect(left()).toHaveLength(1);
    vi.stubEnv('TMPDIR', scripts);
    const next = await agentOn(stage).start();
    await next.close();
    await expect.poll(left).toEqual([]);
  },
);
