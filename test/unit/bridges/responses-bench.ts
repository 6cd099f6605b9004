import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import {
  type ResponsesBridge,
  type ResponsesBridgeOptions,
  startResponsesBridge,
} from '../../../src/bridges/responses/responses-bridge.js';

export const KEY = 'sk-test-0123456789abcdef';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An upstream that does what a test says, and a bridge to it. */
export class ResponsesBench {
  private constructor(
    private readonly server: Server,
    readonly bridge: ResponsesBridge,
    readonly notices: readonly string[],
    /** What the upstream was asked, oldest first. */
    readonly asked: readonly IncomingMessage[],
  ) {}

  static async open(
    handler: Handler,
    options: Partial<ResponsesBridgeOptions> = {},
  ): Promise<ResponsesBench> {
    const asked: IncomingMessage[] = [];
    const notices: string[] = [];
    const server = createServer((req, res) => {
      asked.push(req);
      handler(req, res);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bridge = await startResponsesBridge({
      apiKey: KEY,
      upstream: `http://127.0.0.1:${portOf(server)}`,
      onNotice: (sentence) => notices.push(sentence),
      ...options,
    });
    return new ResponsesBench(server, bridge, notices, asked);
  }

  get port(): number {
    return Number(new URL(this.bridge.origin).port);
  }

  get upstreamPort(): number {
    return portOf(this.server);
  }

  get path(): string {
    return `/${this.bridge.token}/v1/responses`;
  }

  /** A request with its whole reply. */
  async call(options: Call = {}): Promise<Reply> {
    const response = await this.begin(options);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return {
      status: response.statusCode ?? 0,
      headers: response.rawHeaders,
      body: Buffer.concat(chunks).toString(),
    };
  }

  /** A request; resolves when the reply begins. */
  begin({
    method = 'POST',
    path = this.path,
    headers = {},
    body = '{}',
  }: Call = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.port, method, path, headers, agent: false },
        resolve,
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** What the bridge says to these bytes, until it closes the connection. */
  raw(bytes: string): Promise<string> {
    return new Promise((resolve) => {
      let said = '';
      const socket: Socket = connect(this.port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        said += chunk.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(said));
    });
  }

  async close(): Promise<void> {
    await this.bridge.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export async function readAll(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return text;
}
