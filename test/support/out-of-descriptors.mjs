/**
 * A program of a host that has few file descriptors left: takes all but some, and runs codex; gives some more back,
 * and runs it many times at once; gives all back, and runs it once more. Says how each ended, one line each, as JSON.
 *
 * node out-of-descriptors.mjs WHAT CODEX
 */
import { closeSync, openSync } from 'node:fs';
import { Agent } from '../../dist/lib/agent.js';
import { createAppServerTransport, openAppServer } from '../../dist/lib/app-server.js';
import { runBatch } from '../../dist/lib/batch.js';
import { exec, run, stream } from '../../dist/lib/index.js';

const [what, codexPath] = process.argv.slice(2);
const schema = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};
const options = { codexPath };

for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) => say({ phase: event, kind: String(error) }));
}

const WHATS = {
  run: () => run(exec('hi'), schema, options),
  stream: async () => {
    const events = stream(exec('hi'), schema, options);
    for await (const _ of events);
    return events.outcome;
  },
  rehearsal: () => run(exec('hi'), schema, { ...options, rehearse: true }),
  'app-server': async () => {
    const transport = createAppServerTransport();
    const outcome = await run(exec('hi'), schema, { ...options, transport });
    await transport.close();
    return outcome;
  },
  thread: async () => {
    const server = openAppServer(options);
    const outcome = await server.startThread({ schema }).turn('hi').outcome;
    await server.close();
    return outcome;
  },
  batch: async () => {
    const batch = runBatch(['one'], schema, { ...options, transport: 'exec' });
    const results = [];
    for await (const result of batch) results.push(result);
    return results[0];
  },
  agent: async () => {
    const task = await new Agent(options).start();
    const outcome = await task.runTurn('hi', { schema });
    await task.close();
    return outcome;
  },
};

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function phase(name, count) {
  const runs = Array.from({ length: count }, () => WHATS[what]());
  for (const { status, value, reason } of await Promise.allSettled(runs)) {
    say({ phase: name, kind: status === 'fulfilled' ? value.kind : `rejected: ${reason.message}` });
  }
}

const taken = [];
try {
  while (true) taken.push(openSync('/dev/null', 'r'));
} catch {
  // There are no more.
}
function giveBack(count) {
  for (const descriptor of taken.splice(0, count)) closeSync(descriptor);
}

await phase('few left', 1);
giveBack(3);
await phase('few left', 1);
giveBack(3);
await phase('few left', 1);
giveBack(24);
await phase('many at once', 10);
giveBack(taken.length);
await phase('after', 1);
