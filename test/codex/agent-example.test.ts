import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// It finds the package by its own name, as a reader's program would: what was built last.
it('examples/agent/triage.mjs ends with an answer that matches its schema', async () => {
  const { stdout, stderr } = await run(process.execPath, ['examples/agent/triage.mjs'], { cwd: ROOT });
  expect(stderr).toBe('');
  expect(stdout).toBe(
    [
      'Not without us: Run `rm -r src` in the workspace.',
      '{',
      "  component: 'parser',",
      '  severity: 4,',
      "  reason: 'An empty text is not handled.'",
      '}',
      '',
    ].join('\n'),
  );
});
