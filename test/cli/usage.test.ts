import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';

let bench: CliBench;
beforeAll(() => {
  bench = new CliBench();
  bench.write('latin1.txt', Buffer.from([0x66, 0xfc, 0x72]));
  bench.write('empty.txt', '\ufeff \n');
  bench.write('answer.txt', '{"a":1} and more');
});
afterAll(() => bench.dispose());

/** Arguments, what the one sentence must hold, and more: environment and stdin. */
interface Circumstances {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
}

const MISTAKES: readonly { args: string[]; sentence: string; given: Circumstances }[] = (
  [
    [[], 'No command given'],
    [['rnu'], "Unknown command 'rnu'. Did you mean 'run'"],
    [['--quiet', 'run'], 'Flags must come after the command'],
    [['help', 'me'], "No help for 'me'"],
    [['run'], '<schema> argument is missing'],
    [['run', ''], '<schema> argument is missing'],
    [['run', 's.json', 'x', '--modle', 'y'], 'Unknown flag --modle; did you mean --model?'],
    [['run', 's.json', 'x', '--no-quiet'], 'Unknown flag --no-quiet'],
    [['run', 's.json', 'x', '-Z'], 'Unknown flag -Z'],
    [['run', 's.json', 'x', '--full-auto'], 'Unknown flag --full-auto; use --sandbox workspace-write.'],
    [['run', 's.json', 'x', '--yolo'], 'use --dangerously-bypass-approvals-and-sandbox.'],
    [['run', 's.json', 'x', '-a', 'never'], 'Unknown flag -a; codex exec never asks'],
    [['run', 's.json', 'x', '--json'], 'Unknown flag --json; the answer is always JSON'],
    [['run', 's.json', 'x', '--output-schema', 's.json'], 'the schema is the first argument'],
    [['run', 's.json', 'x', '--output-last-message', 'f'], 'use --output FILE.'],
    [['exec', 's.json', 'x'], "Unknown command 'exec'. Did you mean 'run'?"],
    [['run', 's.json', 'x', '--__proto__', 'y'], 'Unknown flag'],
    [['run', 's.json', '-do the thing'], "'-do the thing' looks like a prompt that starts with a dash"],
    [['run', 's.json', '--do the thing'], 'looks like a prompt that starts with a dash'],
    [['run', 's.json', '-5'], 'The prompt starts with a dash'],
    [['run', 's.json', 'two', 'words'], "Unexpected argument 'words'"],
    [['run', 's.json', 'x', '-m'], '--model needs a value (MODEL)'],
    [['run', 's.json', 'x', '-m', '--quiet'], "--model needs a value (MODEL), and '--quiet' is a flag"],
    [['run', 's.json', 'x', '--model='], '--model needs a value'],
    [['run', 's.json', 'x', '-c'], '--config needs a value'],
    [['run', 's.json', 'x', '-m', 'a', '--model', 'b'], '--model is given more than once'],
    [['run', 's.json', 'x', '--quiet=yes'], '--quiet does not take a value'],
    [['run', 's.json', 'x', '-s', 'yolo'], "--sandbox got 'yolo'; it must be one of: read-only"],
    [
      ['run', 's.json', 'x', '--schema-mode', 'loose'],
      "--schema-mode got 'loose'; it must be one of: strict, adapt, raw",
    ],
    [['run', 's.json', 'x', '--envelope=all'], "--envelope got 'all'"],
    [['run', 's.json', 'x', '--timeout', 'soon'], "--timeout is 'soon'; it must be a time such as"],
    [['run', 's.json', 'x', '--timeout', '-5'], "--timeout is '-5'"],
    [['run', 's.json', 'x', '--idle-timeout', '10'.repeat(10)], '--idle-timeout is'],
    [['run', 's.json', 'x', '--max-line-bytes', '0'], "--max-line-bytes is '0'; it must be a size"],
    [['run', 's.json', 'x', '--rehearse-seed', '1.5'], "--rehearse-seed is '1.5'; it must be a whole number"],
    [
      ['run', 's.json', 'x', '--rehearse-answer', 'none.json'],
      'answer none.json cannot be read: there is no such file',
    ],
    [
      ['run', 's.json', 'x', '--rehearse-answer', 'answer.txt'],
      'answer answer.txt is not a single JSON value: line 1, column 9',
    ],
    [['run', 's.json', 'x', '-c', 'novalue'], 'must be key=value'],
    [['run', 's.json', 'x', '--prompt-file', 'p.txt'], 'The prompt argument and --prompt-file cannot'],
    [['run', 's.json', '--prompt-file', 'p.txt'], 'prompt file p.txt cannot be read: there is no such file'],
    [['run', 's.json', '--prompt-file', '.'], 'prompt file . cannot be read: it is a directory'],
    [['run', 's.json', '--prompt-file', 'latin1.txt'], 'prompt file latin1.txt is not UTF-8'],
    [['run', 's.json', '--prompt-file', 'empty.txt'], 'The prompt is empty'],
    [['run', 's.json', '  '], 'The prompt is empty'],
    [['run', 's.json', '-'], 'prompt on stdin is empty'],
    [['run', 's.json'], 'prompt on stdin is empty', { stdin: '\n' }],
    [['run', '-', '-'], 'cannot both come from stdin'],
    [['run', '-'], 'cannot both come from stdin', { stdin: '{}' }],
    [['run', 's.json', 'x', '--events', '-'], '--events must be a file'],
    [
      ['run', 's.json', 'x', '--events', 'no/where.jsonl'],
      '--events no/where.jsonl cannot be written: there is no such',
    ],
    [
      ['run', 's.json', 'x', '-o', 'no/where.json'],
      '--output no/where.json cannot be written: there is no directory no',
    ],
    [['run', 's.json', 'x', '-o', '.'], '--output . cannot be written: it is a directory'],
    [['run', 's.json', 'x', '-o', '/dev/null'], 'it is not a regular file'],
    [['resume', 's.json'], 'No session given'],
    [['resume', 's.json', '--all', 'x'], '--all requires --last'],
    [['resume', 's.json', '--last', 'id', 'x'], 'Omit the session'],
    [['fork', 's.json'], '<session> argument is missing'],
    [['fork', 's.json', '--last', 'x'], 'Unknown flag --last'],
    [['decode', 'none.jsonl'], 'events of none.jsonl cannot be read: there is no such file'],
    [['decode', '.'], 'events of . cannot be read: it is a directory'],
    [['decode', '--schema', '-'], 'cannot both come from stdin'],
    [['decode', 'x', '--exit-code', '256'], "--exit-code is '256'"],
    [['decode', 'x', '--', 'y'], "decode does not accept arguments after '--'"],
    [
      ['run', 's.json', 'x'],
      "CODEX_STRUCTURED_TIMEOUT is 'soon'",
      { env: { CODEX_STRUCTURED_TIMEOUT: 'soon' } },
    ],
    [
      ['run', 's.json', 'x'],
      "CODEX_STRUCTURED_QUIET is 'maybe'",
      { env: { CODEX_STRUCTURED_QUIET: 'maybe' } },
    ],
    [
      ['run', 's.json', 'x'],
      "CODEX_STRUCTURED_SANDBOX is 'yolo'",
      { env: { CODEX_STRUCTURED_SANDBOX: 'yolo' } },
    ],
    [
      ['run', 's.json', 'x'],
      "CODEX_STRUCTURED_ENVELOPE is 'all'",
      { env: { CODEX_STRUCTURED_ENVELOPE: 'all' } },
    ],
  ] as [string[], string, Circumstances?][]
).map(([args, sentence, given = {}]) => ({ args, sentence, given }));

describe('usage errors', () => {
  it.concurrent.each(MISTAKES)('$args: $sentence', async ({ args, sentence, given }) => {
    const { code, stdout, stderr } = await bench.main(args, given);
    expect(stderr).toContain(sentence);
    const [first, second, ...rest] = stderr.split('\n');
    expect(first).toMatch(/^codex-structured: [^\n]+$/);
    expect(second).toMatch(/^Try 'codex-structured( \w+)? --help'\.$/);
    expect(rest).toEqual(['']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('start nothing', () => {
    expect(bench.codexRan()).toBe(false);
  });

  it('say so where stdin is not text', async () => {
    const { code, stderr } = await bench.run(['run', 's.json', '-'], {
      stdin: Buffer.from([0xff, 0x80, 0x41]),
    });
    expect(stderr).toContain('The input on stdin is not UTF-8 text');
    expect(code).toBe(2);
  });
});
