import { expect, it } from 'vitest';
import { runBatch } from '../../../src/batch/index.js';
import { createScriptedTransport } from '../../../src/testing.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };

it.each([
  [{ prompt: 5 }, 'Task 0: prompt must be a non-blank string, not 5.'],
  [{ prompt: 'a', images: 'a.png' }, 'Task 0: images must be an array, not "a.png".'],
  [{ prompt: 'a', images: [5] }, 'Task 0: images[0] must be a non-blank string, not 5.'],
  [{ prompt: 'a', model: 5 }, 'Task 0: model must be a non-blank string, not 5.'],
  [{ prompt: 'a', cwd: {} }, 'Task 0: cwd must be a non-blank string, not an object.'],
  [{ prompt: 'a', context: 'x' }, 'Task 0: context must be an object, not "x".'],
  [{ prompt: 'a', schema: 5 }, 'Task 0: schema must be a non-blank string, or an object, not 5.'],
])("a program's task %j is invalid, and the batch goes on", async (task, sentence) => {
  const transport = createScriptedTransport({ stdout: [] });
  // biome-ignore lint/suspicious/noExplicitAny: a program without types.
  const tasks: any[] = [task, null];
  const results = [];
  for await (const result of runBatch(tasks, SCHEMA, { transport })) results.push(result);
  expect(results).toMatchObject([{ kind: 'invalid_task', message: sentence }, { kind: 'invalid_task' }]);
  expect(transport.requests).toHaveLength(0);
});
