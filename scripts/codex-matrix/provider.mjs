// The two ends that a codex under test can talk to: a Responses provider on loopback that answers every request
// with the same JSON, and a proxy that lets nothing through and counts who wanted to leave this machine.
import { createServer } from 'node:http';

export const ANSWER = '{"name":"Ada"}';
export const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

/** @returns the URL, the bodies of the model requests so far, and what ends it */
export async function startProvider() {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== 'POST' || !request.url.endsWith('/responses')) {
      response.writeHead(404).end();
      return;
    }
    requests.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(reply(`resp_${requests.length}`));
  });
  await listening(server);
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => closed(server),
  };
}

/** A proxy for `HTTPS_PROXY`: refuses every connection and keeps the targets. */
export async function startProxy() {
  const targets = [];
  const server = createServer((request, response) => {
    targets.push(request.url);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    targets.push(request.url);
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await listening(server);
  return { url: `http://127.0.0.1:${server.address().port}`, targets, close: () => closed(server) };
}

function reply(id) {
  const content = [{ type: 'output_text', text: ANSWER, annotations: [] }];
  const events = [
    { type: 'response.created', response: { id } },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'message', id: `msg_${id}`, role: 'assistant', content },
    },
    {
      type: 'response.completed',
      response: {
        id,
        usage: {
          input_tokens: 10,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 5,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 15,
        },
      },
    },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function listening(server) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}

function closed(server) {
  return new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}
