import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const LIBRARY = join(import.meta.dirname, '../../dist/lib');

const FAILED = {
  ok: false,
  kind: 'spawn_failed',
  message: expect.stringMatching(/^codex cannot be started: the working directory .+ does not exist\.$/),
  workMayHaveRun: false,
};

/** What an expression of the library gives in a working directory that was deleted. */
function inDeletedDirectory(expression: string): unknown {
  const program = `
    import { mkdirSync, rmdirSync } from 'node:fs';
    import { exec, run, stream } from ${JSON.stringify(join(LIBRARY, 'index.js'))};
    import { createAppServerTransport } from ${JSON.stringify(join(LIBRARY, 'app-server.js'))};
    import { runBatch } from ${JSON.stringify(join(LIBRARY, 'batch.js'))};
    mkdirSync('gone');
    process.chdir('gone');
    rmdirSync('../gone');
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
    console.log(JSON.stringify(await (${expression})()));`;
  const options = { cwd: bench.folder, env: bench.environment({}), encoding: 'utf8' as const };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], options);
  return stdout === '' ? stderr : JSON.parse(stdout);
}

it.each([
  ['run()', `() => run(exec('Hi'), schema)`],
  ['stream()', `() => stream(exec('Hi'), schema).outcome`],
  [
    'an app server',
    `async () => {
      const transport = createAppServerTransport();
      const outcome = await run(exec('Hi'), schema, { transport });
      await transport.close();
      return outcome;
    }`,
  ],
  ['a batch', `async () => { for await (const result of runBatch(['Hi'], schema)) return result; }`],
])('in a deleted working directory %s fails as in one that does not exist', (_what, expression) => {
  expect(inDeletedDirectory(expression)).toMatchObject(FAILED);
});
