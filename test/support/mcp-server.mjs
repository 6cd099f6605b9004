// A stdio MCP server for the real codex: `echo` gives back its text, `fail` an error, and `change`, which
// says that it changes things, is one that codex asks about before it calls it.
import { createInterface } from 'node:readline';

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const harmless = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const harmful = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };
const tools = [
  { name: 'echo', description: 'Gives back its text.', inputSchema: text, annotations: harmless },
  { name: 'fail', description: 'Fails.', inputSchema: text, annotations: harmless },
  { name: 'change', description: 'Changes something.', inputSchema: text, annotations: harmful },
];

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'demo', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: args }) => ({
    content: [{ type: 'text', text: String(args?.text) }],
    isError: name === 'fail',
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const handler = methods[method];
  const reply = handler
    ? { result: handler(params ?? {}) }
    : { error: { code: -32601, message: `No method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}
