/**
 * Turns by one app server against one `codex exec` each: 1, 20 and 100 at once, every turn with a schema and a
 * new ephemeral thread. Prints turns per second, CPU and memory of each, and the ratios. Linux.
 *
 *   npm run build && node bench/app-server.mjs [counts, such as 1,20,100]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemoryWatch, ownCpuSeconds } from './lib/process-cost.mjs';

/** More processes at once than this would measure the machine's memory, not codex. */
const MOST_PROCESSES = 20;

if (process.argv[2] === '--provider') await serve();
else await bench((process.argv[2] ?? '1,20,100').split(',').map(Number));

async function bench(counts) {
  const { exec, run } = await import('../dist/lib/index.js');
  const { openAppServer } = await import('../dist/lib/app-server.js');
  const directory = mkdtempSync(join(tmpdir(), 'codex-structured-bench-'));
  const provider = spawn(process.execPath, [fileURLToPath(import.meta.url), '--provider'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const port = Number(await new Promise((resolve) => provider.stdout.once('data', resolve)));
    const options = place(directory, port);
    const contestants = {
      'codex exec': (count) =>
        inBatches(count, MOST_PROCESSES, (index) =>
          run(exec(`prompt ${index}`), schemaOf(index), {
            ...options,
            ephemeral: true,
            skipGitRepoCheck: true,
          }),
        ),
      'app server': async (count) => {
        const server = openAppServer(options);
        try {
          return await inBatches(
            count,
            count,
            (index) =>
              server.startThread({ ephemeral: true }).turn(`prompt ${index}`, { schema: schemaOf(index) })
                .outcome,
          );
        } finally {
          await server.close();
        }
      },
    };
    for (const contestant of Object.values(contestants)) await contestant(1);
    for (const count of counts) {
      const results = [];
      for (const [name, contestant] of Object.entries(contestants)) {
        const result = await measured(contestant, count, provider.pid);
        results.push(result);
        print(name, count, result);
      }
      const [theirs, ours] = results;
      const ratio = (field) => (ours[field] / theirs[field]).toFixed(2);
      console.log(`   ratio: wall ${ratio('wall')}, CPU ${ratio('cpu')}, memory ${ratio('memory')}\n`);
    }
  } finally {
    provider.kill();
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function place(directory, port) {
  for (const name of ['home', 'project']) mkdirSync(join(directory, name));
  const provider = `{name="bench",base_url="http://127.0.0.1:${port}/v1",env_key="BENCH_KEY",wire_api="responses"}`;
  return {
    cwd: join(directory, 'project'),
    env: {
      ...process.env,
      CODEX_HOME: join(directory, 'home'),
      HOME: join(directory, 'home'),
      BENCH_KEY: 'none',
    },
    config: [
      `model_providers.bench=${provider}`,
      'model_provider="bench"',
      'analytics.enabled=false',
      'features.plugins=false',
      'features.apps=false',
      'features.shell_snapshot=false',
    ],
  };
}

function schemaOf(index) {
  const name = `field_${index}`;
  return {
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
    additionalProperties: false,
  };
}

async function inBatches(count, width, job) {
  let next = 0;
  const workers = Array.from({ length: Math.min(width, count) }, async () => {
    for (let index = next++; index < count; index = next++) {
      const outcome = await job(index);
      const answered = outcome.ok && outcome.value[`field_${index}`] === 'answer';
      if (!answered)
        throw new Error(`turn ${index}: ${outcome.kind}: ${outcome.message ?? 'the wrong answer'}`);
    }
  });
  await Promise.all(workers);
}

async function measured(contestant, count, ignoredPid) {
  const memory = new MemoryWatch([ignoredPid], 50);
  const [startedAt, cpuBefore] = [performance.now(), ownCpuSeconds()];
  await contestant(count);
  const wall = (performance.now() - startedAt) / 1000;
  return { wall, cpu: ownCpuSeconds() - cpuBefore, memory: memory.stop() };
}

function print(name, count, { wall, cpu, memory }) {
  const perTurn = `${((cpu / count) * 1000).toFixed(0)} ms CPU and ${(memory / count).toFixed(1)} MB a turn`;
  console.log(
    `${String(count).padStart(4)} ${name.padEnd(11)} ${(count / wall).toFixed(2).padStart(6)} turns/s, ${perTurn}, peak ${memory.toFixed(0)} MB`,
  );
}

/** A Responses API that answers each schema with its one property. */
async function serve() {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const [name] = Object.keys(JSON.parse(Buffer.concat(chunks).toString()).text.format.schema.properties);
    const text = JSON.stringify({ [name]: 'answer' });
    const item = {
      type: 'message',
      id: 'm',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    };
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'response.created', response: { id: 'r' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'r', usage } },
    ]) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
}
