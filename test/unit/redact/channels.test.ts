import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { runBatch } from '../../../src/batch/index.js';
import { openHtmlReport, openJunitReport, openMarkdownReport } from '../../../src/batch/report/index.js';
import type { CliIo } from '../../../src/cli/io.js';
import { main } from '../../../src/cli/main.js';
import {
  compileSchema,
  decode,
  exec,
  type Failure,
  type Outcome,
  run,
  StructuredError,
} from '../../../src/index.js';
import { trafficListener } from '../../../src/run/threads/traffic.js';
import { createScriptedTransport, type ScriptedTurn } from '../../../src/testing.js';
import { ANY_SHAPE, type Planted, showsPartOf } from '../../support/secret-shapes.js';

const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const;

/** A secret that only its variable tells, besides those that are known by their shape. */
const ENV = { PATH: '/usr/bin', COMPANY_PROVIDER_KEY: 'correct-horse-battery-staple' };
const NAMED: fc.Arbitrary<Planted> = fc
  .constantFrom('the key correct-horse-battery-staple', encodeURIComponent('"correct-horse-battery-staple"'))
  .map((text) => ({ shape: 'variable', secret: 'correct-horse-battery-staple', text }));
const PLANTED = fc.oneof({ weight: 6, arbitrary: ANY_SHAPE }, { weight: 1, arbitrary: NAMED });

const folder = mkdtempSync(join(tmpdir(), 'codex-structured-redaction-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const started = [{ type: 'thread.started', thread_id: 't' }, { type: 'turn.started' }];
const message = (text: string) => ({ type: 'item.completed', item: { type: 'agent_message', text } });
const jsonl = (events: readonly unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

/** Turns in which codex says a text wherever it can say one, and the number of kinds of outcome. */
function turnsSaying(text: string): readonly ScriptedTurn[] {
  const filler = 'w '.repeat(60);
  const noise = [
    { type: 'item.completed', item: { type: 'error', message: `${filler}${text}` } },
    { type: 'error', message: `Reconnecting... 1/5 (${text})` },
    { type: 'error', message: text },
  ];
  const plain = `${text.replaceAll('\n', ' ')} is no JSON\n`;
  return [
    {
      stdout: jsonl([...started, ...noise, { type: 'turn.failed', error: { message: text, data: [text] } }]),
    },
    { stdout: jsonl([...started, { type: 'error', message: JSON.stringify({ error: { message: text } }) }]) },
    { stdout: '', stderr: `${text}\nerror: ${filler}${filler}${filler}${text}\n`, exitCode: 1 },
    { stdout: `${jsonl(started)}${plain}${jsonl([...noise, message('prose'), { type: 'turn.completed' }])}` },
    {
      stdout: jsonl([...started, ...noise, message('{"name":"Ada"}'), { type: 'turn.completed' }]),
      stderr: text,
    },
  ];
}

function withoutAnswer(outcome: object): string {
  const { value: _, detail, ...rest } = outcome as { value?: unknown; detail?: object };
  const { text: _2, events: _3, ...told } = (detail ?? {}) as Record<string, unknown>;
  return [rest, told].flatMap(stringsIn).join('\n');
}

/** Names of the user's own schema are places, not words. */
function withoutPointers(failure: object): string {
  return stringsIn(
    JSON.parse(JSON.stringify(failure, (name, value) => (name === 'pointer' ? '' : value))),
  ).join('\n');
}

function isHeadless(text: string): boolean {
  return text.includes('-----END') && !text.includes('-----BEGIN');
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...stringsIn(item)]);
}

function everyChannel(
  check: (planted: Planted, channel: (name: string, shown: string) => void) => Promise<void>,
  numRuns = 30,
) {
  return fc.assert(
    fc.asyncProperty(PLANTED, (planted) =>
      check(planted, (name, shown) => {
        if (showsPartOf(shown, planted.secret))
          throw new Error(`${name} shows the ${planted.shape}: ${shown}`);
      }),
    ),
    { numRuns },
  );
}

describe('no secret that codex says is shown', () => {
  it('in an outcome, an error, a retry or a line of stderr', async () => {
    await everyChannel(async ({ text }, channel) => {
      for (const turn of turnsSaying(text)) {
        const outcome = await run(exec('x'), SCHEMA, {
          transport: createScriptedTransport(turn),
          env: ENV,
          retry: 1,
          onRetry: ({ message: why }) => channel('onRetry', why),
          // Of a key without its beginning, the lines come before the one that says what they are.
          onStderrLine: (line) => isHeadless(text) || channel('onStderrLine', line),
          timeoutMs: 5,
        });
        channel('the outcome', withoutAnswer(outcome));
        if (!outcome.ok) channel('the error', String(new StructuredError(outcome as Failure)));
      }
    });
  });

  it('in what is quoted of an answer, or of what parse says', async () => {
    await everyChannel(async ({ text }, channel) => {
      const answer = JSON.stringify({ name: text });
      const good = jsonl([...started, message(answer), { type: 'turn.completed' }]);
      const parsed = await decode(good, {
        schema: SCHEMA,
        env: ENV,
        parse: () => ({ ok: false, reason: `${'w '.repeat(100)}${text}` }),
      });
      channel('parse_failed', withoutAnswer(parsed));
      const scalar = jsonl([...started, message(JSON.stringify(text)), { type: 'turn.completed' }]);
      channel('a scalar', withoutAnswer(await decode(scalar, { schema: SCHEMA, env: ENV })));
    });
  });

  it('in an outcome that is decoded, on stderr or in an envelope of the command line', async () => {
    await everyChannel(async ({ text }, channel) => {
      for (const { stdout, exitCode = 0 } of turnsSaying(text)) {
        const args = ['decode', '-', '--exit-code', String(exitCode), '--envelope', '--verbose'];
        const shown = await cli(args, String(stdout));
        channel('stderr', shown.stderr);
        channel('--envelope', withoutAnswer(JSON.parse(shown.stdout) as object));
      }
    });
  });

  it('in the findings about a schema', async () => {
    vi.stubEnv('COMPANY_PROVIDER_KEY', ENV.COMPANY_PROVIDER_KEY);
    await everyChannel(async ({ text }, channel) => {
      // The reference is cut in the sentence, with the one line that says what the others are.
      if (isHeadless(text)) return;
      const schema = { type: 'object', properties: { a: { $ref: `https://host/${text}` } } } as const;
      channel('compileSchema', withoutPointers(compileSchema(schema)));
      const outcome = await run(exec('x'), schema, { env: ENV });
      channel('run', withoutPointers(outcome));
    });
    vi.unstubAllEnvs();
  });

  it('in the results, the notices and the reports of a batch', async () => {
    let count = 0;
    await everyChannel(async ({ text }, channel) => {
      for (const turn of turnsSaying(text)) {
        const options = { title: `batch ${text}`, env: ENV };
        const files = [openHtmlReport, openJunitReport, openMarkdownReport].map((open) => {
          count += 1;
          const path = join(folder, `report-${count}`);
          return { path, report: open(path, options) };
        });
        const batch = runBatch([{ prompt: 'x' }], SCHEMA, {
          transport: createScriptedTransport(turn),
          env: ENV,
          keepEvents: true,
          onNotice: (notice) => channel('onNotice', notice),
        });
        for await (const result of batch) {
          channel('a result', withoutAnswer(result));
          for (const { report } of files) report.add(result);
        }
        for (const { path, report } of files) {
          report.finish(batch.summary());
          channel('a report', unescaped(readFileSync(path, 'utf8')));
        }
      }
    }, 10);
  });

  it('in the traffic of an app server, whether it is observed or written to stderr', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await everyChannel(async ({ text }, channel) => {
      write.mockClear();
      const told: Promise<unknown>[] = [];
      const listen = trafficListener(
        { debug: true, onTraffic: ({ line }) => channel('onTraffic', line) },
        ENV,
        (returned) => told.push(returned),
      );
      listen?.({
        direction: 'received',
        line: JSON.stringify({ method: 'error', params: { message: text } }),
      });
      for (const line of isHeadless(text) ? [] : text.split('\n')) listen?.({ direction: 'stderr', line });
      await Promise.all(told);
      channel('CODEX_STRUCTURED_DEBUG', write.mock.calls.map(([shown]) => String(shown)).join(''));
    });
    write.mockRestore();
  });
});

