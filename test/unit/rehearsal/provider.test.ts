import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from '../../../src/rehearsal/provider.js';
import { completed, message } from '../../../src/rehearsal/replies.js';
import { type ResponsesScript, sequence } from '../../../src/rehearsal/responses-script.js';
import { scripts } from '../../../src/rehearsal/scripts.js';

const open: Provider[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
});

async function start(script: ResponsesScript): Promise<Provider> {
  const provider = await startProvider({ script });
  open.push(provider);
  return provider;
}

function ask(provider: Provider, body: unknown = { input: [] }, token = provider.apiKey): Promise<Response> {
  return fetch(`${provider.baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The `data:` lines of an event stream. */
async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
}

describe('provider', () => {
  it('listens on the loopback interface only', async () => {
    const provider = await start(scripts.empty());
    expect(provider.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  });

  it('answers a model request with the events that codex reads, and records its body', async () => {
    const provider = await start(scripts.answer({ name: 'Ada' }));
    const response = await ask(provider, { model: 'm', input: ['é\u2028'] });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = await eventsOf(response);
    expect(events.map((event) => event['type'])).toEqual([
      'response.created',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events[1]).toMatchObject({
      item: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: '{"name":"Ada"}' }],
      },
    });
    expect(events[2]).toMatchObject({ response: { usage: { input_tokens: 10, output_tokens: 5 } } });
    expect(provider.requests()).toEqual([{ model: 'm', input: ['é\u2028'] }]);
  });

  it('plays a sequence and repeats its last reply', async () => {
    const provider = await start(sequence('two', completed(message('1')), completed(message('2'))));
    const texts: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) texts.push(JSON.stringify(await eventsOf(await ask(provider))));
    expect(texts.map((text) => /"text":"(\d)"/.exec(text)?.[1])).toEqual(['1', '2', '2']);
  });

  it.each(['wrong', ''])('rejects the token %j, and neither answers nor records', async (token) => {
    const provider = await start(scripts.answer('{}'));
    const response = await ask(provider, {}, token);
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('output_text');
    expect(provider.requests()).toEqual([]);
    expect(provider.paths()).toEqual([]);
  });

  it('has a new token each time', async () => {
    const [one, other] = [await start(scripts.empty()), await start(scripts.empty())];
    expect(one.apiKey).not.toBe(other.apiKey);
    expect((await ask(one, {}, other.apiKey)).status).toBe(401);
  });

  it('answers 404 to unknown paths, and records them', async () => {
    const provider = await start(scripts.empty());
    const headers = { authorization: `Bearer ${provider.apiKey}` };
    expect((await fetch(`${provider.baseUrl}/models?x=1`, { headers })).status).toBe(404);
    expect(provider.paths()).toEqual(['GET /v1/models']);
  });

  it.each(['', 'no json', '[]', '5', 'null'])('answers 400 to the body %j', async (body) => {
    const provider = await start(scripts.empty());
    expect((await ask(provider, body)).status).toBe(400);
  });

  it('closes the connection after the message of a cut stream', async () => {
    const provider = await start(scripts.cutAlways({ name: 'V1' }));
    const response = await ask(provider);
    const reader = response.body?.getReader();
    let seen = '';
    const readToEnd = async () => {
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) return;
        seen += Buffer.from(part.value).toString();
      }
    };
    await expect(readToEnd()).rejects.toThrow(/terminated/);
    expect(seen).toContain('V1');
    expect(seen).not.toContain('response.completed');
  });

  it('sends a failing status with its headers', async () => {
    const body = { error: { message: 'slow down' } };
    const provider = await start(
      sequence('retry', { kind: 'status', status: 429, body, headers: { 'retry-after': '7' } }),
    );
    const response = await ask(provider);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toEqual(body);
  });

  it('resolves whenRequested, also if the request came before', async () => {
    const provider = await start(scripts.answer('{}'));
    const early = provider.whenRequested(1);
    await ask(provider);
    await early;
    await provider.whenRequested(1);
    expect(provider.requests()).toHaveLength(1);
  });

  it('ends hanging and delayed streams when it is closed, and can be closed twice', async () => {
    const provider = await start(scripts.hang());
    const response = await ask(provider);
    const ended = response.text().then(
      () => 'ended',
      () => 'broken',
    );
    await Promise.all([provider.close(), provider.close()]);
    expect(await ended).toBe('broken');
    await expect(ask(provider)).rejects.toThrow();
  });

  it('drops only the connection if a script throws', async () => {
    let thrown = 0;
    const provider = await start({
      name: 'bug',
      replyTo: () => {
        thrown += 1;
        throw new Error('bug in a script');
      },
    });
    await expect(ask(provider)).rejects.toThrow();
    await expect(ask(provider)).rejects.toThrow();
    expect(thrown).toBe(2);
  });

  it('survives a client that disconnects in the middle of its request', async () => {
    const provider = await start(scripts.answer('{}'));
    const sent = httpRequest(`${provider.baseUrl}/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.apiKey}`, 'content-length': '1000' },
    });
    const gone = new Promise((resolve) => sent.once('error', resolve));
    sent.write('{"inp', () => sent.destroy(new Error('gone')));
    await gone;
    expect((await ask(provider)).status).toBe(200);
    expect(provider.requests()).toHaveLength(1);
  });
});
