import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startResponsesBridge } from '../../../src/bridges/responses/responses-bridge.js';
import { KEY, ResponsesBench, readAll } from './responses-bench.js';

async function bench(...args: Parameters<typeof ResponsesBench.open>): Promise<ResponsesBench> {
  const opened = await ResponsesBench.open(...args);
  onTestFinished(() => opened.close());
  return opened;
}

const ok = (_: unknown, response: ServerResponse) => void response.end('ok');

describe('a request', () => {
  it('goes to the one upstream, with the key and without the credentials of the client', async () => {
    let body = '';
    const to = await bench(async (request, response) => {
      body = await readAll(request);
      response.end('ok');
    });
    const reply = await to.call({
      headers: {
        Authorization: 'Bearer somebody-else',
        Cookie: 'a=b',
        'X-Api-Key': 'k',
        Connection: 'close, X-Mine',
        'X-Mine': '1',
        'OpenAI-Beta': 'responses',
        'X-Twice': ['1', '2'],
      },
      body: '{"a": 1.0}',
    });
    expect(reply).toMatchObject({ status: 200, body: 'ok' });
    expect(body).toBe('{"a": 1.0}');
    const [asked] = to.asked;
    expect([asked?.method, asked?.url]).toEqual(['POST', '/v1/responses']);
    const names = asked?.rawHeaders.filter((_, index) => index % 2 === 0);
    expect(names).toEqual([
      'Host',
      'OpenAI-Beta',
      'X-Twice',
      'X-Twice',
      'Content-Length',
      'Authorization',
      'Connection',
    ]);
    expect(asked?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'openai-beta': 'responses',
      'x-twice': '1, 2',
    });
  });

  it('is allowed with the token in its path or as its bearer token, and with nothing else', async () => {
    const to = await bench(ok);
    const { token } = to.bridge;
    const bearer = { authorization: `Bearer ${token}` };
    expect((await to.call()).status).toBe(200);
    expect((await to.call({ path: '/v1/responses', headers: bearer })).status).toBe(200);
    const others: Parameters<typeof to.call>[0][] = [
      { path: '/v1/responses' },
      { path: '/v1/responses', headers: { authorization: `Bearer ${token}x` } },
      { path: '/v1/responses', headers: { authorization: `Basic ${token}` } },
      { path: `/${token.slice(0, -1)}/v1/responses` },
      { path: `/${token}/v1/responses?x=1` },
      { path: `/${token}/v1/responses/` },
      { path: `/${token}/v1/models` },
      { path: `/${token}//v1/responses` },
      { path: `/${token}/v1/../v1/responses` },
      { path: `/${encodeURIComponent(`${token}/`)}v1/responses` },
      { path: '/', headers: bearer },
      { headers: { host: 'evil.example' } },
      { headers: { host: `127.0.0.1:${to.port + 1}` } },
      { method: 'GET', path: '/v1/responses' },
    ];
    for (const call of others)
      expect(await to.call(call), JSON.stringify(call)).toMatchObject({ status: 404, body: '' });
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      expect((await to.call({ method })).status).toBe(405);
    }
    expect(to.asked).toHaveLength(2);
    expect(to.notices).toEqual([]);
  });

  it('for a proxy is rejected', async () => {
    const to = await bench(ok);
    const host = `Host: 127.0.0.1:${to.port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    const whole = `POST http://127.0.0.1:${to.port}${to.path} HTTP/1.1\r\n${host}`;
    expect(await to.raw(whole)).toMatch(/^HTTP\/1.1 404 /);
    expect(await to.raw(`CONNECT api.openai.com:443 HTTP/1.1\r\n${host}`)).toBe('');
    expect(await to.raw('what is this\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(to.asked).toHaveLength(0);
  });

  it('is rejected if it is too large, with or without a content-length', async () => {
    const to = await bench(
      (request, response) =>
        void readAll(request).then(
          () => response.end('ok'),
          () => undefined,
        ),
      {
        maxBodyBytes: 1000,
      },
    );
    expect((await to.call({ body: 'x'.repeat(1000) })).status).toBe(200);
    expect(await to.call({ body: 'x'.repeat(1001) })).toMatchObject({
      status: 413,
      body: expect.stringContaining('larger than 1000 bytes'),
    });
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await to.call({ headers: chunked, body: 'x'.repeat(100_000) })).status).toBe(413);
  });
});

