import { isUtf8 } from 'node:buffer';
import { HEAD_BYTES, LineSplitter } from '../../events/line-splitter.js';
import { startOfContent } from '../../events/parse-line.js';
import { type Fields, fieldsOf, parseFields, stringOf } from '../../json/fields.js';
import { ConnectionClosed, INTERNAL_ERROR, RpcError } from './rpc-error.js';

const LINE_FEED = 0x0a;

export interface RpcHandlers {
  readonly onNotification: (method: string, params: Fields) => void;
  /** Gives the result; an {@link RpcError} that it throws is the answer, too. */
  readonly onRequest: (method: string, params: Fields) => unknown;
  /** A line that is no message. It is no reason to give up the connection. */
  readonly onUnreadable: (line: Buffer) => void;
  /** A line longer than the limit was dropped; `head` is its beginning. */
  readonly onOversized: (head: Buffer) => void;
  /** Each line either way, as it is. */
  readonly onTraffic?: (direction: 'sent' | 'received', line: string) => void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * JSON-RPC over lines, as the app server speaks it: no `jsonrpc` member, and ids of our own on our side.
 * Lines end with a line feed and nothing else. Every request of the other side is answered.
 */
export class RpcPeer {
  readonly #waiting = new Map<number, Waiting>();
  readonly #lines: LineSplitter;
  #lastId = 0;
  #closed = false;
  #isFirstLine = true;
  /** Whether a message was read: what came before it may have been glued to it. */
  #sawMessage = false;

  constructor(
    private readonly write: (line: string) => void,
    private readonly maxLineBytes: number,
    private readonly handlers: RpcHandlers,
  ) {
    this.#lines = new LineSplitter(maxLineBytes, {
      onLines: (bytes, start, end) => this.#readLines(bytes, start, end),
      onOversizedLine: (head) => handlers.onOversized(head),
    });
  }

  /** The next bytes that the other side wrote. */
  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  /**
   * @param raw members of the parameters that are JSON text already, and go out as they are
   * @throws {RpcError} where the other side refuses
   * @throws {ConnectionClosed} where it ends first
   */
  request(method: string, params: object, raw: Readonly<Record<string, string>> = {}): Promise<unknown> {
    if (this.#closed) return Promise.reject(new ConnectionClosed());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      // What cannot be written as JSON rejects before anything waits for an answer.
      const line = `{"id":${id},"method":${JSON.stringify(method)},"params":${withRaw(params, raw)}}`;
      this.#waiting.set(id, { resolve, reject });
      this.#write(line);
    });
  }

  notify(method: string): void {
    this.#send({ method });
  }

  /** The other side is gone: nothing that was asked will be answered. */
  close(): void {
    if (this.#closed) return;
    this.#lines.end();
    this.#closed = true;
    for (const { reject } of this.#waiting.values()) reject(new ConnectionClosed());
    this.#waiting.clear();
  }

  #send(message: object): void {
    this.#write(JSON.stringify(message));
  }

  #write(text: string): void {
    if (this.#closed) return;
    const line = wellFormed(text);
    this.handlers.onTraffic?.('sent', line);
    this.write(`${line}\n`);
  }

  #readLines(bytes: Buffer, start: number, end: number): void {
    for (let at = start; at < end; ) {
      const lineFeed = bytes.indexOf(LINE_FEED, at);
      // Within one chunk the splitter leaves the limit to us.
      if (lineFeed - at > this.maxLineBytes) {
        this.handlers.onOversized(bytes.subarray(at, at + Math.min(this.maxLineBytes, HEAD_BYTES)));
      } else this.#readLine(bytes.subarray(at, lineFeed));
      at = lineFeed + 1;
    }
  }

  #readLine(line: Buffer): void {
    const from = startOfContent(line, 0, line.length, this.#isFirstLine);
    this.#isFirstLine = false;
    const text = line.toString('utf8', from).trim();
    if (text === '') return;
    this.handlers.onTraffic?.('received', text);
    const message = parseFields(text) ?? (this.#sawMessage ? null : messageAfterPrefix(text));
    // A notification with broken text would change an answer; without its response a request would wait for ever.
    const isReadable = isUtf8(line) || stringOf(message?.['method']) === null;
    if (!isReadable || !this.#take(message)) this.handlers.onUnreadable(line);
  }

  #take(message: Fields | null): boolean {
    if (message === null) return false;
    this.#sawMessage = true;
    const method = stringOf(message['method']);
    const id = message['id'];
    if (method !== null) {
      const params = fieldsOf(message['params']) ?? {};
      if (id === undefined || id === null) this.handlers.onNotification(method, params);
      else void this.#answer(id, method, params);
      return true;
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return false;
    this.#waiting.delete(Number(id));
    const error = fieldsOf(message['error']);
    if (error === null) waiting.resolve(message['result']);
    else waiting.reject(errorOf(error));
    return true;
  }

  async #answer(id: unknown, method: string, params: Fields): Promise<void> {
    try {
      this.#send({ id, result: await this.handlers.onRequest(method, params) });
    } catch (error) {
      const { code, message } =
        error instanceof RpcError ? error : new RpcError(INTERNAL_ERROR, 'The client failed to answer.');
      this.#send({ id, error: { code, message } });
    }
  }
}

/** A wrapper around codex may print text without a line feed before the first message. */
function messageAfterPrefix(text: string): Fields | null {
  const start = text.indexOf('{"');
  return start === -1 ? null : parseFields(text.slice(start));
}

/** Inside a JSON string a line break is always escaped, so that those that are not may become blanks. */
function withRaw(params: object, raw: Readonly<Record<string, string>>): string {
  const members = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, JSON.stringify(value)] as const);
  const texts = Object.entries(raw).map(([name, text]) => [name, text.replace(/[\r\n]+/g, ' ')] as const);
  return `{${[...members, ...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** An escape of JSON: a backslash, a pair of surrogates, or one alone. */
const ESCAPES =
  /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2}))/g;

/** Half a character makes a line that codex cannot read, and so never answers. */
function wellFormed(json: string): string {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return json;
  return json.replace(ESCAPES, (whole, alone: string | undefined) =>
    alone === undefined ? whole : '\\ufffd',
  );
}

function errorOf(error: Fields): RpcError {
  const code = typeof error['code'] === 'number' ? error['code'] : INTERNAL_ERROR;
  return new RpcError(code, stringOf(error['message']) ?? 'The app server gave no reason.', error['data']);
}
