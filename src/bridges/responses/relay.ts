import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SilenceTimer, startTimer } from '../../platform/time/timer.js';
import { requestHeaders, responseHeaders } from './headers.js';
import type { Upstream } from './upstream.js';
import type { UpstreamAgent } from './upstream-agent.js';

export interface RelayLimits {
  /** The maximum size of a request body, in bytes. */
  readonly maxBodyBytes: number;
  /** How long the upstream may take to begin its reply, in milliseconds. 0: no limit. */
  readonly headersTimeoutMs: number;
  /** How long the reply may pause, in milliseconds. 0: no limit. */
  readonly idleTimeoutMs: number;
}

export interface RelayOptions {
  readonly upstream: Upstream;
  readonly apiKey: string;
  readonly upstreamAgent: UpstreamAgent;
  readonly limits: RelayLimits;
  /** Called with a sentence for people, without secrets. */
  readonly onNotice: (sentence: string) => void;
}

/** Why the client gets an error of the bridge in place of the upstream's reply. */
class RelayError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Passes one request on, and streams its reply back. Never rejects. */
export async function relay(
  client: IncomingMessage,
  reply: ServerResponse,
  options: RelayOptions,
): Promise<void> {
  const clientGone = new AbortController();
  reply.once('close', () => {
    if (!reply.writableFinished) clientGone.abort();
  });
  try {
    const upstreamReply = await ask(client, options, clientGone.signal);
    await passOn(upstreamReply, reply, options.limits);
  } catch (error) {
    // The client has closed the connection, so there is nobody to report to.
    if (clientGone.signal.aborted || client.errored !== null) return;
    const { status, message } = error instanceof RelayError ? error : unreachable(error, options);
    options.onNotice(message);
    refuse(reply, status, message);
  }
}

function ask(client: IncomingMessage, options: RelayOptions, gone: AbortSignal): Promise<IncomingMessage> {
  const { upstream, apiKey, upstreamAgent, limits } = options;
  const { url } = upstream;
  if (Number(client.headers['content-length'] ?? 0) > limits.maxBodyBytes)
    return Promise.reject(tooLarge(limits));
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const upstreamRequest = send(url, {
      method: 'POST',
      agent: upstreamAgent.agent,
      headers: requestHeaders(client.rawHeaders, url.host, apiKey),
    });
    const giveUp = (error: Error) => {
      cancelTimer();
      upstreamRequest.destroy(error);
      client.unpipe();
      client.resume();
      // A request that waits for the proxy to connect emits no error when it is destroyed.
      reject(error);
    };
    const cancelTimer = startTimer(limits.headersTimeoutMs, () => giveUp(tooSlow(url, limits)));
    gone.addEventListener('abort', () => giveUp(new Error('The client has closed the connection.')), {
      once: true,
    });
    upstreamRequest.once('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      if (statusCode !== 200) giveUp(refusedByProxy(statusCode, options));
    });
    upstreamRequest.once('response', (reply) => {
      cancelTimer();
      resolve(reply);
    });
    upstreamRequest.on('error', giveUp);
    upload(client, upstreamRequest, limits);
  });
}

/** Streams the request. The upstream may reply before it has read all of it. */
function upload(client: IncomingMessage, upstreamRequest: ClientRequest, limits: RelayLimits): void {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      if (size > limits.maxBodyBytes) callback(tooLarge(limits));
      else callback(null, chunk);
    },
  });
  // `pipeline` would end the client's connection, on which the reply has yet to go.
  const drop = () => {
    client.unpipe(counted);
    client.resume();
  };
  counted.once('error', (error) => upstreamRequest.destroy(error));
  client.once('error', (error) => upstreamRequest.destroy(error));
  upstreamRequest.once('close', drop);
  client.pipe(counted).pipe(upstreamRequest);
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
      'The upstream replied with a redirect, which the bridge does not follow. Correct the upstream.',
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

/** Aborts the connection if the reply has begun, so that the client sees that it is incomplete. */
function refuse(reply: ServerResponse, status: number, message: string): void {
  if (reply.headersSent) {
    reply.destroy();
    return;
  }
  reply.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  reply.end(JSON.stringify({ error: { type: 'bridge_error', code: null, message } }));
}

function tooLarge({ maxBodyBytes }: RelayLimits): RelayError {
  return new RelayError(413, `The request is larger than ${maxBodyBytes} bytes, the limit of the bridge.`);
}

function tooSlow({ host }: URL, { headersTimeoutMs }: RelayLimits): RelayError {
  return new RelayError(504, `The upstream ${host} did not begin its reply within ${headersTimeoutMs} ms.`);
}

/** @param status - not a number if the proxy's answer was not HTTP */
function refusedByProxy(status: number, { upstream, upstreamAgent }: RelayOptions): RelayError {
  const { proxy } = upstreamAgent;
  return new RelayError(
    502,
    Number.isNaN(status)
      ? `The answer of the proxy ${proxy} is not HTTP. Check its address and its port.`
      : `The proxy ${proxy} refused to connect to ${upstream.url.host} (status ${status}).`,
  );
}

function unreachable(error: unknown, { upstream, upstreamAgent }: RelayOptions): RelayError {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const why = code ?? (error instanceof Error ? error.message : String(error));
  const through = upstreamAgent.proxy === null ? '' : ` through the proxy ${upstreamAgent.proxy}`;
  return new RelayError(
    502,
    `The connection to the upstream ${upstream.url.host}${through} failed (${why}).`,
  );
}
