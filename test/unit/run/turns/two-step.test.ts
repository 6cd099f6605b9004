import { describe, expect, it } from 'vitest';
import { exec, review } from '../../../../src/codex/builders.js';
import { decode } from '../../../../src/run/decode.js';
import { run } from '../../../../src/run/run.js';
import { ADA, answers, attempts, command, fails, play } from './script.js';

describe('two steps', () => {
  const options = { twoStep: true };

  it('are a turn without the schema, then one with it on the same thread', async () => {
    const { outcome, asked, requests } = await play({
      scripts: [answers('Done: she is Ada.', command(0)), answers(ADA)],
      options,
    });
    expect(outcome).toMatchObject({
      value: ADA,
      detail: { work: 'Done: she is Ada.', toolCalls: { total: 1 } },
    });
    expect(attempts(outcome)).toEqual([{ kind: 'ok', durationMs: 20 }]);
    expect(requests.map(({ wireSchema }) => wireSchema === null)).toEqual([true, false]);
    expect(asked.map(({ subcommand }) => subcommand)).toEqual(['exec', 'resume']);
    expect(requests[0]?.schemaTurnFollows).toBe(true);
  });

  it('are one if the work fails', async () => {
    const { outcome, asked } = await play({ scripts: [fails('something else'), answers(ADA)], options });
    expect(outcome.kind).toBe('turn_failed');
    expect(asked).toHaveLength(1);
  });

  it('are two even if the work ends without a message', async () => {
    expect((await play({ scripts: [answers(null, command(0)), answers(ADA)], options })).outcome.ok).toBe(
      true,
    );
  });

  it('retry only the second if it fails temporarily, whatever the first did', async () => {
    const { outcome, asked } = await play({
      scripts: [answers('Done.', command(0)), fails('overloaded'), answers(ADA)],
      options: { ...options, retry: 1 },
    });
    expect(outcome).toMatchObject({ ok: true, detail: { work: 'Done.' } });
    expect(asked.map(({ subcommand }) => subcommand)).toEqual(['exec', 'resume', 'resume']);
    expect(attempts(outcome)).toMatchObject([{ durationMs: 20 }, { durationMs: 10 }]);
  });

  it('report that work may have run if the second cannot start', async () => {
    const { outcome } = await play({
      scripts: [
        answers('Done.', command(0)),
        {
          ok: false,
          kind: 'schema_file',
          reason: 'x',
          message: 'x',
          workMayHaveRun: false,
          retryable: false,
        },
      ],
      options,
    });
    expect(outcome).toMatchObject({ kind: 'schema_file', workMayHaveRun: true });
  });

  it('are always used by a review', async () => {
    await expect(run(review({ kind: 'uncommitted' }), { type: 'object' }, options)).rejects.toThrow(
      /always takes two steps/,
    );
    const explicit = exec('x', { extraArgs: ['--output-schema', 's.json'] });
    await expect(run(explicit, { type: 'object' }, options)).rejects.toThrow(/only with its second turn/);
  });
});

describe('failOnToolError', () => {
  it('turns a conforming answer into a failure if a tool call failed', async () => {
    const turn = answers(ADA, command(0), command(2));
    const { outcome } = await play({ scripts: [turn], options: { failOnToolError: true, repair: 2 } });
    expect(outcome).toMatchObject({
      kind: 'turn_failed',
      error: { code: 'other', native: null },
      message: expect.stringContaining('1 of 2 tool calls failed'),
      workMayHaveRun: true,
      retryable: false,
      detail: { text: JSON.stringify(ADA), attempts: [{ kind: 'turn_failed' }] },
    });
    expect((await play({ scripts: [turn] })).outcome.ok).toBe(true);
    expect(await decode(String(turn.stdout), { failOnToolError: true })).toMatchObject({
      kind: 'turn_failed',
    });
  });

  it('does not change the outcome of an answer that does not conform', async () => {
    const { outcome } = await play({
      scripts: [answers({}, command(1))],
      options: { failOnToolError: true },
    });
    expect(outcome.kind).toBe('schema_mismatch');
  });
});
