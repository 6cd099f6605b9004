import { expect, it } from 'vitest';
import { AnswerDecoder } from '../../../../src/bridges/output-schema/answer-decoder.js';

const BLOCKED = { moderated: true, display: { mode: 'block', version: 1, reason: { kind: 'cyber' } } };

function line(method: string, params: object): string {
  return `${JSON.stringify({ method, params: { threadId: 't', turnId: 'u-1', ...params } })}\n`;
}

it.each([
  ['a partial answer', { phase: 'partial_answer', text: '{"value":' }],
  ['commentary', { phase: 'commentary', text: '{"value":1}' }],
  ['a phase that is not known here', { phase: 'later', text: '{"value":1}' }],
  ['a message that moderation withheld', { phase: 'final_answer', text: '{"value":1}', moderation: BLOCKED }],
])('%s passes the bridge unchanged and without a notice', (_, members) => {
  const item = { type: 'agentMessage', id: 'm-1', moderation: null, ...members };
  const lines = [
    '{"id":3,"result":{"turn":{"id":"u-1"}}}\n',
    line('item/started', { item }),
    line('item/agentMessage/delta', { itemId: 'm-1', delta: members.text }),
    line('item/completed', { item }),
    line('turn/completed', { turn: { id: 'u-1', status: 'completed', items: [item] } }),
  ];
  const notices: string[] = [];
  const out: Buffer[] = [];
  const decoder = new AnswerDecoder({
    decode: () => ({ ok: true, value: 'decoded' }),
    notice: (sentence) => notices.push(sentence),
  });
  decoder.expect('3');
  decoder.push(Buffer.from(lines.join('')), (bytes) => out.push(bytes));
  decoder.end((bytes) => out.push(bytes));
  expect({ notices, out: Buffer.concat(out).toString() }).toEqual({ notices: [], out: lines.join('') });
});
