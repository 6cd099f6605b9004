import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A message of the agent, put together from its chunks. */
export interface AgentMessage {
  readonly id: string;
  readonly text: string;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

/** The real ACP adapter for codex, spoken to in its own lines. */
export class AcpClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #messages = new Map<string, string>();
  #lastId = 0;
  stderr = '';

  constructor(env: NodeJS.ProcessEnv, cwd: string) {
    const manifest = createRequire(import.meta.url).resolve('@agentclientprotocol/codex-acp/package.json');
    this.#child = spawn(process.execPath, [join(dirname(manifest), 'dist/index.js')], { env, cwd });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    const lines = createInterface({ input: this.#child.stdout ?? process.stdin });
    lines.on('line', (line) => this.#take(JSON.parse(line)));
  }

  async request(method: string, params: object): Promise<Record<string, unknown>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
    if (answer.error !== undefined)
      throw new Error(`${method}: ${JSON.stringify(answer.error)} ${this.stderr}`);
    return (answer.result ?? {}) as Record<string, unknown>;
  }

  /** One prompt; gives the messages that came for it, in the order of their first chunks. */
  async prompt(sessionId: string, text: string): Promise<readonly AgentMessage[]> {
    this.#messages.clear();
    await this.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    return [...this.#messages].map(([id, whole]) => ({ id, text: whole }));
  }

  /** Ends it as a client does: by closing its stdin. */
  async close(): Promise<void> {
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin?.end();
    await exited;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #take(
    message: { id?: number; method?: string; params?: { update?: Record<string, unknown> } } & Answer,
  ): void {
    if (message.method === undefined && message.id !== undefined) this.#waiting.get(message.id)?.(message);
    const update = message.params?.update;
    if (update?.['sessionUpdate'] !== 'agent_message_chunk') return;
    const id = String(update['messageId'] ?? '');
    const { text = '' } = update['content'] as { text?: string };
    this.#messages.set(id, (this.#messages.get(id) ?? '') + text);
  }
}
