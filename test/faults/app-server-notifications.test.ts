import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TurnLimits } from '../../src/codex/turn-request.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import type { Transport } from '../../src/transports/transport.js';
import { FaultBench } from '../support/fault-bench.js';

let bench: FaultBench;
let transport: Transport;
beforeEach(async () => {
  bench = await FaultBench.open();
  transport = createAppServerTransport();
});
afterEach(async () => {
  await transport.close();
  await bench.expectNothingLeft();
  bench.close();
});

const notes = () => join(bench.root, 'notes');

/** The notifications that each server so far was told not to send, sorted. */
async function unwanted(limits: Partial<TurnLimits>): Promise<(string[] | undefined)[]> {
  await bench.evidence('as-notes-its-handshake', { transport, limits, env: { FAKE_ANSWERS: notes() } });
  const lines = readFileSync(notes(), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line).params.capabilities.optOutNotificationMethods);
}

describe('an app server is asked for', () => {
  test('what is read of it, and not for each piece of text as it comes', async () => {
    const [methods] = await unwanted({});
    expect(methods).toEqual(
      expect.arrayContaining([
        'item/agentMessage/delta',
        'item/commandExecution/outputDelta',
        'turn/started',
      ]),
    );
    for (const read of ['item/completed', 'turn/completed', 'error', 'thread/tokenUsage/updated']) {
      expect(methods).not.toContain(read);
    }
  });

  test('every sign of life, where silence is limited', async () => {
    expect(await unwanted({ idleTimeoutMs: 60_000 })).toEqual([undefined]);
  });

  test('both by turns that differ in that: not the same server', async () => {
    await unwanted({});
    expect(await unwanted({ idleTimeoutMs: 60_000 })).toEqual([expect.any(Array), undefined]);
  });
});
