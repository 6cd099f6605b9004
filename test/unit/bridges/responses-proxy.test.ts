import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ResponsesBridgeOptions,
  startResponsesBridge,
} from '../../../src/bridges/responses/responses-bridge.js';
import { resolveProxy } from '../../../src/bridges/responses/upstream.js';
import { ConnectProxy } from '../../support/connect-proxy.js';
import { KEY } from './responses-bench.js';

const UPSTREAM = new URL('https://api.example.com/v1/responses');
const NAMES = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NO_PROXY', 'no_proxy'];

// What the machine's own environment says must not count.
beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the proxy on the way to the upstream', () => {
  it.each<[Record<string, string>, string | null]>([
    [{}, null],
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ https_proxy: 'https://proxy.example' }, 'https://proxy.example/'],
    [{ ALL_PROXY: 'http://proxy.example' }, 'http://proxy.example/'],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'x, .example.com' }, null],
    [{ HTTPS_PROXY: 'http://proxy.example', no_proxy: '*' }, null],
    [{ HTTPS_PROXY: '' }, null],
  ])('comes from the environment: %j', (env, proxy) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    expect(resolveProxy(UPSTREAM, undefined)?.toString() ?? null).toBe(proxy);
  });

  it('is null if that was given, or if the upstream is on this machine', () => {
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.example');
    expect(resolveProxy(UPSTREAM, null)).toBeNull();
    expect(resolveProxy(new URL('https://127.0.0.1:8/v1'), undefined)).toBeNull();
    expect(resolveProxy(new URL('http://[::1]:8/v1'), 'http://proxy.example')).toBeNull();
  });

  it.each([
    ['socks5://me:secret@proxy.example', 'uses socks5, which the bridge does not support'],
    ['http://me:secret@', 'is not a URL'],
  ])('that is invalid is rejected, without its password in the message: %s', async (proxy, sentence) => {
    const start = () => startResponsesBridge({ apiKey: KEY, upstream: 'https://api.example.com', proxy });
    await expect(start()).rejects.toThrow(sentence);
    await expect(start()).rejects.toThrow(/^(?!.*secret)/);
  });
});

describe('a proxy', () => {
  async function through(proxy: ConnectProxy, more: Partial<ResponsesBridgeOptions> = {}) {
    const notices: string[] = [];
    const bridge = await startResponsesBridge({
      apiKey: KEY,
      upstream: 'https://api.example.com',
      proxy: `http://me:p%40ss@${proxy.address}`,
      onNotice: (sentence) => notices.push(sentence),
      ...more,
    });
    onTestFinished(async () => {
      await bridge.close();
      await proxy.close();
    });
    const ask = (signal?: AbortSignal) =>
      fetch(`${bridge.baseUrl}/responses`, { method: 'POST', body: '{}', ...(signal ? { signal } : {}) });
    return { bridge, notices, ask };
  }

  it.each([407, 403, 302, 500])('that refuses with %i is told of, and never sees the key', async (status) => {
    const proxy = await ConnectProxy.open(status);
    const { notices, ask } = await through(proxy);
    const reply = await ask();
    expect(reply.status).toBe(502);
    const sentence = `The proxy ${proxy.address} refused to connect to api.example.com (status ${status}).`;
    expect(await reply.json()).toMatchObject({ error: { message: sentence } });
    expect(notices).toEqual([sentence]);
    const credentials = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(proxy.asked).toEqual([{ target: 'api.example.com:443', credentials }]);
  });

  it('that does not answer times out, and blocks nothing', async () => {
    const proxy = await ConnectProxy.open(null);
    const { bridge, ask } = await through(proxy, { headersTimeoutMs: 100 });
    expect((await ask()).status).toBe(504);
    const waiting = ask();
    waiting.catch(() => undefined);
    await expect.poll(() => proxy.asked).toHaveLength(2);
    await bridge.close();
    await expect.poll(() => proxy.connections).toBe(0);
  });

  it.each(['SSH-2.0-OpenSSH_9.2\r\n\r\n', 'hello\n\n\r\n\r\n'])(
    'that does not speak HTTP is named: %j',
    async (greeting) => {
      const server = createServer((socket) => socket.on('error', () => undefined).end(greeting));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { notices, ask } = await through(await ConnectProxy.open(), { proxy: `http://${address}` });
      expect((await ask()).status).toBe(502);
      expect(notices).toEqual([
        `The answer of the proxy ${address} is not HTTP. Check its address and its port.`,
      ]);
    },
  );

  it('that cannot be reached is reported', async () => {
    const proxy = await ConnectProxy.open();
    const { notices, ask } = await through(proxy, { proxy: 'http://127.0.0.1:1' });
    expect((await ask()).status).toBe(502);
    expect(notices[0]).toContain('api.example.com through the proxy 127.0.0.1:1 failed (ECONNREFUSED)');
  });
});
