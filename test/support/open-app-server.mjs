/**
 * A program that runs one turn over an app server, as documented, and never closes it.
 *
 * node open-app-server.mjs transport|client CODEX
 */
import { createAppServerTransport, openAppServer } from '../../dist/lib/app-server.js';
import { exec, run } from '../../dist/lib/index.js';

const [what, codexPath] = process.argv.slice(2);
const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
const outcome =
  what === 'transport'
    ? await run(exec('hi'), schema, { codexPath, transport: createAppServerTransport() })
    : await openAppServer({ codexPath }).startThread({ schema }).turn('hi').outcome;
process.stdout.write(outcome.kind);
