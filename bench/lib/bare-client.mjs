/**
 * As little as one can do with an app server: a new ephemeral thread and one turn a task, and not a word more.
 * What it costs is codex's own work; no batch can be cheaper.
 *
 *   node bench/lib/bare-client.mjs CODEX TASKS AT_ONCE
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , codex, tasks, atOnce] = process.argv;
const args = ['app-server', '--config=features.shell_snapshot=false'];
const child = spawn(codex, args, { stdio: ['pipe', 'pipe', 'ignore'] });
const answers = new Map();
const turns = new Map();
let lastId = 0;

createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (error !== undefined) throw new Error(error.message);
  if (method === undefined) answers.get(id)(result);
  else if (method === 'turn/completed') turns.get(params.threadId)(params.turn);
});

function request(method, params) {
  lastId += 1;
  const id = lastId;
  child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
  return new Promise((resolve) => answers.set(id, resolve));
}

const outputSchema = JSON.parse(readFileSync('s.json', 'utf8'));
await request('initialize', {
  clientInfo: { name: 'bare', title: null, version: '0' },
  capabilities: { experimentalApi: true, requestAttestation: false },
});
child.stdin.write('{"method":"initialized"}\n');

let next = 0;
async function work() {
  while (next < Number(tasks)) {
    const index = next++;
    const settings = { cwd: process.cwd(), approvalPolicy: 'never', ephemeral: true };
    const { thread } = await request('thread/start', settings);
    const ended = new Promise((resolve) => turns.set(thread.id, resolve));
    const text = `Extract the name: Hi, I'm Ada ${index}.`;
    await request('turn/start', {
      threadId: thread.id,
      input: [{ type: 'text', text, text_elements: [] }],
      outputSchema,
    });
    console.log((await ended).items[0].text);
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, work));
child.stdin.end();
