import { expect, it } from 'vitest';
import { runBatch } from '../../../src/batch/index.js';
import { isFinal } from '../../../src/batch/journal/resume-policy.js';
import { createScriptedTransport } from '../../../src/testing.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;

it('ends a batch with the first task, whose result is not final', async () => {
  const stderr = 'API key login is required, but ChatGPT is currently being used. Logging out.\n';
  const prompts = Array.from({ length: 20 }, (_, index) => `Task ${index}`);
  const batch = runBatch(prompts, SCHEMA, {
    transport: createScriptedTransport({ exitCode: 1, stderr }),
    concurrency: 1,
  });
  const results = [];
  for await (const result of batch) results.push(result);
  expect(results).toMatchObject([{ kind: 'process_failed', cause: 'not_logged_in' }]);
  expect(batch.summary().stopped).toBe('auth');
  expect(results.map((result) => isFinal(result))).toEqual([false]);
});
