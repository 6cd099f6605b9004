import { expect, it } from 'vitest';
import {
  ConnectionClosed,
  METHOD_NOT_FOUND,
  RpcError,
} from '../../../../src/app-server/protocol/rpc-error.js';
import { type RpcHandlers, RpcPeer } from '../../../../src/app-server/protocol/rpc-peer.js';

function peer(handlers: Partial<RpcHandlers> = {}, maxLineBytes = 1000) {
  const written: string[] = [];
  const heard: unknown[] = [];
  const rpc = new RpcPeer((line) => written.push(line), maxLineBytes, {
    onNotification: (method, params) => heard.push([method, params]),
    onRequest: () => ({}),
    onUnreadable: (line) => heard.push(`unreadable ${line}`),
    onOversized: (head) => heard.push(`oversized ${head.length}`),
    ...handlers,
  });
  const say = (text: string | Uint8Array) => rpc.push(Buffer.from(text));
  return { rpc, written, heard, say };
}

it('numbers its requests from 1 and matches responses in any order', async () => {
  const { rpc, written, say } = peer();
  const [one, two] = [rpc.request('a', { x: 1 }), rpc.request('b', {})];
  expect(written).toEqual([
    '{"id":1,"method":"a","params":{"x":1}}\n',
    '{"id":2,"method":"b","params":{}}\n',
  ]);
  say('{"id":2,"result":"second"}\n{"id":1,"resu');
  say('lt":"first"}\n');
  expect(await Promise.all([one, two])).toEqual(['first', 'second']);
});

it('sends JSON text unmodified, on one line', () => {
  const { rpc, written } = peer();
  void rpc.request(
    'turn/start',
    { threadId: 't', nothing: undefined },
    { outputSchema: '{\n "2": 1.0,\r\n "1": 12345678901234567890 }' },
  );
  expect(written).toEqual([
    '{"id":1,"method":"turn/start","params":{"threadId":"t","outputSchema":{  "2": 1.0,  "1": 12345678901234567890 }}}\n',
  ]);
});

it('replaces lone surrogates, since codex would not answer a line with one', () => {
  const { rpc, written } = peer();
  const text = 'a\ud83d b\udc4d \ud83d\ud83d\udc4d \\ud83d "\\';
  const readable = 'a\ufffd b\ufffd \ufffd👍 \\ud83d "\\';
  void rpc.request('a', { text, [text]: '👍\0' }, { raw: '"\\ud83d\\uDC4D \\uD83D \\\\ud83d"' });
  const { params } = JSON.parse(written.join(''));
  expect(params).toEqual({
    text: readable,
    [readable]: '👍\0',
    raw: '👍 \ufffd \\ud83d',
  });
});

it('rejects with the error response of the other side', async () => {
  const { rpc, say } = peer();
  const refused = rpc.request('a', {});
  say('{"id":1,"error":{"code":-32600,"message":"no","data":{"a":1}}}\n');
  await expect(refused).rejects.toMatchObject({ code: -32600, message: 'no', native: { data: { a: 1 } } });
});

it('rejects open requests at the end, and later requests', async () => {
  const { rpc } = peer();
  const pending = rpc.request('a', {});
  rpc.close();
  await expect(pending).rejects.toBeInstanceOf(ConnectionClosed);
  await expect(rpc.request('b', {})).rejects.toBeInstanceOf(ConnectionClosed);
});

it('splits lines only at line feeds', () => {
  const { heard, say } = peer();
  say('{"method":"m","params":{"t":"a\u2028b\u2029c\u0085"}}\r\n\n  \n');
  expect(heard).toEqual([['m', { t: 'a\u2028b\u2029c\u0085' }]]);
});

it('reports lines that are not messages, and continues', () => {
  const { heard, say } = peer({}, 60);
  say(`nonsense\n[]\n"x"\n{"id":7,"result":1}\n{}\n{"method":"${'m'.repeat(100)}"}\n{"method":"m"}\n`);
  expect(heard).toEqual([
    'unreadable nonsense',
    'unreadable []',
    'unreadable "x"',
    'unreadable {"id":7,"result":1}',
    'unreadable {}',
    'oversized 60',
    ['m', {}],
  ]);
});

it('answers every request: with a result, an error, or an internal error', async () => {
  const { written, say } = peer({
    onRequest: async (method) => {
      if (method === 'bad') throw new TypeError('a secret');
      if (method === 'unknown') throw new RpcError(METHOD_NOT_FOUND, 'not here');
      return { decision: 'decline' };
    },
  });
  say('{"id":0,"method":"ask","params":{}}\n{"id":"x","method":"unknown"}\n{"id":2,"method":"bad"}\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { id: 0, result: { decision: 'decline' } },
    { id: 'x', error: { code: METHOD_NOT_FOUND, message: 'not here' } },
    { id: 2, error: { code: -32603, message: 'The client failed to answer.' } },
  ]);
});

it('reads the first message after a byte order mark, terminal escapes, or text without a line feed', async () => {
  for (const prefix of ['\ufeff', '\x1b]0;title\x07', '\x1b[2K\x1b[1G', 'Loading... {almost} ']) {
    const { rpc, say } = peer();
    const answer = rpc.request('initialize', {});
    say(`${prefix}{"id":1,"result":"here"}\n`);
    expect(await answer).toBe('here');
  }
});

it('reads no later message that text stands before, as exec does not', () => {
  const { heard, say } = peer();
  say('{"method":"a"}\n\x1b[0m{"method":"b"}\ntext {"method":"c"}\n');
  expect(heard).toEqual([['a', {}], ['b', {}], 'unreadable text {"method":"c"}']);
});

it('takes a response that is not UTF-8, but no notification', async () => {
  const { rpc, heard, say } = peer();
  const answer = rpc.request('a', {});
  const broken = (start: string) =>
    Buffer.concat([Buffer.from(start), Buffer.from([0xff]), Buffer.from('"}\n')]);
  say(broken('{"method":"b","x":"'));
  say(broken('{"id":1,"result":"'));
  expect(await answer).toBe('\ufffd');
  expect(heard).toEqual([expect.stringContaining('unreadable')]);
});
