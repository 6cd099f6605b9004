import { mkdirSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CODEX_FLAGS } from '../../src/cli/flags/codex-flags.js';
import type { Flag } from '../../src/cli/flags/flag.js';
import { answering, CliBench } from '../support/cli.js';
import { PNG } from '../support/images.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

describe('codex-structured run', () => {
  it('prints the value as one line, and nothing else', async () => {
    bench.codex({ stream: answering('{\n  "name": "Ada"\n}') });
    const { code, stdout, stderr } = await bench.run(['run', 's.json', 'Who?']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n', stderr: '' });
  });

  it('gives codex the prompt on stdin and never in its arguments', async () => {
    await bench.run(['run', 's.json', 'A secret prompt']);
    expect(bench.read('stdin')).toBe('A secret prompt');
    expect(bench.argv().join(' ')).not.toContain('secret');
    expect(bench.argv().at(-1)).toBe('-');
  });

  it('leaves no temporary file behind', async () => {
    await bench.run(['run', 's.json', 'x']);
    expect(readdirSync(bench.path('tmp'))).toEqual([]);
  });

  it('passes every flag of codex on, under both of its names', async () => {
    bench.write('a.png', PNG);
    const sampleOf = (name: string) =>
      ({ sandbox: 'read-only', config: 'a.b="c d"', image: 'a.png', cd: '.', 'add-dir': '.' })[name] ?? '5';
    const flagsAs = (nameOf: (flag: Flag) => string) =>
      CODEX_FLAGS.flatMap((flag: Flag) => [
        nameOf(flag),
        ...(flag.value === 'switch' ? [] : [sampleOf(flag.name)]),
      ]);
    const expected = CODEX_FLAGS.map(({ name, value }) =>
      value === 'switch' ? `--${name}` : `--${name}=${sampleOf(name)}`,
    );
    for (const nameOf of [longName, shortName]) {
      const { code, stderr } = await bench.run(['run', 's.json', ...flagsAs(nameOf), 'x']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(bench.argv()).toEqual(expect.arrayContaining(expected));
    }
  });

  it('hints at swapped arguments', async () => {
    const { code, stderr } = await bench.run(['run', 'Say hi', 's.json']);
    expect(code).toBe(10);
    expect(stderr).toContain('Did you swap the arguments? The schema comes first: s.json "Say hi".');
  });

  it('passes what follows -- on untouched', async () => {
    await bench.run(['run', 's.json', 'x', '--', '--color', 'never', '--not-known=1']);
    expect(contains(bench.argv(), ['--color', 'never', '--not-known=1'])).toBe(true);
  });

  it('repeats a flag that may be repeated, in order', async () => {
    await bench.run(['run', 's.json', 'x', '-c', 'a=1', '--config=b=2', '-c', 'c=3']);
    expect(contains(bench.argv(), ['--config=a=1', '--config=b=2', '--config=c=3'])).toBe(true);
  });

  it('takes one value a list flag: the prompt after -i is not swallowed', async () => {
    bench.write('a.png', PNG);
    const { code } = await bench.run(['run', 's.json', '-i', 'a.png', 'Look at it']);
    expect(code).toBe(0);
    expect(bench.read('stdin')).toBe('Look at it');
  });

  it.each(['007', 'true', 'false', '1e3', '"quoted"', "it's", 'a.b=c', '{"a":1}'])(
    'takes the prompt %j for what it is',
    async (prompt) => {
      await bench.run(['run', 's.json', '--quiet', prompt]);
      expect(bench.read('stdin')).toBe(prompt);
    },
  );

  it('takes the working directory from the caller and -C from the flag', async () => {
    mkdirSync(bench.path('sub'));
    const { code } = await bench.run(['run', 's.json', 'x', '-C', 'sub']);
    expect(code).toBe(0);
    expect(contains(bench.argv(), ['--cd=sub'])).toBe(true);
  });

  it('takes flags from the environment, and the command line wins', async () => {
    const env = {
      CODEX_STRUCTURED_MODEL: 'from-env',
      CODEX_STRUCTURED_CONFIG: 'a=1\nb=2',
      CODEX_STRUCTURED_EPHEMERAL: '1',
    };
    await bench.run(['run', 's.json', 'x'], { env });
    expect(contains(bench.argv(), ['--model=from-env'])).toBe(true);
    expect(contains(bench.argv(), ['--config=a=1', '--config=b=2'])).toBe(true);
    expect(bench.argv()).toContain('--ephemeral');
    await bench.run(['run', 's.json', 'x', '-m', 'from-flag'], { env });
    expect(contains(bench.argv(), ['--model=from-flag'])).toBe(true);
  });

  it('runs the codex of --codex-path', async () => {
    bench.write('other-codex', bench.read('bin/codex'), 0o755);
    bench.write('bin/codex', '#!/bin/sh\nexit 9\n', 0o755);
    const { code } = await bench.run(['run', 's.json', 'x', '--codex-path', './other-codex']);
    expect(code).toBe(0);
  });

  it('takes the schema inline, from stdin, and through a shell’s <(…)', async () => {
    const text = bench.read('s.json');
    expect((await bench.run(['run', text, 'x'])).code).toBe(0);
    expect((await bench.run(['run', '-', 'x'], { stdin: text })).code).toBe(0);
    expect((await bench.run(['run', '/dev/stdin', 'x'], { stdin: text })).code).toBe(0);
  });
});

describe('codex-structured resume and fork', () => {
  it.each([
    [['resume', 's.json', 'thread-9', 'And then?'], ['resume'], 'thread-9'],
    [['resume', 's.json', '--last', 'And then?'], ['resume'], '--last'],
    [['resume', 's.json', '--last', '--all', 'And then?'], ['resume'], '--all'],
    [['fork', 's.json', 'thread-9', 'And then?'], ['fork'], 'thread-9'],
  ])('%j', async (args, subcommand, session) => {
    const { code, stdout } = await bench.run(args);
    expect(code).toBe(0);
    expect(stdout).toBe('{"name":"Ada"}\n');
    expect(contains(bench.argv(), subcommand)).toBe(true);
    expect(bench.argv()).toContain(session);
    expect(bench.read('stdin')).toBe('And then?');
  });
});

function longName(flag: Flag): string {
  return `--${flag.name}`;
}

function shortName(flag: Flag): string {
  return flag.alias === undefined ? longName(flag) : `-${flag.alias}`;
}

/** Whether `part` stands in `list` without a gap. */
function contains(list: readonly string[], part: readonly string[]): boolean {
  return list.some((_, at) => part.every((item, offset) => list[at + offset] === item));
}
