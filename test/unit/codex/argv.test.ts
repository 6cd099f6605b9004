import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toArgv } from '../../../src/codex/argv.js';
import type { CodexOptions, Command } from '../../../src/codex/command.js';
import { CODEX_FLAGS } from '../../../src/codex/flags.js';
import { commandProblems } from '../../../src/codex/options/command-problems.js';
import { EVERY_OPTION } from '../../support/every-option.js';

const exec = (options: CodexOptions = {}): Command => ({ subcommand: 'exec', prompt: 'p', options });
const resume = (options: CodexOptions = {}, session = 's-1'): Command => ({
  subcommand: 'resume',
  session,
  prompt: 'p',
  options,
});
const fork = (options: CodexOptions = {}): Command => ({
  subcommand: 'fork',
  session: 's-1',
  prompt: 'p',
  options,
});
const SCHEMA = { schemaPath: '/s.json' };

describe('toArgv', () => {
  test('the three subcommands', () => {
    expect(toArgv(exec(), SCHEMA)).toEqual(['exec', '--json', '--output-schema=/s.json', '--', '-']);
    expect(toArgv(resume(), SCHEMA)).toEqual([
      'exec',
      'resume',
      '--json',
      '--output-schema=/s.json',
      '--',
      's-1',
      '-',
    ]);
    expect(toArgv(fork(), { schemaPath: null })).toEqual(['exec', 'fork', '--json', '--', 's-1', '-']);
  });

  test("a resumed turn keeps its run's sandbox, as an override that wins", () => {
    const argv = toArgv(resume({ sandbox: 'read-only', config: ['a=1'] }), SCHEMA);
    expect(argv.slice(4)).toEqual(['--config=a=1', '--config=sandbox_mode="read-only"', '--', 's-1', '-']);
    expect(toArgv(exec({ sandbox: 'read-only' }), SCHEMA).join(' ')).not.toContain('sandbox_mode');
  });

  test('the most recent session', () => {
    const last = (all?: boolean): Command => ({
      subcommand: 'resume',
      session: { last: true, ...(all === undefined ? {} : { all }) },
      prompt: 'p',
      options: {},
    });
    expect(toArgv(last(), { schemaPath: null })).toEqual(['exec', 'resume', '--last', '--json', '--', '-']);
    expect(toArgv(last(true), { schemaPath: null })).toEqual([
      'exec',
      'resume',
      '--last',
      '--all',
      '--json',
      '--',
      '-',
    ]);
  });

  test('flags of exec alone go before the subcommand, all others after it', () => {
    const options: CodexOptions = {
      cd: '/w',
      profile: 'p',
      addDirs: ['/a', '/b'],
      model: 'm',
      images: ['i.png'],
    };
    expect(toArgv(resume(options), SCHEMA)).toEqual([
      'exec',
      '--cd=/w',
      '--profile=p',
      '--add-dir=/a',
      '--add-dir=/b',
      'resume',
      '--json',
      '--output-schema=/s.json',
      '--model=m',
      '--image=i.png',
      '--',
      's-1',
      '-',
    ]);
  });

  test('repeated flags keep their order; a switch that is off is omitted', () => {
    const options = { config: ['a=1', 'b=2', 'a=3'], oss: false, ephemeral: true };
    expect(toArgv(exec(options), { schemaPath: null })).toEqual([
      'exec',
      '--json',
      '--config=a=1',
      '--config=b=2',
      '--config=a=3',
      '--ephemeral',
      '--',
      '-',
    ]);
  });

  test('extra arguments go before the positionals, unchanged', () => {
    const argv = toArgv(resume({ extraArgs: ['--new-flag', '-x', 'v a l'] }), { schemaPath: null });
    expect(argv).toEqual(['exec', 'resume', '--json', '--new-flag', '-x', 'v a l', '--', 's-1', '-']);
  });

  test('values and sessions that look like flags stay values and sessions', () => {
    const argv = toArgv(resume({ model: '-m', cd: '--cd' }, '--last'), { schemaPath: null });
    expect(argv).toEqual(['exec', '--cd=--cd', 'resume', '--json', '--model=-m', '--', '--last', '-']);
  });

  test('never contains the prompt', () => {
    const prompt = fc.string({ minLength: 3 }).map((text) => `prompt:${text}`);
    fc.assert(
      fc.property(prompt, fc.constantFrom('exec', 'resume', 'fork'), (text, subcommand) => {
        const argv = toArgv({ subcommand, session: 's', prompt: text, options: EVERY_OPTION }, SCHEMA);
        expect(argv.join('\n')).not.toContain(text);
        expect(argv.at(-1)).toBe('-');
      }),
    );
  });

  test('every declared option of codex has a flag', () => {
    const { extraArgs: _passthrough, ...options } = EVERY_OPTION;
    expect(CODEX_FLAGS.map(({ option }) => option).sort()).toEqual(Object.keys(options).sort());
  });
});

describe('commandProblems', () => {
  const messages = (command: Command) => commandProblems(command).map(({ message }) => message);

  test('exec accepts every option', () => {
    expect(commandProblems(exec({ ...EVERY_OPTION, extraArgs: ['--new-flag', 'v', '-o', 'out'] }))).toEqual(
      [],
    );
  });

  test.each([resume, fork])('only exec accepts --sandbox; the message says what to use instead', (make) => {
    expect(commandProblems(make({ sandbox: 'workspace-write' }))).toEqual([
      { flag: '--sandbox', message: expect.stringContaining(`-c 'sandbox_mode="workspace-write"'`) },
    ]);
  });

  test.each([
    ['an empty value', exec({ model: '' }), /'model' requires a non-empty value/],
    ['a NUL', exec({ cd: 'a\0b' }), /'cd' contains a NUL/],
    ['an override without =', exec({ config: ['a=1', 'nokey'] }), /must be key=value, not 'nokey'/],
    ['a comma in the path of an image', exec({ images: ['a,b.png'] }), /comma/],
    ['a blank session', resume({}, ' '), /'resume' requires the id or name of a session, or the latest one/],
    ['a NUL in the session', resume({}, 'a\0'), /session contains a NUL/],
    ['a second --json', exec({ extraArgs: ['--json'] }), /--json cannot be passed/],
    ['a prompt after --', exec({ extraArgs: ['say hi'] }), /'say hi' is not a flag/],
    ['a dash after --', exec({ extraArgs: ['--x', '-'] }), /reads the prompt from stdin/],
    ['a second --', exec({ extraArgs: ['--x', '--', 'y'] }), /reads the prompt from stdin/],
    ['a NUL after --', exec({ extraArgs: ['--x\0'] }), /'extraArgs' must not contain a NUL/],
  ])('%s', (_what, command, message) => {
    expect(messages(command)).toEqual([expect.stringMatching(message)]);
  });

  test('reports all problems at once', () => {
    expect(commandProblems(fork({ sandbox: 'read-only', model: '', extraArgs: ['--json'] }))).toHaveLength(3);
  });
});
