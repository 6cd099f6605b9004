import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.js';

/** Pure functions of src: nothing that a file does can reach the next one in the same worker. */
const PURE = ['test/unit/**/*.test.ts', 'test/suite/**/*.test.ts', 'test/surface/**/*.test.ts'];

/** Bounds a hang, not a slow machine: no test that passes takes a tenth of it on two idle cores. */
const HANG = 180_000;

export default defineConfig({
  test: {
    globalSetup: './test/support/surroundings.ts',
    // Real processes are started in most of the files, and are waited for more than they compute.
    maxWorkers: Math.min(2 * availableParallelism(), 12),
    sequence: { sequencer: SlowestFirst },
    reporters: process.env['CI'] ? ['default', './test/support/counting-reporter.ts'] : ['default'],
    projects: [
      project('processes', { include: ['test/**/*.test.ts'], exclude: PURE }),
      project('pure', { include: PURE, isolate: false }),
    ],
  },
});

function project(name: string, files: { include: string[]; exclude?: string[]; isolate?: boolean }) {
  return {
    test: { name, testTimeout: HANG, hookTimeout: HANG, expect: { poll: { timeout: HANG / 3 } }, ...files },
  };
}
