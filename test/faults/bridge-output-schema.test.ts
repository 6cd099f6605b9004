import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BridgeBench, PROGRAM, WIRE } from '../support/bridge-bench.js';
import { anyCuts, anyLine, cut, WIRE as SHORT_WIRE } from '../unit/bridges/output-schema/lines.js';

const TURN = '{"id":1,"method":"turn/start","params":{"a":1}}\n';
const WITH_SCHEMA = `{"id":1,"method":"turn/start","params":{"a":1,"outputSchema":${WIRE}}}\n`;
const MIB = 1024 * 1024;

async function onBench(act: (bench: BridgeBench) => Promise<void>): Promise<void> {
  const bench = new BridgeBench();
  try {
    await act(bench);
    await bench.expectNothingLeft();
  } finally {
    bench.close();
  }
}

/** A codex that says what it is told: what comes back is what it got. */
const ECHO = 'exec cat';

describe('the lines', () => {
  test('come to codex with the schema, and back as they are', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', ECHO);
      const lines = fc.sample(anyLine, { numRuns: 60, seed: 11 });
      const cuts = fc.sample(anyCuts, { numRuns: 1, seed: 12 })[0] ?? [];
      const bridge = bench.start().read();
      const all = Buffer.from(lines.map(({ text }) => `${text}\n`).join('noise \u0000\n\r\n'));
      for (const piece of cut(all, cuts)) {
        bridge.child.stdin.write(piece);
        await new Promise(setImmediate);
      }
      bridge.child.stdin.end();
      const { code, stdout } = await bridge.end;
      const expected = lines.map(({ expected }) => `${expected.replaceAll(SHORT_WIRE, () => WIRE)}\n`);
      expect(stdout.toString()).toBe(expected.join('noise \u0000\n\r\n'));
      expect(code).toBe(0);
    }));

  test('of 64 MiB pass in little memory, also where nobody reads for a while', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', ECHO);
      const bridge = bench.start();
      const { stdin, stdout } = bridge.child;
      let stuckAt: number | null = null;
      const head = '{"id":1,"params":{"a":"';
      stdin.write(head);
      const filling = Buffer.alloc(MIB, 'x');
      let received = 0;
      for (let index = 0; index < 64; index += 1) {
        stdin.write(filling);
        // The pipes are full: nothing moves until somebody reads.
        if (stuckAt === null && !(await movesWithin(stdin, 500))) {
          stuckAt = index;
          stdout.on('data', (chunk: Buffer) => {
            received += chunk.length;
          });
        }
        if (stdin.writableNeedDrain) await once(stdin, 'drain');
      }
      expect(stuckAt).toBeLessThan(16);
      stdin.write('"},"method":"turn/start"}\n');
      const whole =
        head.length + 64 * MIB + '"},"method":"turn/start"}\n'.length + `,"outputSchema":${WIRE}`.length;
      await expect.poll(() => received).toBe(whole);
      expect(bridge.peakMemory()).toBeLessThan(160);
      stdin.end();
      expect(await bridge.end).toMatchObject({ code: 0 });
    }));

  test('pass on a client that writes much before it reads at all', () =>
    onBench(async (bench) => {
      // It reads everything before it says anything, and then says it all.
      bench.script('bin/codex', 'cat > all', 'cat all all');
      const bridge = bench.start();
      const lines = TURN.repeat(20_000);
      bridge.child.stdin.end(lines);
      const { stdout } = await bridge.read().end;
      expect(stdout.toString()).toBe(WITH_SCHEMA.repeat(40_000));
    }));
});

