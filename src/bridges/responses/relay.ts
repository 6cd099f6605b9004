import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SilenceTimer, startTimer } from '../../transports/process/timer.js';
import { requestHeaders, responseHeaders } from './headers.js';
import type { Upstream } from './upstream.js';
import type { UpstreamAgent } from './upstream-agent.js';

export interface RelayLimits {
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** How long the upstream may take to begin its reply, in milliseconds; 0: no limit. */
  readonly headersTimeoutMs: number;
  /** How long the reply may be silent, in milliseconds; 0: no limit. */
  readonly idleTimeoutMs: number;
}

export interface RelayOptions {
  readonly upstream: Upstream;
  readonly apiKey: string;
  readonly upstreamAgent: UpstreamAgent;
  readonly limits: RelayLimits;
  /** Gets a sentence for people, without secrets. */
  readonly onNotice: (sentence: string) => void;
}

/** Why the upstream's own reply is not what the client gets. */
class RelayError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Sends one request on, and its reply back as it comes. Never rejects. */
export async function relay(
  client: IncomingMessage,
  reply: ServerResponse,
  options: RelayOptions,
): Promise<void> {
  const gone = new AbortController();
  reply.once('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  try {
    const upstreamReply = await ask(client, options, gone.signal);
    await passOn(upstreamReply, reply, options.limits);
  } catch (error) {
    // The client went away: there is nobody to be told.
    if (gone.signal.aborted || client.errored !== null) return;
    const { status, message } = error instanceof RelayError ? error : unreachable(error, options);
    options.onNotice(message);
    refuse(reply, status, message);
  }
}

function ask(client: IncomingMessage, options: RelayOptions, gone: AbortSignal): Promise<IncomingMessage> {
  const { upstream, apiKey, upstreamAgent: way, limits } = options;
  const { url } = upstream;
  if (Number(client.headers['content-length'] ?? 0) > limits.maxBodyBytes)
    return Promise.reject(tooLarge(limits));
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const asked = send(url, {
      method: 'POST',
      agent: way.agent,
      headers: requestHeaders(client.rawHeaders, url.host, apiKey),
    });
    const giveUp = (error: Error) => {
      cancelTimer();
      asked.destroy(error);
      client.unpipe();
      client.resume();
      // A request that waits for the proxy to connect it does not say that it has been destroyed.
      reject(error);
    };
    const cancelTimer = startTimer(limits.headersTimeoutMs, () => giveUp(tooSlow(url, limits)));
    gone.addEventListener('abort', () => giveUp(new Error('The client is gone.')), { once: true });
    asked.once('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      if (statusCode !== 200) giveUp(refusedByProxy(statusCode, options));
    });
    asked.once('response', (reply) => {
      cancelTimer();
      resolve(reply);
    });
    asked.on('error', giveUp);
    upload(client, asked, limits);
  });
}

/** As it comes, never all of it at once. An upstream that replies before it has read everything may do so. */
function upload(client: IncomingMessage, asked: ClientRequest, limits: RelayLimits): void {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      if (size > limits.maxBodyBytes) callback(tooLarge(limits));
      else callback(null, chunk);
    },
  });
  // No `pipeline`: it would end the client's connection, on which it is still to get its reply.
  const drop = () => {
    client.unpipe(counted);
    client.resume();
  };
  counted.once('error', (error) => asked.destroy(error));
  client.once('error', (error) => asked.destroy(error));
  asked.once('close', drop);
  client.pipe(counted).pipe(asked);
}

async function passOn(
  from: IncomingMessage,
  to: ServerResponse,
  { idleTimeoutMs }: RelayLimits,
): Promise<void> {
  const { statusCode = 502, statusMessage = '' } = from;
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
    from.destroy();
    throw new RelayError(
      502,
      'The upstream answered with a redirect, which is not followed; correct the upstream.',
    );
  }
  to.sendDate = false;
  to.writeHead(statusCode, statusMessage, responseHeaders(from.rawHeaders));
  to.flushHeaders();
  const silence = new SilenceTimer(idleTimeoutMs, () => from.destroy(new Error('silent for too long')));
  from.on('data', () => silence.touch());
  try {
    await pipeline(from, to);
  } finally {
    silence.stop();
  }
}

/** Half a reply is ended in a way that shows that it is half. */
function refuse(reply: ServerResponse, status: number, message: string): void {
  if (reply.headersSent) {
    reply.destroy();
    return;
  }
  reply.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  reply.end(JSON.stringify({ error: { type: 'bridge_error', code: null, message } }));
}

function tooLarge({ maxBodyBytes }: RelayLimits): RelayError {
  return new RelayError(
    413,
    `The request is larger than the ${maxBodyBytes} bytes that the bridge lets through.`,
  );
}

function tooSlow({ host }: URL, { headersTimeoutMs }: RelayLimits): RelayError {
  return new RelayError(504, `The upstream ${host} did not begin its reply within ${headersTimeoutMs} ms.`);
}

function refusedByProxy(status: number, { upstream, upstreamAgent: way }: RelayOptions): RelayError {
  return new RelayError(
    502,
    `The proxy ${way.proxy} does not let the bridge through to ${upstream.url.host} (${status}).`,
  );
}

function unreachable(error: unknown, { upstream, upstreamAgent: way }: RelayOptions): RelayError {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const why = code ?? (error instanceof Error ? error.message : String(error));
  const through = way.proxy === null ? '' : ` through the proxy ${way.proxy}`;
  return new RelayError(
    502,
    `The connection to the upstream ${upstream.url.host}${through} failed (${why}).`,
  );
}
