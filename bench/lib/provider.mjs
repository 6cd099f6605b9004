import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

if (process.argv[2] === '--serve') serve(Number(process.argv[3]));

/** The smallest Responses provider that codex is content with, in a process of its own. */
export async function startProvider(latencyMs) {
  const args = [fileURLToPath(import.meta.url), '--serve', String(latencyMs)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
  return { port, pid: child.pid, close: () => child.kill() };
}

function serve(latencyMs) {
  const message = {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    content: [{ type: 'output_text', text: '{"name":"Ada"}' }],
  };
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  const events = [
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.done', item: message },
    { type: 'response.completed', response: { id: 'r', usage } },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST') response.writeHead(404).end();
      else
        setTimeout(
          () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body),
          latencyMs,
        );
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
}
