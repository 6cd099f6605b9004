import { expect, it } from 'vitest';
import { exec, run } from '../../../src/index.js';
import { createAppServerTransport } from '../../../src/run/threads/index.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };

it.each(['exec', 'app-server'])(
  'a variable with a NUL character is named, and its value is not shown (%s)',
  async (name) => {
    const env = { ...process.env, SERVICE_LOGIN: 'hunter2hunter2\0' };
    await using server = createAppServerTransport();
    const transport = name === 'exec' ? {} : { transport: server };
    const outcome = await run(exec('hi'), SCHEMA, { env, codexPath: process.execPath, ...transport });
    expect(outcome.kind).toBe('spawn_failed');
    expect(JSON.stringify(outcome)).toContain('SERVICE_LOGIN');
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  },
);
