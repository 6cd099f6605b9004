import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answering, CliBench } from '../support/cli.js';
import {
  killAllWithMark,
  MARK_VARIABLE,
  processesWithMark,
  untilNoneHasMark,
} from '../support/process-watch.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

/** Starts a process in a session of its own, whose parent is gone, and waits until it is there. */
const DAEMON = `rm -f there; (setsid sh -c "> there; exec sleep 600" >/dev/null 2>&1 </dev/null &)
while [ ! -e there ]; do sleep 0.01; done`;

// The environment of a process, by which it is found, is shown by Linux only.
it.runIf(process.platform === 'linux')(
  'a run within a command of another codex still ends what its own codex left, and keeps what a command left',
  async ({ onTestFinished }) => {
    const [left, kept] = [randomUUID(), randomUUID()];
    onTestFinished(() => {
      killAllWithMark(left);
      killAllWithMark(kept);
    });
    const after = [
      `${MARK_VARIABLE}=${left}; export ${MARK_VARIABLE}; ${DAEMON}`,
      `${MARK_VARIABLE}=${kept} CODEX_THREAD_ID=inner sh -c '${DAEMON}'`,
    ].join('\n');
    bench.codex({ stream: answering('{"name":"Ada"}'), after });
    const { code } = await bench.run(['run', 's.json', 'Hi'], { env: { CODEX_THREAD_ID: 'outer' } });
    expect(code).toBe(0);
    await untilNoneHasMark(left);
    await expect.poll(() => processesWithMark(kept).length).toBe(1);
  },
);
