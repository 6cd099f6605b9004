import { expect, it } from 'vitest';
import { flagHint } from '../../../src/cli/output/flag-hints.js';
import { processFailedMessage, timeoutMessage } from '../../../src/outcome/messages.js';

it.each([
  [{ kind: 'timeout', limit: 'overall' }, '--timeout'],
  [{ kind: 'timeout', limit: 'idle' }, '--idle-timeout'],
  [{ kind: 'process_failed', cause: 'not_trusted_directory' }, '--skip-git-repo-check'],
  [{ kind: 'process_failed', cause: 'bad_config' }, '--ignore-user-config'],
  [{ kind: 'turn_failed', error: { code: 'overloaded' } }, '-m'],
  [{ kind: 'no_structured_output', detail: { notices: [{ kind: 'oversized_line' }] } }, '--max-line-bytes'],
])('hints at a flag after %j', (failure, flag) => {
  expect(flagHint(failure as never)).toContain(`${flag} `);
});

it('is the only place for flags: the messages of the library name none', () => {
  expect(timeoutMessage('overall', 1000, null)).toBe('The run timed out after 1 s; raise the time limit.');
  const end = { exitCode: 1, signal: null, failureLine: null, lastError: null };
  for (const cause of ['not_trusted_directory', 'bad_config', 'session_not_found', 'unknown'] as const) {
    expect(processFailedMessage({ ...end, cause })).not.toMatch(/(^|\s)'?-{1,2}[a-z]/);
  }
});
