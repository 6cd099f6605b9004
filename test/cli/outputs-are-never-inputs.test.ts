import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.js';
import { CLI, CliBench, type CliOptions, type CliResult } from '../support/cli.js';

/** A folder with every kind of file that a command can name. Nothing in it may ever change. */
let bench: CliBench;
beforeAll(() => {
  bench = new CliBench();
  bench.write('defs.json', '{"type":"string"}');
  bench.write('refers.json', '{"type":"object","properties":{"a":{"$ref":"./defs.json"}}}');
  bench.write('broken.json', '{"$ref":"./none.json","$defs":{"a":{"$ref":"defs.json#/x"}}}');
  bench.write('refers.yaml', 'type: object\nproperties:\n  a:\n    $ref: ./between.json\n');
  bench.write('between.json', '{"$ref":"defs.json"}');
  bench.write('module.mjs', "import { name } from './part.mjs';\nexport const Person = { type: name };\n");
  bench.write('part.mjs', "export const name = 'object';\n");
  bench.write('prompt.txt', 'Say hi.');
  bench.write('template.txt', 'Review {{path}}.');
  bench.write('context.txt', 'a context');
  bench.write('answer.json', '{"name":"Ada"}');
  bench.write('image.png', 'no image');
  bench.write('events.jsonl', '{"type":"turn.completed"}\n');
  bench.write('tasks.jsonl', '"one"\n');
  bench.write('of-files.jsonl', '"one"\n{"prompt":"two","images":["image.png"],"schema":"refers.json"}\n');
  bench.write('escaped.jsonl', '{"prompt":"two","\\u0069mages":["image.png"]}\n');
  bench.write('of-files.csv', 'prompt,schema\none,defs.json\n');
  const result = { id: '0', index: 0, inputHash: 'x', ok: true, kind: 'ok', value: {} };
  for (const name of ['r1.jsonl', 'r2.jsonl'])
    bench.write(name, `${JSON.stringify({ ...result, id: name })}\n`);
  bench.write('old.jsonl', `${JSON.stringify(result)}\n`);
  bench.write('old.jsonl.lock', 'mine');
  bench.write('ca.pem', 'a certificate');
  bench.write('summary.md', 'a summary');
  bench.write('empty', '');
  mkdirSync(bench.path('.codex'));
  bench.write('.codex/config.toml', 'model = "m"\n');
  bench.write('.codex/work.config.toml', 'model = "n"\n');
  mkdirSync(bench.path('sub'));
  linkSync(bench.path('s.json'), bench.path('hard.json'));
  symlinkSync('s.json', bench.path('soft.json'));
  symlinkSync('.', bench.path('here'));
  symlinkSync('absent.json', bench.path('dangling'));
});
afterAll(() => bench.dispose());

/** Every file of the folder and what is in it. */
function contents(folder = bench.folder): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), `${statSync(path).ino} ${readFileSync(path, 'utf8')}`]),
  );
}

/** The command line in this process: nothing that is refused starts anything. */
async function cli(args: readonly string[], { env, stdin }: CliOptions): Promise<Omit<CliResult, 'signal'>> {
  const said = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof said) =>
    new Writable({
      write(chunk, _encoding, done) {
        said[name] += String(chunk);
        done();
      },
    });
  const code = await main(args, {
    stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]),
    stdinIsTerminal: () => false,
    stderrIsTerminal: () => false,
    stdinFile: () => null,
    stdinAtOnce: () => null,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env: bench.environment(env),
    cwd: bench.folder,
    onSignal: () => () => undefined,
    exitNow: () => undefined,
  });
  return { code, ...said };
}

async function refused(
  args: readonly string[],
  options: CliOptions = {},
): Promise<Omit<CliResult, 'signal'>> {
  const before = contents();
  const result = await cli(args, options);
  expect(result).toMatchObject({ code: 2, stdout: '' });
  expect(contents()).toEqual(before);
  return result;
}

const RUN = ['run', 's.json', 'hi'];
const BATCH = ['batch', 's.json', 'tasks.jsonl'];
const MERGE = ['batch', 'merge', 'r1.jsonl', 'r2.jsonl'];

/** A command line, and what its one sentence says. */
type Refusal = readonly [args: readonly string[], sentence: string, env?: CliOptions['env']];

async function refusesAll(cases: readonly Refusal[]): Promise<void> {
  for (const [args, sentence, env = {}] of cases) {
    const { stderr } = await refused(args, { env });
    expect(stderr.split('\n')[0]).toBe(`codex-structured: ${sentence}`);
  }
}

