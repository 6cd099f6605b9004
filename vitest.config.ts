import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real processes are started in most of these files; two cores are the common case.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: process.env['CI'] ? ['default', './test/support/counting-reporter.ts'] : ['default'],
  },
});
