/**
 * A program that uses the exec transport and handles no signal: runs one turn with the codex on its PATH,
 * says `running` when the turn has started, and calls `process.exit` then where it is told to.
 */
import { findCodex } from '../../src/codex/find.js';
import { DEFAULT_LIMITS } from '../../src/codex/turn-request.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';

report(
  createExecTransport().runTurn({
    command: { subcommand: 'exec', prompt: 'hi', options: {} },
    codex: findCodex({ env: process.env, cwd: process.cwd() }),
    wireSchema: '{}',
    limits: DEFAULT_LIMITS,
    env: process.env,
    cwd: process.cwd(),
    observe: {
      keepEvents: false,
      onEvent: ({ type }) => {
        if (type !== 'turn.started') return;
        process.stdout.write('running\n');
        if (process.argv[2] === 'exit') process.exit(7);
        if (process.argv[2] === 'throw') setImmediate(() => fail());
      },
    },
  }),
);

function report(turn: Promise<unknown>): void {
  turn.then((result) => console.log(JSON.stringify(result)));
}

function fail(): never {
  throw new Error('a bug of the host program');
}