describe('a reply', () => {
  it('is passed on unchanged: status, headers, bytes', async () => {
    const to = await bench((_, response) => {
      response.sendDate = false;
      response.writeHead(429, 'Slow Down', [
        'Content-Type',
        'application/json',
        'X-RateLimit',
        '1',
        'x-ratelimit',
        '2',
        'Set-Cookie',
        'a=b',
        'Content-Encoding',
        'gzip',
        'Keep-Alive',
        'timeout=9',
        'Content-Length',
        '4',
      ]);
      response.end(Buffer.from([1, 2, 3, 0xff]));
    });
    const message = await to.begin();
    expect([message.statusCode, message.statusMessage]).toEqual([429, 'Slow Down']);
    const chunks = await message.toArray();
    expect(Buffer.concat(chunks)).toEqual(Buffer.from([1, 2, 3, 0xff]));
    expect(message.rawHeaders.slice(0, 10)).toEqual([
      'Content-Type',
      'application/json',
      'X-RateLimit',
      '1',
      'x-ratelimit',
      '2',
      'Content-Encoding',
      'gzip',
      'Content-Length',
      '4',
    ]);
    expect(message.headers['set-cookie']).toBeUndefined();
  });

  it('is passed on chunk by chunk, each at once', async () => {
    let upstream: ServerResponse | undefined;
    const to = await bench((_, response) => {
      upstream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    const message = await to.begin();
    // The next event is written only once the last one has come: one that was kept back would never come.
    for (const event of ['event: a\n\n', 'data: ж', '\n\n']) {
      upstream?.write(event);
      const [chunk] = await once(message, 'data');
      expect(String(chunk)).toBe(event);
    }
    upstream?.end();
    await once(message, 'end');
  });

  it('breaks off for the client if it breaks off', async () => {
    const to = await bench((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n', () => response.socket?.destroy());
    });
    const message = await to.begin();
    await expect(message.toArray()).rejects.toThrow('aborted');
    expect(to.notices).toHaveLength(1);
  });

  it('is not followed or passed on if it is a redirect', async () => {
    const to = await bench(
      (_, response) => void response.writeHead(307, { location: 'http://evil.example/' }).end(),
    );
    const reply = await to.call();
    expect(reply).toMatchObject({ status: 502, body: expect.stringContaining('redirect') });
    expect(reply.headers.join()).not.toContain('evil');
    expect(to.asked).toHaveLength(1);
  });

  it('may begin before the upload has ended', async () => {
    const to = await bench((request, response) => {
      request.resume();
      response.writeHead(401).end('no');
    });
    expect(await to.call({ body: Buffer.alloc(4 * 1024 * 1024) })).toMatchObject({ status: 401, body: 'no' });
  });

  it('times out if it does not begin, or pauses for too long', async () => {
    const mute = await bench(() => undefined, { headersTimeoutMs: 50 });
    expect(await mute.call()).toMatchObject({ status: 504, body: expect.stringContaining('within 50 ms') });
    const silent = await bench(
      (_, response) => {
        response.writeHead(200);
        response.write('first');
      },
      { idleTimeoutMs: 50 },
    );
    await expect((await silent.begin()).toArray()).rejects.toThrow('aborted');
  });

  it('of an unreachable upstream is a message without the key', async () => {
    const to = await bench(ok, { upstream: 'http://127.0.0.1:9/v1' });
    const reply = await to.call();
    expect(reply).toMatchObject({ status: 502, body: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify([reply, to.notices])).not.toContain(KEY);
    expect(to.notices.join()).not.toContain(to.bridge.token);
  });
});

describe('the end', () => {
  it('of the client ends the request to the upstream', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const to = await bench((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200);
      response.write('data: 1\n\n');
    });
    const message = await to.begin();
    await once(message, 'data');
    message.destroy();
    await closed;
    expect(to.notices).toEqual([]);
  });

  it('of the bridge ends both connections', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const to = await bench((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200);
      response.write('data: 1\n\n');
    });
    const message = await to.begin();
    const ended = expect(message.toArray()).rejects.toThrow('aborted');
    await to.bridge[Symbol.asyncDispose]();
    await Promise.all([closed, ended]);
    await expect(to.call()).rejects.toThrow('ECONNREFUSED');
    await to.bridge.close();
  });
});

