import { describe, expect, it } from 'vitest';
import { runBatch } from '../../../src/batch/index.js';
import { type Command, type RunOptions, run, stream } from '../../../src/index.js';
import { runProblem } from '../../../src/run/run-problem.js';
import { createScriptedTransport } from '../../../src/testing.js';

type Options = Omit<RunOptions, 'onRetry' | 'onEvent' | 'rehearse' | 'additionalContext'>;

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };
const exec: Command = { subcommand: 'exec', prompt: 'hi', options: {} };

/** The message of each caller about options that cannot be used together. */
const CALLERS: Readonly<Record<string, (options: Options) => Promise<unknown>>> = {
  'run()': (options) => run(exec, SCHEMA, options),
  'stream()': async (options) => stream(exec, SCHEMA, options),
  'runBatch()': async (options) => {
    for await (const _ of runBatch(['hi'], SCHEMA, options)) throw new Error('A task ran.');
  },
};

const ROWS: readonly (readonly [problem: RegExp, options: Options])[] = [
  [/^'retryUnsafe' requires 'retry'\.$/, { retryUnsafe: true }],
  [/^'twoStep' .*--output-schema/, { twoStep: true, extraArgs: ['--output-schema', 's.json'] }],
  [/remove 'worktree'/, { repair: 1, worktree: true }],
  [/^'config' .*key=value/, { config: ['model'] }],
];

describe.each(ROWS)('%s', (problem, options) => {
  it.each(Object.entries(CALLERS))(
    '%s reports it with the same sentence, before anything starts',
    async (_, call) => {
      const transport = createScriptedTransport({ stdout: [] });
      const sentence = runProblem({ ...exec, options }, options, 'scripted');
      expect(sentence).toMatch(problem);
      await expect(call({ ...options, transport })).rejects.toThrow(new TypeError(sentence ?? ''));
      expect(transport.requests).toEqual([]);
    },
  );
});