describe('an output that is an input of the same command is refused, and nothing is touched', () => {
  it('if it is the schema, by whatever name', () =>
    refusesAll([
      [
        [...RUN, '-o', 's.json'],
        '--output s.json is the same file as the <schema> argument; name another file.',
      ],
      [
        [...RUN, '-o', 'hard.json'],
        '--output hard.json is the same file as the <schema> argument (s.json); name another file.',
      ],
      [
        [...RUN, '-o', 'here/sub/../s.json'],
        '--output here/sub/../s.json is the same file as the <schema> argument (s.json); name another file.',
      ],
      [
        [...RUN, '--events', 'soft.json'],
        '--events soft.json is the same file as the <schema> argument (s.json); name another file.',
      ],
      [
        ['run', 'module.mjs#Person', 'hi', '-o', 'module.mjs'],
        '--output module.mjs is the same file as the <schema> argument; name another file.',
      ],
      [
        ['resume', 's.json', 'id', 'hi', '-o', 's.json'],
        '--output s.json is the same file as the <schema> argument; name another file.',
      ],
      [
        ['fork', 's.json', 'id', 'hi', '--events', 's.json'],
        '--events s.json is the same file as the <schema> argument; name another file.',
      ],
      [
        ['review', 's.json', '--uncommitted', '-o', 's.json'],
        '--output s.json is the same file as the <schema> argument; name another file.',
      ],
      [
        RUN,
        '--output s.json is the same file as the <schema> argument; name another file.'.replace(
          '--output',
          'CODEX_STRUCTURED_OUTPUT',
        ),
        { CODEX_STRUCTURED_OUTPUT: 's.json' },
      ],
    ]));

  it('if the schema refers to it, by whatever way, also where the schema is no good', () =>
    refusesAll([
      [
        ['run', 'refers.json', 'hi', '-o', 'defs.json'],
        '--output defs.json is the same file as a reference of the <schema> argument; name another file.',
      ],
      [
        ['run', 'broken.json', 'hi', '-o', 'defs.json'],
        '--output defs.json is the same file as a reference of the <schema> argument; name another file.',
      ],
      [
        ['run', 'refers.yaml', 'hi', '--events', 'defs.json'],
        '--events defs.json is the same file as a reference of the <schema> argument; name another file.',
      ],
      [
        ['run', 'module.mjs#Person', 'hi', '-o', 'part.mjs'],
        '--output part.mjs is the same file as a reference of the <schema> argument; name another file.',
      ],
      [
        ['decode', 'events.jsonl', '--schema', 'refers.json', '-o', 'defs.json'],
        '--output defs.json is the same file as a reference of --schema; name another file.',
      ],
    ]));

  it.each([
    ['anchor.yaml', 'type: object\nx: &a defs.json\nproperties:\n  name: {$ref: *a}\n'],
    ['folded.yml', 'properties:\n  name:\n    $ref: >-\n      defs.json\n'],
    ['comment.json5', '{properties:{name:{$ref:/* here */"defs.json"}}}'],
    ['continued.json5', '{properties:{name:{$ref:"defs\\\n.json"}}}'],
    ['escape.jsonc', '{"properties":{"name":{"$ref"/* a */:"def\\u0073.json"}}}'],
    ['no-ending.cjs', 'module.exports = { name: require("./defs") };'],
    ['reads.mjs', 'export default JSON.parse(readFileSync("defs.json"));'],
  ])('if the schema %s refers to it in a way that only its format knows', async (name, text) => {
    bench.write(name, text);
    const { stderr } = await refused(['run', name, 'hi', '-o', 'defs.json']);
    expect(stderr).toContain('defs.json is the same file as a reference of the <schema> argument;');
  });

  it('if it is the codex that is found', () =>
    refusesAll([
      [
        [...RUN, '-o', 'bin/codex'],
        `--output bin/codex is the same file as codex (${bench.path('bin/codex')}); name another file.`,
        { PATH: bench.path('bin') },
      ],
    ]));

  it('if codex itself writes it', () =>
    refusesAll([
      ...[['-o', 's.json'], ['-os.json'], ['--output-last-message=s.json']].map(
        (args): Refusal => [
          [...RUN, '--', ...args],
          "codex's --output-last-message s.json is the same file as the <schema> argument; name another file.",
        ],
      ),
      [
        [...RUN, '-o', 'absent.json', '--', '--output-last-message', './absent.json'],
        "codex's --output-last-message and --output name the same file. Use different files.",
      ],
    ]));

  it('if it is any other file that a run reads', () =>
    refusesAll([
      [
        ['run', 's.json', '--prompt-file', 'prompt.txt', '-o', 'prompt.txt'],
        '--output prompt.txt is the same file as --prompt-file; name another file.',
      ],
      [
        [...RUN, '-i', 'answer.json', '-i', 'image.png', '-o', 'image.png'],
        '--output image.png is the same file as --image; name another file.',
      ],
      [
        [...RUN, '--rehearse-answer', 'answer.json', '--events', 'answer.json'],
        '--events answer.json is the same file as --rehearse-answer; name another file.',
      ],
      [
        [...RUN, '--transport', 'app-server', '--context', 'k=@context.txt', '-o', 'context.txt'],
        '--output context.txt is the same file as --context; name another file.',
      ],
      [
        [...RUN, '--codex-path', 'bin/codex', '-o', 'bin/codex'],
        '--output bin/codex is the same file as --codex-path; name another file.',
      ],
      [
        [...RUN, '-c', 'model_instructions_file="prompt.txt"', '-o', 'prompt.txt'],
        '--output prompt.txt is the same file as --config; name another file.',
      ],
      [
        [...RUN, '-o', 'prompt.txt', '--', '--some-flag', 'prompt.txt'],
        "--output prompt.txt is the same file as an argument after '--'; name another file.",
      ],
      [
        [...RUN, '-o', '.codex/config.toml'],
        "--output .codex/config.toml is the same file as codex's config.toml (config.toml); name another file.",
      ],
      [
        [...RUN, '-p', 'work', '-o', '.codex/work.config.toml'],
        "--output .codex/work.config.toml is the same file as codex's work.config.toml (work.config.toml); name another file.",
      ],
      [
        [...RUN, '-o', 'ca.pem'],
        '--output ca.pem is the same file as $CODEX_CA_CERTIFICATE; name another file.',
        { CODEX_CA_CERTIFICATE: 'ca.pem' },
      ],
      [
        ['decode', 'events.jsonl', '-o', 'events.jsonl'],
        '--output events.jsonl is the same file as the <events> argument; name another file.',
      ],
      [
        ['decode', 'absent', '-o', './absent'],
        '--output ./absent is the same file as the <events> argument (absent); name another file.',
      ],
    ]));

  it('if it is any file that a batch reads', () =>
    refusesAll([
      [
        [...BATCH, '-o', 'tasks.jsonl', '--overwrite'],
        '--output tasks.jsonl is the same file as the <tasks> argument; name another file.',
      ],
      [
        [...BATCH, '-o', 's.json', '--resume'],
        '--output s.json is the same file as the <schema> argument; name another file.',
      ],
      [
        [...BATCH, '--report', 'tasks.jsonl'],
        '--report tasks.jsonl is the same file as the <tasks> argument; name another file.',
      ],
      [
        [...BATCH, '--junit', 's.json'],
        '--junit s.json is the same file as the <schema> argument; name another file.',
      ],
      [
        [...BATCH, '--template', '@template.txt', '--summary', 'template.txt'],
        '--summary template.txt is the same file as --template; name another file.',
      ],
      [
        BATCH,
        '$GITHUB_STEP_SUMMARY tasks.jsonl is the same file as the <tasks> argument; name another file.',
        { GITHUB_STEP_SUMMARY: 'tasks.jsonl' },
      ],
      [
        ['batch', 's.json', '--glob', '*.txt', '--template', 'x', '--report', 'prompt.txt'],
        '--report prompt.txt is the same file as a file of --glob; name another file.',
      ],
      [
        ['batch', 's.json', 'of-files.jsonl', '--report', 'image.png'],
        "--report image.png is the same file as an image of task '1'; name another file.",
      ],
      [
        ['batch', 's.json', 'of-files.jsonl', '-o', 'refers.json', '--overwrite'],
        "--output refers.json is the same file as the schema of task '1'; name another file.",
      ],
      [
        ['batch', 's.json', 'of-files.jsonl', '-o', 'defs.json', '--overwrite'],
        "--output defs.json is the same file as a reference of the schema of task '1'; name another file.",
      ],
      [
        ['batch', 's.json', 'escaped.jsonl', '--report', 'image.png'],
        "--report image.png is the same file as an image of task '0'; name another file.",
      ],
      [
        ['batch', 's.json', 'of-files.csv', '--junit', 'defs.json'],
        "--junit defs.json is the same file as the schema of task '0'; name another file.",
      ],
      [
        ['batch', 's.json', 'old.jsonl.lock', '-o', 'old.jsonl', '--overwrite'],
        '--output old.jsonl needs the name of the <tasks> argument (old.jsonl.lock) for its own lock or temporary file. Use another file.',
      ],
    ]));

  it('if it is any file that batch merge reads', () =>
    refusesAll([
      [[...MERGE, '-o', 'r2.jsonl'], '--output r2.jsonl is one of the shards; name another file.'],
      [
        [...MERGE, '--tasks', 'tasks.jsonl', '-o', 'tasks.jsonl'],
        '--output tasks.jsonl is the same file as --tasks; name another file.',
      ],
      [[...MERGE, '--junit', 'r1.jsonl'], '--junit r1.jsonl is one of the shards; name another file.'],
      [
        [...MERGE, '--glob', '*.txt', '-o', 'prompt.txt'],
        '--output prompt.txt is the same file as a file of --glob; name another file.',
      ],
      [
        ['batch', 'merge', 's.json', 'hard.json', '-o', 'absent'],
        'hard.json is given twice; give each shard once.',
      ],
    ]));

  it('if a task that comes through a pipe names it: before that task runs', async () => {
    const tasks = readFileSync(bench.path('of-files.jsonl'), 'utf8').split('\n').slice(1).join('\n');
    const { stderr } = await refused(['batch', 's.json', '-', '--report', 'image.png'], { stdin: tasks });
    expect(stderr).toContain(
      "--report image.png is the same file as an image of task '0'; name another file.",
    );
    expect(bench.codexRan()).toBe(false);
  });
});

