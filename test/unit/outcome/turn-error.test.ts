import { describe, expect, it } from 'vitest';
import { readTurnError } from '../../../src/outcome/turn-error.js';

/** Sentences as codex-cli 0.171.0 wrote them against the loopback provider, or as public reports quote them. */
const MEASURED: readonly (readonly [string, string])[] = [
  ['auth', 'unexpected status 401 Unauthorized: msg for 401, url: http://127.0.0.1:34837/v1/responses'],
  ['auth', 'unexpected status 403 Forbidden: msg for 403, url: http://127.0.0.1:33417/v1/responses'],
  [
    'auth',
    'Your access token could not be refreshed because your refresh token was already used. Please log out and sign in again.',
  ],
  [
    'usage_limit',
    'You\u2019ve hit your usage limit. Upgrade to Pro, or try again at Nov 30th, 2026 12:24 AM.',
  ],
  ['usage_limit', "You've hit your usage limit. Try again later."],
  ['usage_limit', 'Quota exceeded. Check your plan and billing details.'],
  ['rate_limit', 'exceeded retry limit, last status: 429 Too Many Requests'],
  ['overloaded', 'We\u2019re currently experiencing high demand, which may cause temporary errors.'],
  ['overloaded', 'Selected model is at capacity. Please try a different model.'],
  [
    'overloaded',
    'unexpected status 503 Service Unavailable: msg for 503, url: http://127.0.0.1:42389/v1/responses',
  ],
  ['overloaded', 'unexpected status 500 Internal Server Error: oops'],
  [
    'context_window',
    "Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.",
  ],
  ['truncated', 'Incomplete response returned, reason: max_output_tokens'],
  ['refused', 'stream disconnected before completion: Incomplete response returned, reason: content_filter'],
  [
    'stream_lost',
    'stream disconnected before completion: Transport error: network error: error decoding response body',
  ],
  ['stream_lost', 'error sending request for url (http://127.0.0.1:9/v1/responses): connection refused'],
  ['other', 'something that nobody has seen before'],
];

describe('the code of a turn error', () => {
  it.each(MEASURED)('is %s for: %s', (code, message) => {
    expect(readTurnError({ message }, null)).toMatchObject({ code, message, native: { message } });
  });

  it('is schema_rejected for the JSON body of a 400, and the sentence is dug out of it', () => {
    const sentence =
      "Invalid schema for response_format 'codex_output_schema': In context=(), 'required' is required";
    const body = { error: { message: sentence, type: 'invalid_request_error', code: 'invalid_json_schema' } };
    const native = { message: JSON.stringify(body) };
    expect(readTurnError(native, null)).toEqual({ code: 'schema_rejected', message: sentence, native });
  });

  it('is read from a body that stands inside a sentence', () => {
    const native = {
      message:
        'unexpected status 400 Bad Request: {"error":{"message":"too long","code":"context_length_exceeded"}}, url: x',
    };
    expect(readTurnError(native, null)).toMatchObject({ code: 'context_window', message: 'too long' });
  });

  it('is read from a code that came as data', () => {
    const native = { message: 'failed', codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 401 } } };
    expect(readTurnError(native, null).code).toBe('auth');
  });

  it('does not take an ordinary number for a status', () => {
    expect(readTurnError({ message: 'the tool printed 429 lines and 401 words' }, null).code).toBe('other');
  });
});

describe('a turn.failed without a reason', () => {
  it.each([[null], [undefined], [{}], [{ message: '' }], [{ message: 7 }], [17]])(
    '%j takes it from the last error',
    (native) => {
      const error = readTurnError(native, 'exceeded retry limit, last status: 429 Too Many Requests');
      expect(error.code).toBe('rate_limit');
      expect(error.native).toBe(native);
    },
  );

  it('says that there is none where there is none', () => {
    expect(readTurnError(null, null)).toEqual({
      code: 'other',
      message: 'codex gave no reason',
      native: null,
    });
  });

  it('takes a bare string for its message', () => {
    expect(readTurnError('Quota exceeded.', null)).toMatchObject({
      code: 'usage_limit',
      message: 'Quota exceeded.',
    });
  });
});

describe('the reset time', () => {
  it('is read from the sentence, in the local time that codex writes', () => {
    const message =
      'You\u2019ve hit your usage limit. Visit the settings or try again at Nov 30th, 2026 12:24 AM.';
    expect(readTurnError({ message }, null).resetsAt).toBe(new Date(2026, 10, 30, 0, 24).toISOString());
  });

  it('is read from epoch seconds in a body', () => {
    const body = { error: { type: 'usage_limit_reached', message: 'limit', resets_at: 1_796_000_000 } };
    const error = readTurnError({ message: JSON.stringify(body) }, null);
    expect(error.resetsAt).toBe(new Date(1_796_000_000_000).toISOString());
  });

  it('is absent where nothing certain is said', () => {
    expect(readTurnError({ message: 'usage limit; try again in 2 hours' }, null)).not.toHaveProperty(
      'resetsAt',
    );
  });
});
