import { expect, it } from 'vitest';
import { readTurnError } from '../../../src/outcome/turn-error.js';

it.each([
  ['unauthorized', 'auth'],
  ['usageLimitExceeded', 'usage_limit'],
  ['rateLimitExceeded', 'rate_limit'],
  ['serverOverloaded', 'overloaded'],
  ['contextWindowExceeded', 'context_window'],
  ['cyberPolicy', 'refused'],
  ['modelNotFound', 'other'],
  ['other', 'other'],
  ['toString', 'other'],
  [{ httpConnectionFailed: { httpStatusCode: 401 } }, 'auth'],
  [{ responseTooManyFailedAttempts: { httpStatusCode: 429 } }, 'rate_limit'],
  [{ httpConnectionFailed: { httpStatusCode: 503 } }, 'overloaded'],
  [{ responseStreamDisconnected: { httpStatusCode: null } }, 'stream_lost'],
  [null, 'other'],
  [7, 'other'],
])('codexErrorInfo %j says %s, and stays in the native error', (codexErrorInfo, code) => {
  const native = { message: 'It did not work', codexErrorInfo, additionalDetails: null };
  expect(readTurnError(native, null)).toMatchObject({ code, message: 'It did not work', native });
});

it('a rejected schema is recognized by the message, since the app server has no code for it', () => {
  const body = { error: { message: 'Invalid schema', code: 'invalid_json_schema' } };
  const native = { message: JSON.stringify(body), codexErrorInfo: 'other' };
  expect(readTurnError(native, null)).toMatchObject({ code: 'schema_rejected', message: 'Invalid schema' });
});