it('two outputs that are one file are refused, and nothing is touched', () =>
  refusesAll([
    [
      [...RUN, '--events', 'new', '-o', './new'],
      '--events and --output name the same file. Use different files.',
    ],
    [
      [...RUN, '--events', 'dangling', '-o', 'absent.json'],
      '--events and --output name the same file. Use different files.',
    ],
    [
      [...RUN, '--events', 'sub/new/../x', '-o', 'here/sub/x'],
      '--events and --output name the same file. Use different files.',
    ],
    [
      [...BATCH, '-o', 'new.jsonl', '--report', 'new.jsonl'],
      '--report and --output name the same file. Use different files.',
    ],
    [
      [...MERGE, '--summary', 'new', '--junit', 'here/new'],
      '--junit and --summary name the same file. Use different files.',
    ],
    [
      [...BATCH, '-o', 'new.jsonl', '--report', 'here/new.jsonl.lock'],
      '--output new.jsonl needs the name of --report (here/new.jsonl.lock) for its own lock or temporary file. Use another file.',
    ],
    [
      [...BATCH, '--summary', 'summary.md'],
      '$GITHUB_STEP_SUMMARY and --summary name the same file. Use different files.',
      { GITHUB_STEP_SUMMARY: 'summary.md' },
    ],
  ]));