describe('the settings for codex', () => {
  it('have no secret in the arguments and no key in the environment', async () => {
    const to = await bench(ok);
    const { bridge } = to;
    expect(bridge.config.join(' ')).not.toMatch(new RegExp(`${bridge.token}|${KEY}`));
    const env = bridge.environment({
      PATH: '/bin',
      OPENAI_API_KEY: KEY,
      OTHER: `Bearer ${KEY}`,
      NO_PROXY: 'a',
    });
    expect(env).toEqual({
      PATH: '/bin',
      OPENAI_API_KEY: undefined,
      OTHER: undefined,
      NO_PROXY: 'a,127.0.0.1',
      no_proxy: 'a,127.0.0.1',
      CODEX_STRUCTURED_BRIDGE_TOKEN: bridge.token,
    });
  });
});

describe('a short key, as local servers use,', () => {
  it.each([
    ['ollama', { PATH: '/opt/ollama/bin:/bin', HOME: '/home/ollama', A: 'my-ollama' }, { B: 'ollama' }],
    ['x', { PATH: '/usr/bin', TEXT: 'ax xb' }, { B: 'x', C: 'Bearer x', D: '{"key":"x"}' }],
    ['sk-a.$1', { A: 'sk-a.$12', B: 'sk-ab$1' }, { C: 'https://u:sk-a.$1@host' }],
  ])('%s does not remove a variable that only contains its letters', async (apiKey, kept, dropped) => {
    await using bridge = await startResponsesBridge({ apiKey, upstream: 'http://127.0.0.1:1' });
    const env = bridge.withoutKey({ ...kept, ...dropped });
    expect(env).toEqual({
      ...kept,
      ...Object.fromEntries(Object.keys(dropped).map((name) => [name, undefined])),
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    });
  });
});

describe('options', () => {
  it.each([
    [{ apiKey: '' }, 'empty'],
    [{ apiKey: 'a\nb' }, 'a header cannot contain'],
    [{ apiKey: KEY, upstream: 'nowhere' }, 'is not a URL'],
    [{ apiKey: KEY, upstream: 'http://api.example' }, 'Use https'],
    [{ apiKey: KEY, upstream: 'ftp://api.example' }, 'Use https'],
    [{ apiKey: KEY, upstream: 'https://me:pw@api.example' }, 'user name or password'],
  ])('%o are rejected', async (options, message) => {
    await expect(startResponsesBridge(options)).rejects.toThrow(message);
    await expect(startResponsesBridge(options)).rejects.toThrow(/^(?!.*sk-test)/);
  });

  it.each([
    ['', '/v1/responses'],
    ['/', '/v1/responses'],
    ['/v1/', '/v1/responses'],
    ['/openai/v1?api-version=1', '/openai/v1/responses?api-version=1'],
  ])("an upstream '%s' is asked at %s", async (path, url) => {
    const to = await bench(ok);
    const upstream = `http://127.0.0.1:${to.upstreamPort}${path}`;
    const other = await startResponsesBridge({ apiKey: KEY, upstream });
    onTestFinished(() => other.close());
    await fetch(`${other.baseUrl}/responses`, { method: 'POST', body: '{}' });
    expect(to.asked[0]?.url).toBe(url);
  });
});
