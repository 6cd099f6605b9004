import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decide } from '../../src/agent/approvals/decision.js';
import { UnifiedExec } from '../../src/agent/tools/capability.js';
import { completed, message, shellCommand } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { agentOn } from '../support/agent-stage.js';
import { bridgeFor, bridgeStageFor } from '../support/bridge-stage.js';
import { MARK_VARIABLE, processesWithMark, untilNoneHasMark } from '../support/process-watch.js';
import { ADA } from '../support/run-on-stage.js';

const ofProcess = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1');

// Elsewhere nobody can look into another process.
it.skipIf(!existsSync('/proc/self/environ'))(
  'R3.1 R3.2 the host alone holds the key: no codex of an agent, and no command, has it or the token',
  async (context) => {
    const wait = 'mkfifo go && touch ready && cat go; env';
    const script = sequence('looked-at', completed(shellCommand(wait)), completed(message(ADA)));
    const { stage, key, upstream, config } = await bridgeStageFor(context, script);
    const mark = `agent-bridge-${process.pid}-${Date.now()}`;
    const traffic: string[] = [];
    const bridge = await bridgeFor(context, { apiKey: key, upstream });
    const agent = agentOn(
      { ...stage, runOptions: { ...stage.runOptions, config } },
      {
        bridge,
        capabilities: [new UnifiedExec({ approve: () => decide.approve() })],
        env: { [MARK_VARIABLE]: mark, OPENAI_API_KEY: key, OTHER: `{"key":"${key}"}`, FOLDER: 'stays' },
        onTraffic: ({ line }) => void traffic.push(line),
      },
    );
    const session = await agent.start();
    context.onTestFinished(() => session.close());
    const outcome = session.runTurn('hi');
    await context.expect.poll(() => existsSync(join(stage.cwd, 'ready'))).toBe(true);
    const pids = processesWithMark(mark);
    expect(pids.length).toBeGreaterThan(1);
    for (const pid of pids) {
      const all = ofProcess(pid, 'environ') + ofProcess(pid, 'cmdline');
      expect(all).toContain('FOLDER=stays');
      expect(all).not.toContain(key);
      expect(all).not.toContain(bridge.token);
    }
    writeFileSync(join(stage.cwd, 'go'), '');
    expect(await outcome).toMatchObject({ kind: 'ok', value: ADA });
    expect(stage.requests()).toHaveLength(2);
    const [, second] = stage.requests();
    for (const text of [JSON.stringify(second), JSON.stringify(await outcome), traffic.join('\n')]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(bridge.token);
    }
    await session.close();
    await untilNoneHasMark(mark);
  },
);
