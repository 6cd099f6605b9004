import { expect, it } from 'vitest';
import { timedCheck } from '../../../src/run/doctor/timed-check.js';

it.each(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])(
  'a check that fails with %s names the exhausted resource, and does not ask for a bug report',
  async (code) => {
    const error = Object.assign(new Error(`spawn /secret ${code}`), { code });
    const check = await timedCheck(0, 'version', Promise.reject(new Error('wrapped', { cause: error })));
    expect(check.status).toBe('problem');
    expect(check.summary).toMatch(new RegExp(`^The check failed: .*\\(${code}\\)`));
    expect(check.advice).not.toContain('report');
  },
);
