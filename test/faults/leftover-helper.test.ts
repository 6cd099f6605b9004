import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runningProcesses } from '../../src/platform/process/process-table.js';
import { FaultBench } from '../support/fault-bench.js';

it.runIf(process.platform === 'linux')(
  'a helper that codex leaves in its session, in another group and without its environment, ends with it',
  async () => {
    const bench = await FaultBench.open();
    try {
      const noted = join(bench.root, 'helper');
      const result = await bench.evidence('leaves-helper', { env: { FAKE_HELPER: noted } });
      expect(result).toMatchObject({ exitCode: 0, stop: null });
      const helper = Number(readFileSync(noted, 'utf8'));
      expect(runningProcesses().filter(({ pid }) => pid === helper)).toEqual([]);
    } finally {
      bench.close();
    }
  },
);
