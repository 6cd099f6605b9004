import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A proxy on this machine that knows `CONNECT`, and leads every name to one port. */
export class ConnectProxy {
  /** What it was asked to connect to, oldest first, with the credentials that came along. */
  readonly asked: { readonly target: string; readonly credentials: string | undefined }[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /** @param answer - the status that it answers with; null: none, ever */
  private constructor(answer: number | null, leadsTo: number) {
    this.#server = createServer((_, response) => response.writeHead(405).end());
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('connect', (request, socket: Socket) => {
      this.asked.push({
        target: request.url ?? '',
        credentials: request.headers['proxy-authorization'],
      });
      if (answer === null) {
        socket.resume().once('end', () => socket.end());
        return;
      }
      if (answer !== 200) {
        socket.end(
          `HTTP/1.1 ${answer} No\r\nLocation: http://elsewhere.example\r\nContent-Length: 0\r\n\r\n`,
        );
        return;
      }
      const through = connect(leadsTo, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      through.on('error', () => socket.destroy());
      socket.once('close', () => through.destroy());
    });
  }

  static async open(answer: number | null = 200, leadsTo = 0): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(answer, leadsTo);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    const address = this.#server.address();
    return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  /** How many connections there are. */
  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
