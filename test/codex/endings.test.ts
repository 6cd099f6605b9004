import { describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import { AbortedBySignal } from '../../src/codex/turn-request.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA, PROMPT, stageFor } from '../support/run-on-stage.js';

describe.concurrent('a run of the real codex that is ended', () => {
  it.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s in the middle of a turn', async (name, context) => {
    const stage = await stageFor(context, scripts.hangAfter(ADA));
    const controller = new AbortController();
    const running = run(exec(PROMPT), NAME_SCHEMA, { ...stage.runOptions, signal: controller.signal });
    await stage.whenRequested(1);
    controller.abort(new AbortedBySignal(name));
    expect(await running).toMatchObject({ kind: 'aborted', signal: name, workMayHaveRun: true });
  });

  it.for([
    ['overall', { timeoutMs: 1500 }],
    ['idle', { idleTimeoutMs: 1500 }],
  ] as const)('by the %s limit, while the model is silent', async ([limit, limits], context) => {
    const stage = await stageFor(context, scripts.hang());
    const outcome = await run(exec(PROMPT), NAME_SCHEMA, { ...stage.runOptions, ...limits });
    expect(outcome).toMatchObject({ kind: 'timeout', limit, ms: 1500 });
  });
});
