import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CliBench, COMPLETED, message, STARTED } from '../support/cli.js';

const envelopeSchema = JSON.parse(
  readFileSync(new URL('../../schemas/outcome.schema.json', import.meta.url), 'utf8'),
);
const isEnvelope = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(envelopeSchema);

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const busy = {
  type: 'turn.failed',
  error: { message: 'Rate limit reached (429 Too Many Requests). Please try again in 2ms.' },
};
const failedCommand = {
  type: 'item.completed',
  item: { id: 'c', type: 'command_execution', command: 'ls', exit_code: 2, status: 'failed' },
};

describe('codex-structured run', () => {
  it('--repair asks again on the same session', async () => {
    bench.codex({ stream: answering('{"name":7}') });
    const { code, stdout } = await bench.run(['run', 's.json', 'x', '--repair', '2', '--envelope']);
    expect(code).toBe(26);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'schema_mismatch',
      detail: { attempts: [{}, { cause: 'repair' }, { cause: 'repair' }] },
    });
  });

  it('--retry waits, says so in one line, and is silent under --quiet', async () => {
    bench.codex({ stream: [...STARTED, busy], exit: 1 });
    const loud = await bench.run(['run', 's.json', 'x', '--retry', '2']);
    expect(loud).toMatchObject({ code: 20, stdout: '' });
    const lines = loud.stderr.split('\n').filter((line) => /Retrying in \d+ ms \(\d of 2\)\.$/.test(line));
    expect(lines).toHaveLength(2);
    const quiet = await bench.run(['run', 's.json', 'x', '--quiet'], {
      env: { CODEX_STRUCTURED_RETRY: '1' },
    });
    expect(quiet.code).toBe(20);
    expect(quiet.stderr).not.toContain('Retrying in');
  });

  it('--fail-on-tool-error fails a conforming answer, as decode does', async () => {
    const stream = [...STARTED, failedCommand, message('{"name":"Ada"}'), COMPLETED];
    bench.codex({ stream });
    const ran = await bench.run(['run', 's.json', 'x', '--fail-on-tool-error']);
    expect(ran).toMatchObject({ code: 20, stdout: '' });
    expect(ran.stderr).toContain('The only tool call failed');
    bench.write('events.jsonl', stream.map((event) => JSON.stringify(event)).join('\n'));
    const decoded = await bench.run(['decode', 'events.jsonl', '--fail-on-tool-error']);
    expect(decoded.code).toBe(20);
  });

  it('has an envelope of the published shape, whatever it did again', async () => {
    const flags = ['--two-step', '--retry', '1', '--repair', '1', '--retry-unsafe', '--envelope'];
    for (const stream of [answering('{"name":7}'), [...STARTED, busy]]) {
      bench.codex({ stream });
      const { stdout } = await bench.run(['run', 's.json', 'x', ...flags]);
      const outcome: unknown = JSON.parse(stdout);
      expect(outcome).toMatchObject({ detail: { attempts: [{}, {}] } });
      expect(isEnvelope(outcome), JSON.stringify(isEnvelope.errors)).toBe(true);
    }
  });

  it('--two-step tells what the work turn said', async () => {
    const { code, stdout } = await bench.run(['run', 's.json', 'x', '--two-step', '--envelope']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ value: { name: 'Ada' }, detail: { work: '{"name":"Ada"}' } });
  });

  it.each([
    [['--repair', 'many'], /--repair is 'many'; it must be a whole number/],
    [['--retry', '-1'], /--retry/],
    [['--retry-unsafe'], /--retry-unsafe requires --retry/],
    [['--repair', '1', '--ephemeral'], /ephemeral.*--transport app-server/],
    [['--two-step', '--ephemeral'], /ephemeral.*--transport app-server/],
    [['--two-step', '--', '--output-schema', 's.json'], /only with its second turn/],
  ])('%j is a usage error', async (flags, words) => {
    const { code, stdout, stderr } = await bench.run(['run', 's.json', 'x', ...flags]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(bench.codexRan()).toBe(false);
  });

  it('review has no --two-step of its own', async () => {
    expect((await bench.run(['review', 's.json', '--uncommitted', '--two-step'])).code).toBe(2);
  });
});
