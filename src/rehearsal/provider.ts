import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.js';
import { closeServer, listenOnLoopback } from '../platform/net/loopback-server.js';
import { endsRegularly, responseEvents, serverSentEvent } from './response-events.js';
import type { Reply, ResponsesScript, StreamReply } from './responses-script.js';

/** A Responses API on the loopback interface that answers from a script. */
export interface Provider extends AsyncDisposable {
  /** The `base_url` of a model provider in codex's configuration. */
  readonly baseUrl: string;
  /** The bearer token that every request must have, since the machine may have other users. */
  readonly apiKey: string;
  /** Returns the bodies of the model requests so far, oldest first; none if `keepRequests` is false. */
  requests(): readonly JsonObject[];
  /** Returns all authorized requests so far as `METHOD /path`; none if `keepRequests` is false. */
  paths(): readonly string[];
  /** Resolves after that many model requests. */
  whenRequested(count: number): Promise<void>;
  /** Closes all connections and the server. Can be called again. */
  close(): Promise<void>;
}

/** Options of {@link startProvider}. */
export interface ProviderOptions {
  /** The replies to model requests. */
  readonly script: ResponsesScript;
  /** Keep requests and paths; false saves memory for a provider with many. Default true. */
  readonly keepRequests?: boolean;
}

/**
 * Starts a provider on a free port of 127.0.0.1. It does not keep the process alive.
 *
 * @throws {Error} (the promise rejects) with the system's error if no port is available
 */
export async function startProvider({ script, keepRequests = true }: ProviderOptions): Promise<Provider> {
  const apiKey = randomBytes(24).toString('base64url');
  const bodies: JsonObject[] = [];
  let count = 0;
  const paths: string[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!hasToken(request, apiKey)) {
      sendJson(response, 401, { error: { message: 'This provider belongs to another process.' } });
      return;
    }
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (keepRequests) paths.push(`${request.method ?? 'GET'} ${path}`);
    if (request.method !== 'POST' || !path.endsWith('/responses')) {
      sendJson(response, 404, { error: { message: `Nothing at ${path} in a rehearsal.` } });
      return;
    }
    const body = parseBody(await readAll(request));
    if (body === null) {
      sendJson(response, 400, { error: { message: 'The request body is not a JSON object.' } });
      return;
    }
    const index = count;
    count += 1;
    if (keepRequests) bodies.push(body);
    for (const waiter of waiting) {
      if (count < waiter.count) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
    await sendReply(response, script.replyTo({ index, body }), `resp_${index}`);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  server.on('connection', (socket) => socket.unref());
  server.unref();
  const port = await listenOnLoopback(server);

  let closing: Promise<void> | null = null;
  const closeOnce = () => {
    closing ??= closeServer(server);
    return closing;
  };
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey,
    requests: () => bodies,
    paths: () => paths,
    whenRequested: (wanted) =>
      new Promise((resolve) => {
        if (count >= wanted) resolve();
        else waiting.add({ count: wanted, resolve });
      }),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function hasToken(request: IncomingMessage, apiKey: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${apiKey}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

async function sendReply(response: ServerResponse, reply: Reply, responseId: string): Promise<void> {
  if (reply.kind === 'status') sendJson(response, reply.status, reply.body, reply.headers);
  else await sendStream(response, reply, responseId);
}

async function sendStream(response: ServerResponse, reply: StreamReply, responseId: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (reply.delayMs !== undefined) {
    response.flushHeaders();
    await pause(reply.delayMs, response);
  }
  const events = responseEvents(reply, responseId).map(serverSentEvent).join('');
  if (endsRegularly(reply.end)) {
    response.end(events);
    return;
  }
  response.write(events);
  // The callback of a write comes after all earlier data was sent: only the end is lost.
  if (reply.end.kind === 'cut') response.write(': cut\n\n', () => response.socket?.end());
}

/** Ends early if the client disconnects, and does not keep the process alive. */
function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
