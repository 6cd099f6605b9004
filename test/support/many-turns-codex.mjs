/**
 * A codex whose app server takes any number of threads and turns and answers at once: for tests of what comes
 * before and after codex. What a turn does is in its prompt: `prose`, `hang`, `deaf` (to interrupts), `limit`,
 * `auth`, `warn` (a line on stderr), `last words` (prose, and the server ends); else it answers `{"name": <the prompt>}`. Each turn's prompt is noted in $FAKE_LOG, and what else it
 * had in a file `starts` beside it. Answers take $FAKE_LATENCY_MS, and there are at most $FAKE_MOST.
 */
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const { FAKE_LOG, FAKE_LATENCY_MS = '0', FAKE_MOST = 'Infinity' } = process.env;

if (process.argv[2] === '--version') {
  console.log('codex-cli 0.171.0');
  process.exit();
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
let threads = 0;
let turns = 0;
const hanging = new Map();

const handlers = {
  initialize: () => ({ userAgent: 'fake/0.171.0 (a test)' }),
  'thread/start': () => {
    threads += 1;
    return { thread: { id: `t-${threads}` } };
  },
  'turn/start': ({ threadId, input, additionalContext }) => {
    turns += 1;
    const turn = { threadId, id: `u-${turns}` };
    const prompt = input.map(({ text = '' }) => text).join('');
    if (FAKE_LOG !== undefined) {
      appendFileSync(join(dirname(FAKE_LOG), 'starts'), `${JSON.stringify({ input, additionalContext })}\n`);
      appendFileSync(FAKE_LOG, `${JSON.stringify(prompt)}\n`);
    }
    if (prompt.includes('warn')) process.stderr.write(`warning: ${prompt}\n`);
    if (prompt.includes('hang')) hanging.set(turn.id, turn);
    else if (prompt.includes('deaf') || turns > Number(FAKE_MOST)) return { turn: { id: turn.id } };
    else setTimeout(() => answer(turn, prompt), Number(FAKE_LATENCY_MS));
    return { turn: { id: turn.id } };
  },
  'turn/interrupt': ({ turnId }) => {
    const turn = hanging.get(turnId);
    hanging.delete(turnId);
    if (turn !== undefined) setImmediate(() => complete(turn, 'interrupted'));
    return {};
  },
};

function answer(turn, prompt) {
  if (prompt.includes('limit')) return fail(turn, "You've hit your usage limit.", 'usageLimitExceeded');
  if (prompt.includes('auth')) {
    return fail(turn, 'unexpected status 401 Unauthorized', {
      httpConnectionFailed: { httpStatusCode: 401 },
    });
  }
  const text = /prose|last words/.test(prompt) ? 'No JSON at all.' : JSON.stringify({ name: prompt });
  const item = { type: 'agentMessage', id: `m-${turn.id}`, text, phase: null };
  say({ method: 'item/completed', params: { threadId: turn.threadId, turnId: turn.id, item } });
  const usage = {
    totalTokens: 15,
    inputTokens: 10,
    cachedInputTokens: 0,
    outputTokens: 5,
    reasoningOutputTokens: 0,
  };
  const tokenUsage = { total: usage, last: usage, modelContextWindow: null };
  say({
    method: 'thread/tokenUsage/updated',
    params: { threadId: turn.threadId, turnId: turn.id, tokenUsage },
  });
  complete(turn, 'completed');
  // Not before it has been read.
  if (prompt.includes('last words')) process.stdout.write('', () => process.exit());
}

function fail(turn, message, codexErrorInfo) {
  complete(turn, 'failed', { message, codexErrorInfo, additionalDetails: null });
}

function complete({ threadId, id }, status, error = null) {
  say({ method: 'turn/completed', params: { threadId, turn: { id, status, items: [], error } } });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) say({ id, result: handlers[method]?.(params) ?? {} });
}
process.exit();