describe('an end', () => {
  test("of the client's stdin is codex's, and codex's exit code ours", () =>
    onBench(async (bench) => {
      bench.script('bin/codex', 'cat', 'echo over >&2', 'exit 7');
      const bridge = bench.start().read();
      bridge.child.stdin.end(TURN.trimEnd());
      const { code, stdout, stderr } = await bridge.end;
      expect({ code, stderr }).toEqual({ code: 7, stderr: 'over\n' });
      expect(`${stdout}\n`).toBe(WITH_SCHEMA);
    }));

  test('of codex is ours, with all that it said', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', 'head -c 1000000 /dev/zero', 'exit 3');
      const { code, stdout } = await bench.start().read().end;
      expect({ code, length: stdout.length }).toEqual({ code: 3, length: 1_000_000 });
    }));

  test.each(['SIGKILL', 'SIGTERM', 'SIGABRT'])('of codex by %s is ours', (name) =>
    onBench(async (bench) => {
      bench.script('bin/codex', `kill -s ${name.slice(3)} $$`, 'sleep 600');
      expect(await bench.start().read().end).toMatchObject({ code: null, signal: name });
    }),
  );

  test('of codex does not wait for one that holds its stdout open', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', 'sleep 600 &', 'echo done', 'exit 0');
      const { code, stdout } = await bench.start().read().end;
      expect({ code, said: String(stdout) }).toEqual({ code: 0, said: 'done\n' });
    }));

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'of ours by %s ends a codex that does not want to',
    (signal) =>
      onBench(async (bench) => {
        bench.script('bin/codex', "trap '' TERM INT HUP", 'echo up', 'while :; do sleep 1; done');
        const bridge = bench.start().read();
        await bridge.hasSaid('up');
        bridge.child.kill(signal);
        const number = { SIGTERM: 15, SIGINT: 2, SIGHUP: 1 }[signal];
        expect(await bridge.end).toMatchObject({ code: 128 + number });
      }),
  );

  test('of ours by SIGTERM does not wait for a client that reads nothing', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', "trap '' TERM", 'yes');
      const bridge = bench.start();
      await once(bridge.child.stdout, 'readable');
      bridge.child.kill('SIGTERM');
      await once(bridge.child, 'exit');
      await bench.expectNothingLeft();
      bridge.read();
      expect(await bridge.end).toMatchObject({ code: 143 });
    }));

  test('of ours by SIGKILL leaves codex without stdin, which ends it', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', 'echo up', 'cat');
      const bridge = bench.start().read();
      await bridge.hasSaid('up');
      bridge.child.kill('SIGKILL');
      expect(await bridge.end).toMatchObject({ signal: 'SIGKILL' });
    }));

  test('of whoever reads us is the end of codex', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', "trap '' PIPE", 'while :; do echo x; sleep 0.02; done');
      const bridge = bench.start().read();
      await bridge.hasSaid('x');
      bridge.child.stdout.destroy();
      expect((await bridge.end).code).not.toBe(0);
    }));

  test('at any moment leaves nothing behind', async () => {
    const deaths = fc.record({
      bytes: fc.integer({ min: 0, max: 300_000 }),
      who: fc.constantFrom('stdin', 'stdout', 'SIGTERM', 'SIGKILL', 'codex'),
    });
    for (const { bytes, who } of fc.sample(deaths, { numRuns: 12, seed: 77 })) {
      await onBench(async (bench) => {
        bench.script('bin/codex', who === 'codex' ? `head -c ${bytes}` : ECHO);
        const bridge = bench.start().read();
        const text = TURN.repeat(Math.ceil(bytes / TURN.length) + 1);
        bridge.child.stdin.write(text.slice(0, who === 'codex' ? text.length : bytes));
        await new Promise(setImmediate);
        if (who === 'stdin') bridge.child.stdin.destroy();
        else if (who === 'stdout') bridge.child.stdout.destroy();
        else if (who !== 'codex') bridge.child.kill(who as NodeJS.Signals);
        // Somebody who only goes deaf has said nothing yet: the next word shows it.
        if (who === 'stdout') bridge.child.stdin.end(TURN);
        await bridge.end;
      });
    }
  });
});