describe('what was asked for', () => {
  it('is what the model wrote: the value, its text, the events', async () => {
    await fc.assert(
      fc.asyncProperty(PLANTED, async ({ text }) => {
        const answer = JSON.stringify({ name: text });
        const events = [...started, message(answer), { type: 'turn.completed' }];
        const outcome: Outcome<{ name: string }> = await run(exec('x'), SCHEMA, {
          transport: createScriptedTransport({ stdout: jsonl(events) }),
          env: ENV,
          keepEvents: true,
        });
        expect(outcome).toMatchObject({ ok: true, value: { name: text }, detail: { text: answer, events } });
        const shown = await cli(['decode', '-'], jsonl(events));
        expect(JSON.parse(shown.stdout)).toEqual({ name: text });
        const wrong = JSON.stringify({ name: [text] });
        const mismatch = await decode(jsonl([...started, message(wrong), { type: 'turn.completed' }]), {
          schema: SCHEMA,
          env: ENV,
        });
        expect(mismatch).toMatchObject({
          kind: 'schema_mismatch',
          value: { name: [text] },
          detail: { text: wrong },
        });
      }),
      { numRuns: 40 },
    );
  });
});

/** What a reader of the page sees: markup and JSON inside of it undone, roughly. */
function unescaped(text: string): string {
  return text
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

async function cli(args: readonly string[], input: string): Promise<{ stdout: string; stderr: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const shown = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => {
    shown.stdout += text;
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    shown.stderr += text;
  });
  stdin.end(input);
  const io: CliIo = {
    stdin,
    stdout,
    stderr,
    stdinIsTerminal: () => false,
    stderrIsTerminal: () => false,
    stdinFile: () => null,
    stdinAtOnce: () => null,
    env: ENV,
    cwd: folder,
    onSignal: () => () => undefined,
    exitNow: () => undefined,
  };
  await main(args, io);
  return shown;
}
