import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import type { Detail, Outcome } from '../../src/outcome/outcome.js';
import { decode } from '../../src/run/decode.js';
import { run } from '../../src/run/run.js';
import { NAME_SCHEMA } from '../support/real-codex.js';

const CODEX = fileURLToPath(new URL('../support/replay-codex.mjs', import.meta.url));
const recorded = fileURLToPath(new URL('../fixtures/streams', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'three-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const message = (text: unknown, phase?: string) => ({
  type: 'item.completed',
  item: { id: 'i', type: 'agent_message', text, ...(phase === undefined ? {} : { phase }) },
});
const STARTED = [{ type: 'thread.started', thread_id: 't' }, { type: 'turn.started' }];
const COMPLETED = { type: 'turn.completed', usage: { input_tokens: 10, output_tokens: 5 } };
const failed = (text: string) => ({ type: 'turn.failed', error: { message: text } });
const ADA = '{"name":"Ada"}';

/** Streams of which no recording exists. */
const WRITTEN: Readonly<Record<string, readonly object[]>> = {
  'a final message before one without a phase': [message(ADA, 'final_answer'), message('Done.'), COMPLETED],
  'commentary after the answer': [message(ADA), message('Done.', 'commentary'), COMPLETED],
  'commentary alone': [message(ADA, 'commentary'), COMPLETED],
  'a message that is not text': [message(5), COMPLETED],
  'an answer that does not match': [message('{"name":5}'), COMPLETED],
  'an answer with a candidate': [message(ADA), message('{"name":5}'), COMPLETED],
  'a warning': [
    { type: 'item.completed', item: { id: 'e', type: 'error', message: 'Careful.' } },
    message(ADA),
    COMPLETED,
  ],
  'a required MCP server that does not start': [
    failed(
      'error creating thread: Fatal error: Failed to initialize session: required MCP servers failed to initialize: x: Broken pipe (os error 32)',
    ),
  ],
  'no reason': [failed('')],
};

/** What a person and a program read of an outcome, without what each transport has for itself. */
function comparable(outcome: Outcome<unknown>) {
  const { detail, ...told } = outcome as Outcome<unknown> & { readonly detail?: Detail };
  const {
    exitCode,
    signal,
    stderr,
    durationMs,
    codexVersion,
    model,
    transport,
    events,
    attempts,
    threadId,
    ...said
  } = detail ?? ({} as Partial<Detail>);
  return { ...told, said: { ...said, schema: null } };
}

async function outcomes(file: string, prefix = '') {
  const env = { PATH: process.env['PATH'], TMPDIR: folder, REPLAY_STREAM: file, REPLAY_PREFIX: prefix };
  const options = { codexPath: CODEX, env, cwd: folder };
  const text = prefix + readFileSync(file, 'utf8');
  const exitCode = /^\{"type":"turn\.failed"/m.test(text) ? 1 : 0;
  const [byExec, byAppServer, decoded] = await Promise.all([
    run(exec('hi', { skipGitRepoCheck: true }), NAME_SCHEMA, { ...options, transport: 'exec' }),
    run(exec('hi', { skipGitRepoCheck: true }), NAME_SCHEMA, { ...options, transport: 'app-server' }),
    decode(text, { schema: NAME_SCHEMA, exitCode }),
  ]);
  return [comparable(byExec), comparable(byAppServer), comparable(decoded)] as const;
}

describe('exec, the app server and decode agree, word for word, on', () => {
  const hasTerminal = (name: string) =>
    /^\{"type":"turn\.(completed|failed)"/m.test(readFileSync(join(recorded, name), 'utf8'));
  const streams = readdirSync(recorded).filter((name) => name.endsWith('.jsonl') && hasTerminal(name));

  it.each(streams)('%s', async (name) => {
    const [byExec, byAppServer, decoded] = await outcomes(join(recorded, name));
    expect(byAppServer).toEqual(byExec);
    expect(decoded).toEqual(byExec);
  });

  it.each(Object.entries(WRITTEN))('%s', async (name, events) => {
    const file = join(folder, `${name}.jsonl`);
    writeFileSync(file, `${[...STARTED, ...events].map((event) => JSON.stringify(event)).join('\n')}\n`);
    const [byExec, byAppServer, decoded] = await outcomes(file);
    expect(byAppServer).toEqual(byExec);
    expect(decoded).toEqual(byExec);
  });

  it.each(['\ufeff', '\x1b]0;codex\x07', '\x1b[2K\x1b[1G'])('an answer after %j', async (prefix) => {
    const [byExec, byAppServer, decoded] = await outcomes(join(recorded, 'answer.jsonl'), prefix);
    expect(byExec).toMatchObject({ kind: 'ok' });
    expect(byAppServer).toEqual(byExec);
    expect(decoded).toEqual(byExec);
  });
});