describe('before codex is started', () => {
  test.each([
    [{ CODEX_STRUCTURED_SCHEMA: undefined }, 'The bridge has no schema'],
    [{ CODEX_STRUCTURED_SCHEMA: '/no/such.json' }, 'cannot be read: there is no such file'],
    [{ CODEX_STRUCTURED_SCHEMA: '-' }, 'cannot come from stdin'],
    [{ CODEX_STRUCTURED_SCHEMA: '{' }, 'is incomplete'],
    [{ CODEX_STRUCTURED_SCHEMA: '{"type":"array"}' }, 'cannot be used'],
    [{ CODEX_STRUCTURED_SCHEMA: '{"type":7}' }, 'not a valid JSON Schema'],
    [{ CODEX_STRUCTURED_SCHEMA_MODE: 'loose' }, 'must be one of'],
    [{ CODEX_STRUCTURED_DECODE: '1' }, '--decode requires'],
  ])('%j is rejected with one sentence', (env, sentence) =>
    onBench(async (bench) => {
      bench.script('bin/codex', ECHO);
      const { code, stdout, stderr } = await bench.start(['app-server'], env).read().end;
      expect({ code, stdout: String(stdout) }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(sentence);
      expect(stderr.split('\n')).toHaveLength(2);
      expect(bench.codexWasStarted()).toBe(false);
    }),
  );
});

describe('the real codex', () => {
  test('is found though everything named codex leads to ourselves', () =>
    onBench(async (bench) => {
      const own = bench.link('own/codex', PROGRAM);
      const again = bench.link('bin/codex', own);
      // As pnpm makes them; npm's are links.
      bench.script(
        'shims/codex',
        `exec node "$basedir/../codex-structured/bin/codex-structured-app-server.js" "$@"`,
      );
      bench.script('real/codex', 'echo "the real one: $*"');
      const PATH = `${['bin', 'shims', 'real'].map((name) => bench.path(name)).join(':')}:${bench.environment()['PATH']}`;
      for (const CODEX_PATH of [
        own,
        again,
        bench.path('shims/codex'),
        PROGRAM,
        'codex-structured-app-server',
        undefined,
      ]) {
        const { code, stdout, stderr } = await bench
          .start(['app-server', '-c', 'a=b'], { PATH, CODEX_PATH })
          .read().end;
        expect({ code, said: String(stdout), stderr }).toEqual({
          code: 0,
          said: 'the real one: app-server -c a=b\n',
          stderr: '',
        });
      }
      const named = await bench.start(['app-server'], { CODEX_STRUCTURED_CODEX_PATH: again }).read().end;
      expect(named).toMatchObject({ code: 126, stderr: expect.stringContaining('codex-structured itself') });
    }));

  test('is not looked for in a circle', () =>
    onBench(async (bench) => {
      // A script of somebody's own, in which the program's path is not to be seen.
      bench.link('hidden', PROGRAM);
      bench.script('bin/codex', `exec '${process.execPath}' '${bench.path('hidden')}' "$@"`);
      const { code, stderr } = await bench.start().read().end;
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('calls this bridge again'),
      });
    }));
});

test.skipIf(!existsSync('/proc/self/cmdline'))('a circle without our environment ends, too', () =>
  onBench(async (bench) => {
    bench.link('hidden', PROGRAM);
    const path = bench.environment()['PATH'];
    bench.script(
      'bin/codex',
      `exec env -i PATH='${path}' '${process.execPath}' '${bench.path('hidden')}' "$@"`,
    );
    const { code, stderr } = await bench.start(['--version']).read().end;
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('calls this bridge again') });
  }),
);

describe('every other call', () => {
  test('is codex itself: arguments, stdin, output, exit code', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', 'echo "$#: $*"', 'cat', 'echo err >&2', 'exit 5');
      const bridge = bench
        .start(['exec', '--json', '', 'two words'], { CODEX_STRUCTURED_SCHEMA: undefined })
        .read();
      bridge.child.stdin.end('from stdin');
      const { code, stdout, stderr } = await bridge.end;
      expect({ code, stdout: String(stdout), stderr }).toEqual({
        code: 5,
        stdout: '4: exec --json  two words\nfrom stdin',
        stderr: 'err\n',
      });
    }));

  test('gets our signals, and its own end is ours', () =>
    onBench(async (bench) => {
      bench.script('bin/codex', "trap 'echo got it; exit 4' TERM", 'echo up', 'while :; do sleep 0.05; done');
      const heeds = bench.start(['login']).read();
      await heeds.hasSaid('up');
      heeds.child.kill('SIGTERM');
      expect(await heeds.end).toMatchObject({ code: 4 });
      expect(heeds.said).toBe('up\ngot it\n');
      bench.script('bin/codex', 'echo up', 'exec sleep 600');
      const dies = bench.start(['login']).read();
      await dies.hasSaid('up');
      dies.child.kill('SIGINT');
      expect(await dies.end).toMatchObject({ code: null, signal: 'SIGINT' });
    }));
});

async function movesWithin(stream: NodeJS.EventEmitter, ms: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ms);
  return once(stream, 'drain', { signal }).then(
    () => true,
    () => false,
  );
}