describe('a redirected stream', () => {
  const shell = (command: string) =>
    spawnSync('sh', ['-c', command.replaceAll('codex-structured', `'${process.execPath}' '${CLI}'`)], {
      cwd: bench.folder,
      env: bench.environment() as NodeJS.ProcessEnv,
      encoding: 'utf8',
    });

  it.each([
    [
      'codex-structured schema check s.json --json >> s.json',
      'stdout is the same file as the <schema> argument (s.json)',
    ],
    [
      'codex-structured schema adapt s.json >> hard.json',
      'stdout is the same file as the <schema> argument (s.json)',
    ],
    [
      'codex-structured decode events.jsonl >> events.jsonl',
      'stdout is the same file as the <events> argument',
    ],
    [
      'codex-structured run s.json hi --prompt-file prompt.txt >> prompt.txt',
      'stdout is the same file as --prompt-file',
    ],
    [
      'codex-structured decode -o events.jsonl < events.jsonl',
      '--output events.jsonl is the same file as stdin',
    ],
    [
      'codex-structured batch s.json - --report tasks.jsonl < tasks.jsonl',
      '--report tasks.jsonl is the same file as stdin',
    ],
    [
      'codex-structured doctor --no-rehearsal >> .codex/config.toml',
      "stdout is the same file as codex's config.toml",
    ],
    ['codex-structured run s.json hi -o prompt.txt >> prompt.txt', 'stdout and --output name the same file'],
  ])('%s is refused', (command, sentence) => {
    const before = contents();
    const { status, stderr } = shell(command);
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
    expect(contents()).toEqual(before);
  });

  it('into a file of its own, into a pipe or a device is nobody’s business', () => {
    const before = Object.keys(contents());
    for (const command of [
      'GITHUB_STEP_SUMMARY=step.md codex-structured batch s.json empty --quiet >> step.md',
      'codex-structured schema check s.json --json > checked.json',
      'codex-structured schema adapt s.json | cat > adapted.json',
      'codex-structured run s.json hi --events /dev/null -o value.json > /dev/null',
      'codex-structured run s.json hi --events /dev/stderr 2> /dev/null > value2.json',
    ]) {
      expect(shell(command), command).toMatchObject({ status: 0 });
    }
    const made = ['adapted.json', 'argv', 'checked.json', 'stdin', 'step.md', 'value.json', 'value2.json'];
    expect(
      Object.keys(contents())
        .filter((name) => !before.includes(name))
        .sort(),
    ).toEqual(made);
  });
});
