import { isUtf8 } from 'node:buffer';
import { HEAD_BYTES, LineSplitter } from '../../events/line-splitter.js';
import { startOfContent } from '../../events/parse-line.js';
import { type Fields, fieldsOf, parseFields, stringOf } from '../../json/fields.js';
import { ConnectionClosed, INTERNAL_ERROR, RpcError } from './rpc-error.js';

const LINE_FEED = 0x0a;

export interface RpcHandlers {
  readonly onNotification: (method: string, params: Fields) => void;
  /** Returns the result; an {@link RpcError} that it throws is sent as the error response. */
  readonly onRequest: (method: string, params: Fields) => unknown;
  /** Called for a line that is not a message; the connection stays open. */
  readonly onUnreadable: (line: Buffer) => void;
  /** Called for a line over the limit, which is dropped; `head` is its beginning. */
  readonly onOversized: (head: Buffer) => void;
  /** Called for each line in either direction, unmodified. */
  readonly onTraffic?: (direction: 'sent' | 'received', line: string) => void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * JSON-RPC over lines, as the app server speaks it: without the `jsonrpc` member. Only a line feed ends a line. Every
 * request from the other side is answered.
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

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  /**
   * @param raw - members of the parameters that are already JSON text and are sent unmodified
   * @throws {RpcError} if the other side answers with an error
   * @throws {ConnectionClosed} if it exits first
   */
  request(method: string, params: object, raw: Readonly<Record<string, string>> = {}): Promise<unknown> {
    if (this.#closed) return Promise.reject(new ConnectionClosed());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      // If the parameters cannot be serialized, the promise rejects before an answer is awaited.
      const line = `{"id":${id},"method":${JSON.stringify(method)},"params":${withRaw(params, raw)}}`;
      this.#waiting.set(id, { resolve, reject });
      this.#write(line);
    });
  }

  notify(method: string): void {
    this.#send({ method });
  }

  /** Rejects all open requests, since the other side has exited. */
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
      // The splitter does not check the limit for lines within one chunk.
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

/** Line breaks in strings are always escaped, so a line break in `raw` is whitespace and can become a space. */
function withRaw(params: object, raw: Readonly<Record<string, string>>): string {
  const members = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, JSON.stringify(value)] as const);
  const texts = Object.entries(raw).map(([name, text]) => [name, text.replace(/[\r\n]+/g, ' ')] as const);
  return `{${[...members, ...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** An escape in JSON: a backslash, a surrogate pair, or (captured) a lone surrogate. */
const ESCAPES =
  /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2}))/g;

/** Replaces lone surrogates: codex cannot read a line with one, and would never answer it. */
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
