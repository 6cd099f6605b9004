import { describe, expect, it } from 'vitest';
import { exec, fork, resume } from '../../../../src/codex/builders.js';
import { run } from '../../../../src/run/run.js';
import { createExecTransport } from '../../../../src/transports/exec/transport.js';
import { FakeClock } from './fake-time-source.js';
import { ADA, answers, attempts, command, fails, play } from './script.js';

const WRONG = { name: 'Ada', age: '36' };

describe('an answer that does not conform', () => {
  it('is requested again on its thread, with its problems', async () => {
    const { outcome, asked, requests } = await play({
      scripts: [answers(WRONG, command(1)), answers(ADA)],
      options: { repair: 2, sandbox: 'read-only', images: ['a.png'] },
    });
    expect(outcome).toMatchObject({ ok: true, value: ADA });
    expect(attempts(outcome)).toEqual([
      { kind: 'schema_mismatch', durationMs: 10 },
      { kind: 'ok', durationMs: 10, cause: 'repair' },
    ]);
    expect(outcome).toMatchObject({ detail: { durationMs: 20, toolCalls: { total: 1, failed: 1 } } });
    expect(asked[1]).toMatchObject({ subcommand: 'resume', session: 't', options: { sandbox: 'read-only' } });
    expect(asked[1]?.options).not.toHaveProperty('images');
    expect(asked[1]?.prompt).toContain('"/age" must be integer; found "36"');
    expect(requests[1]?.wireSchema).toBe(requests[0]?.wireSchema);
  });

  it.each([
    ['no_structured_output', null, 'ended without an answer'],
    ['invalid_json', '```json\n{}\n```', 'a Markdown code fence instead of JSON (line 1, column 1)'],
    ['invalid_structured_output', '"Ada"', 'JSON, but it is "Ada"; it must be an object or an array'],
    [
      'schema_mismatch',
      '{"name":9007199254740993,"age":1}',
      '"/name" must be string; found 9007199254740993',
    ],
    ['schema_mismatch', {}, 'The value must have the property "name"; found an empty object'],
  ])('as %s is told so', async (kind, answer, words) => {
    const { outcome, asked } = await play({
      scripts: [answers(answer), answers(ADA)],
      options: { repair: 1 },
    });
    expect(outcome.ok).toBe(true);
    expect(attempts(outcome)).toMatchObject([{ kind }, { kind: 'ok' }]);
    expect(asked[1]?.prompt).toContain(words);
  });

  it("is requested again if the caller's parse rejects it, without secrets", async () => {
    const env = { DB_PASSWORD: 'hunter2hunter2' };
    const { outcome, asked } = await play({
      scripts: [answers(ADA), answers({ ...ADA, age: 37 })],
      options: {
        repair: 1,
        env,
        parse: (value) =>
          (value as typeof ADA).age === 37
            ? { ok: true, value }
            : { ok: false, reason: `too young for hunter2hunter2` },
      },
    });
    expect(outcome).toMatchObject({ ok: true, value: { age: 37 } });
    expect(asked[1]?.prompt).toContain('too young for [hidden]');
  });

  it('is the outcome after the last repair, and takes one turn without repairs', async () => {
    const bad = answers(WRONG);
    const repaired = await play({ scripts: [bad], options: { repair: 3 } });
    expect(repaired.outcome.kind).toBe('schema_mismatch');
    expect(attempts(repaired.outcome)).toHaveLength(4);
    expect((await play({ scripts: [bad] })).asked).toHaveLength(1);
  });

  it.each([resume({ last: true }, 'x'), fork('other', 'x')])(
    'of $subcommand is requested again on the thread of the answer',
    async (begun) => {
      const { asked } = await play({
        scripts: [answers(WRONG), answers(ADA)],
        options: { repair: 1 },
        command: begun,
      });
      expect(asked[1]).toMatchObject({ subcommand: 'resume', session: 't' });
    },
  );

  it('has a repair prompt of bounded length', async () => {
    const extra = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}-${'x'.repeat(500)}`, i]));
    const { asked } = await play({
      scripts: [answers({ ...ADA, ...extra }), answers(ADA)],
      options: { repair: 1 },
    });
    expect(asked[1]?.prompt.length).toBeLessThan(12_000);
    expect(asked[1]?.prompt).toContain('… and more');
  });
});

describe('a repair', () => {
  it('that codex cannot start keeps the outcome, with a notice', async () => {
    const { outcome } = await play({
      scripts: [
        answers(WRONG),
        {
          ok: false,
          kind: 'unsupported',
          message: 'This codex is too old.',
          capability: 'resume_output_schema',
          needs: '0.132.0',
          found: 'codex 0.100.0',
          workMayHaveRun: false,
          retryable: false,
        },
      ],
      options: { repair: 1 },
    });
    expect(outcome).toMatchObject({
      kind: 'schema_mismatch',
      detail: { attempts: [{ kind: 'schema_mismatch' }], notices: [{ kind: 'not_asked_again' }] },
    });
  });

  it('whose thread is gone keeps the outcome, with a notice', async () => {
    const gone = { exitCode: 1, stderr: 'Error: no rollout found for thread id t' };
    const { outcome } = await play({ scripts: [answers(WRONG), gone], options: { repair: 1 } });
    expect(outcome).toMatchObject({
      kind: 'schema_mismatch',
      detail: { notices: [{ kind: 'not_asked_again' }] },
    });
  });

  it('that fails is the outcome', async () => {
    const { outcome } = await play({
      scripts: [answers(WRONG, command(0)), fails('unexpected status 401 Unauthorized')],
      options: { repair: 2 },
    });
    expect(outcome).toMatchObject({ kind: 'turn_failed', error: { code: 'auth' }, workMayHaveRun: true });
    expect(attempts(outcome)).toMatchObject([{ kind: 'schema_mismatch' }, { kind: 'turn_failed' }]);
  });

  it('gets the time that is left, and is not started if none is left', async () => {
    const clock = new FakeClock();
    const slowly = (ms: number) => ({ ...answers(WRONG), before: () => clock.pass(ms) });
    const { outcome, requests } = await play({
      scripts: [slowly(600), slowly(500)],
      options: { repair: 5, timeoutMs: 1000, idleTimeoutMs: 70 },
      clock,
    });
    expect(requests.map(({ limits }) => [limits.timeoutMs, limits.idleTimeoutMs])).toEqual([
      [1000, 70],
      [400, 70],
    ]);
    expect(outcome).toMatchObject({
      kind: 'schema_mismatch',
      detail: { notices: [{ kind: 'not_asked_again' }] },
    });
  });

  it('that times out names the limit of the run', async () => {
    const stop = { kind: 'timeout', limit: 'overall', ms: 400 } as const;
    const { outcome } = await play({
      scripts: [answers(WRONG), { ...answers(ADA), stop }],
      options: { repair: 1, timeoutMs: 1000 },
    });
    expect(outcome).toMatchObject({ kind: 'timeout', ms: 1000, message: expect.stringContaining('1 s') });
  });

  it('is stopped by an abort', async () => {
    const controller = new AbortController();
    const { outcome, asked } = await play({
      scripts: [answers(WRONG), { ...answers(WRONG), before: () => controller.abort() }],
      options: { repair: 5, signal: controller.signal },
    });
    expect(outcome.kind).toBe('aborted');
    expect(asked).toHaveLength(2);
  });

  it.each([{ repair: 1 }, { twoStep: true }])(
    '%j does not support an ephemeral thread of codex exec',
    async (options) => {
      const transport = createExecTransport();
      const running = run(exec('x', { ephemeral: true }), { type: 'object' }, { ...options, transport });
      await expect(running).rejects.toThrow(/ephemeral.*the app-server transport/);
    },
  );

  it.each([-1, 1.5, Number.NaN, 1e9])('rejects the count %j', async (repair) => {
    await expect(run(exec('x'), { type: 'object' }, { repair })).rejects.toThrow(/must be an integer/);
    await expect(run(exec('x'), { type: 'object' }, { retry: repair })).rejects.toThrow(/must be an integer/);
  });
});
