import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CliBench, STARTED } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const SECRETS = {
  bearer: 'abcdefghijklmnop',
  url: 'pw-of-the-proxy',
  query: 'q1w2e3r4t5y6',
  variable: 'correct-horse-battery',
};
const SAYS = [
  `Authorization: Bearer ${SECRETS.bearer}`,
  `cannot reach https://user:${SECRETS.url}@host/?api_key=${SECRETS.query}&x=1`,
  `the key ${SECRETS.variable} is refused`,
].join('\n');
const ENV = { COMPANY_PROVIDER_KEY: SECRETS.variable };
const FAILS = {
  stream: [...STARTED, { type: 'error', message: SAYS }, { type: 'turn.failed', error: { message: SAYS } }],
  stderr: `ERROR ${SAYS}\n`,
  exit: 1,
};

function expectNoSecret(text: string): void {
  expect(text).toContain('[hidden]');
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
}

describe('what codex says of secrets', () => {
  it('is hidden in the envelope and on stderr', async () => {
    bench.codex(FAILS);
    const { stdout, stderr } = await bench.run(['run', 's.json', 'hi', '--envelope', '--verbose'], {
      env: ENV,
    });
    expectNoSecret(stdout);
    expectNoSecret(stderr);
    const { error, detail } = JSON.parse(stdout) as { error: { native: object }; detail: { stderr: string } };
    expect(error.native).toEqual({
      message: expect.stringContaining('https://[hidden]@host/?api_key=[hidden]&x=1'),
    });
    expect(detail.stderr).toContain('Authorization: Bearer [hidden]');
  });

  it('is hidden where only stderr has it, also in the message that is cut from it', async () => {
    const filler = 'w '.repeat(135);
    bench.codex({ stderr: `error: ${filler}Authorization: Bearer ${SECRETS.bearer}\n${SAYS}\n`, exit: 1 });
    const { stdout, stderr } = await bench.run(['run', 's.json', 'hi', '--envelope'], { env: ENV });
    expectNoSecret(stdout);
    expectNoSecret(stderr);
    expect(`${stdout}${stderr}`).not.toContain(SECRETS.bearer.slice(0, 6));
  });

  it('is hidden in the journal and in every report of a batch', async () => {
    bench.codex(FAILS);
    bench.write('tasks.jsonl', '{"id":"a","prompt":"hi"}\n');
    const reports = ['--junit', 'junit.xml', '--report', 'report.html', '--summary', 'summary.md'];
    const args = [
      'batch',
      's.json',
      'tasks.jsonl',
      '--transport',
      'exec',
      '--output',
      'out.jsonl',
      ...reports,
    ];
    const { stderr } = await bench.run(args, { env: { ...ENV, GITHUB_STEP_SUMMARY: bench.path('step.md') } });
    for (const file of ['out.jsonl', 'junit.xml', 'report.html']) expectNoSecret(bench.read(file));
    for (const text of [stderr, bench.read('summary.md'), bench.read('step.md')]) {
      for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    }
  });

  it('is hidden in what is decoded', async () => {
    bench.write('events.jsonl', FAILS.stream.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const { stdout } = await bench.run(['decode', 'events.jsonl', '--envelope'], { env: ENV });
    expectNoSecret(stdout);
  });

  it('is raw in the native output that was asked for', async () => {
    bench.codex(FAILS);
    const args = ['run', 's.json', 'hi', '--envelope=full', '--events', 'events.jsonl'];
    const { stdout } = await bench.run(args, { env: ENV });
    expect(bench.read('events.jsonl')).toBe(
      FAILS.stream.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
    const { detail, ...rest } = JSON.parse(stdout) as {
      detail: { events: unknown; [name: string]: unknown };
    };
    expect(detail.events).toEqual(FAILS.stream);
    expectNoSecret(JSON.stringify({ ...rest, detail: { ...detail, events: [] } }));
  });
});

describe('an answer that looks like a secret', () => {
  it('is the value, as the model wrote it', async () => {
    const answer = JSON.stringify({ name: SAYS });
    bench.codex({ stream: answering(answer) });
    expect((await bench.run(['run', 's.json', 'hi'], { env: ENV })).stdout).toBe(`${answer}\n`);
    const { stdout } = await bench.run(['run', 's.json', 'hi', '--envelope'], { env: ENV });
    expect(JSON.parse(stdout)).toMatchObject({ value: { name: SAYS }, detail: { text: answer } });
  });

  it('is the value of a batch, too', async () => {
    bench.codex({ stream: answering(JSON.stringify({ name: SAYS })) });
    bench.write('tasks.jsonl', '{"id":"a","prompt":"hi"}\n');
    await bench.run(['batch', 's.json', 'tasks.jsonl', '--transport', 'exec', '--output', 'out.jsonl'], {
      env: ENV,
    });
    expect(JSON.parse(bench.read('out.jsonl'))).toMatchObject({ ok: true, value: { name: SAYS } });
  });
});

describe('findings', () => {
  it('about a schema show no password of a reference', async () => {
    const ref = `https://user:${SECRETS.url}@host/s.json?api_key=${SECRETS.query}`;
    bench.write('bad.json', JSON.stringify({ type: 'object', properties: { a: { $ref: ref } } }));
    for (const env of [{}, { GITHUB_ACTIONS: 'true' }]) {
      for (const args of [
        ['schema', 'check', 'bad.json'],
        ['schema', 'check', 'bad.json', '--json'],
        ['run', 'bad.json', 'hi', '--envelope'],
      ]) {
        const { stdout, stderr } = await bench.run(args, { env });
        expectNoSecret(`${stdout}${stderr}`.replaceAll('%25', '%'));
      }
    }
  });

  it('of doctor show nothing that codex quotes of its configuration', async () => {
    const words = `Error loading configuration: /h/config.toml:1:1: unknown field in Bearer ${SECRETS.bearer}`;
    bench.write('bin/codex', `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, 0o755);
    for (const flags of [[], ['--json']]) {
      const { stdout } = await bench.run(['doctor', '--no-rehearsal', ...flags], { env: ENV });
      expectNoSecret(stdout);
    }
  });
});
