import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliBench, COMPLETED, message, STARTED } from '../support/cli.js';
import { putOldCodex } from '../support/old-codex.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const SHOW = { moderated: true, display: { mode: 'show', version: 1, trustedContacts: [] } };
const BLOCK = {
  moderated: true,
  display: { mode: 'block', version: 1, reason: { kind: 'protection', protectionType: 'self_harm' } },
};
const HIDE = { moderated: true, display: { mode: 'hide', version: 1, replacement: { text: 'Sorry.' } } };
const WITHHELD: readonly (readonly [string, object])[] = [
  ['blocked', BLOCK],
  [
    'blocked for cyber',
    { moderated: true, display: { mode: 'block', version: 1, reason: { kind: 'cyber' } } },
  ],
  ['hidden', HIDE],
  ['in a mode that is not known here', { moderated: true, display: { mode: 'later', version: 2 } }],
  ['moderated, and no more is said', { moderated: true, display: null }],
];
const SHOWN: readonly (readonly [string, object | null])[] = [
  ['not moderated', null],
  ['looked at and left', { moderated: false, display: null }],
  ['shown with a note', SHOW],
];

const ARGS = ['run', 's.json', 'hi', '--transport', 'app-server', '--envelope'];

describe('an answer over the app server', () => {
  test.each(WITHHELD)(
    'that is %s is a refusal, and decode of its events says the same',
    async (_, moderation) => {
      putOldCodex(bench, { version: '0.171.0', message: { moderation } });
      const { code, stdout } = await bench.run([...ARGS, '--events', 'events.jsonl']);
      const refused = {
        kind: 'turn_failed',
        error: { code: 'refused' },
        retryable: false,
        workMayHaveRun: false,
      };
      expect(JSON.parse(stdout)).toMatchObject(refused);
      expect(code).toBe(20);
      const decoded = await bench.run(['decode', 'events.jsonl', '--schema', 's.json', '--envelope']);
      expect(JSON.parse(decoded.stdout)).toMatchObject(refused);
    },
  );

  test.each(SHOWN)('that is %s is an answer', async (_, moderation) => {
    putOldCodex(bench, { version: '0.171.0', message: { moderation } });
    expect(JSON.parse((await bench.run(ARGS)).stdout)).toMatchObject({ kind: 'ok', value: { name: 'Ada' } });
  });

  test('says why it was withheld', async () => {
    putOldCodex(bench, { version: '0.171.0', message: { moderation: BLOCK } });
    const { stderr, stdout } = await bench.run(ARGS.slice(0, -1));
    expect(stderr).toContain('withheld by moderation (block: self_harm)');
    expect(stdout).toBe('');
  });

  test('is not a partial answer', async () => {
    putOldCodex(bench, { version: '0.171.0', message: { phase: 'partial_answer' } });
    const { stdout } = await bench.run([...ARGS, '--events', 'events.jsonl']);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'no_structured_output',
      detail: { candidates: ['{"name":"Ada"}'] },
    });
  });
});

test('the last message counts: one that was withheld before it does not', async () => {
  const withheld = {
    type: 'item.completed',
    item: { id: 'm', type: 'agent_message', text: '{"name":"Eve"}', moderation: BLOCK },
  };
  const stream = (...items: readonly unknown[]) =>
    [...STARTED, ...items, COMPLETED].map((event) => `${JSON.stringify(event)}\n`).join('');
  const decode = async (stdin: string) =>
    JSON.parse((await bench.run(['decode', '--schema', 's.json', '--envelope'], { stdin })).stdout);
  expect(await decode(stream(withheld, message('{"name":"Ada"}')))).toMatchObject({ kind: 'ok' });
  expect(await decode(stream(message('{"name":"Ada"}'), withheld))).toMatchObject({ kind: 'turn_failed' });
});

test('a model that does not exist is no matter of access or limits', async () => {
  const native = {
    message: 'The model does not exist, or you have to sign in again to reach your quota.',
    codexErrorInfo: 'modelNotFound',
  };
  const stdin = [...STARTED, { type: 'turn.failed', error: native }]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');
  const { stdout } = await bench.run(['decode', '--schema', 's.json', '--envelope'], { stdin });
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'turn_failed', error: { code: 'other' } });
});
