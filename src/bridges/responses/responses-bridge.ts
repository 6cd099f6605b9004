import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Environment } from '../../codex/installation.js';
import { assertArgument, assertOptions } from '../../codex/options/assert-options.js';
import {
  callback,
  either,
  integer,
  milliseconds,
  nullValue,
  type OptionTable,
  object,
  string,
} from '../../codex/options/validators.js';
import { warnOnFailure } from '../../run/callback-guard.js';
import { authorize } from './authorize-request.js';
import { bridgeConfig, bridgeEnvironment, environmentWithoutKey } from './codex-settings.js';
import { type RelayLimits, relay } from './relay.js';
import { resolveProxy } from './resolve-proxy.js';
import { DEFAULT_UPSTREAM, readUpstream } from './upstream.js';
import { createUpstreamAgent } from './upstream-agent.js';

export interface ResponsesBridgeOptions extends Partial<RelayLimits> {
  /** What the upstream is given as `Authorization: Bearer`. It leaves this process for nobody else. */
  readonly apiKey: string;
  /** Base URL of the API, https or on this machine. Default `https://api.openai.com/v1`. */
  readonly upstream?: string;
  /**
   * URL of an HTTP proxy on the way to the upstream; null: none. Default: what `HTTPS_PROXY`, `ALL_PROXY` and
   * `NO_PROXY` of this process say. An upstream on this machine has none.
   */
  readonly proxy?: string | null;
  /** Gets a sentence for people where a request could not be passed on; there are no secrets in it. */
  readonly onNotice?: (sentence: string) => void;
}

/** A Responses API on this machine's loopback interface that adds the key, which its clients never hold. */
export interface ResponsesBridge {
  /** With the token in its path: a secret, worth something only while the bridge is there. */
  readonly baseUrl: string;
  /** The token by itself, for a client that sends it as a bearer token to {@link ResponsesBridge.origin}. */
  readonly token: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `-c` overrides with which codex uses the bridge; the token is not in them, but in {@link environment}. */
  readonly config: readonly string[];
  /**
   * An environment for a codex that is told {@link baseUrl} over stdin, as an `Agent` does: the given one without
   * any variable that holds the key, and without the token.
   */
  withoutKey(env: Environment): Record<string, string | undefined>;
  /** An environment for codex: the given one without any variable that holds the key, with the token. */
  environment(env: Environment): Record<string, string | undefined>;
  /** Ends what is under way, and the bridge; safe to call again. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const OPTIONS: OptionTable<ResponsesBridgeOptions> = {
  apiKey: string,
  upstream: string,
  proxy: either(string, nullValue),
  onNotice: callback,
  maxBodyBytes: integer(1),
  headersTimeoutMs: milliseconds,
  idleTimeoutMs: milliseconds,
};

const DEFAULT_LIMITS: RelayLimits = {
  maxBodyBytes: 64 * 1024 * 1024,
  headersTimeoutMs: 600_000,
  idleTimeoutMs: 600_000,
};

/** How long a client may take over its request's head, and over all of its request. */
const CLIENT_HEAD_MS = 10_000;
const CLIENT_REQUEST_MS = 300_000;
/** How long a connection may wait for its next request: longer than codex keeps one, so that it is codex that closes. */
const CLIENT_IDLE_MS = 120_000;

/**
 * Starts a bridge on a free port of 127.0.0.1. It keeps this process alive until it is closed.
 *
 * @throws {TypeError} (the promise rejects) if the key, the upstream or its proxy cannot be used, or an option is none
 */
export async function startResponsesBridge(options: ResponsesBridgeOptions): Promise<ResponsesBridge> {
  assertArgument('startResponsesBridge()', 'the options', options, object);
  assertOptions('startResponsesBridge()', options, OPTIONS);
  assertArgument('startResponsesBridge()', 'apiKey', options.apiKey, string);
  const { apiKey } = options;
  const onNotice = warnOnFailure(options.onNotice ?? (() => undefined));
  const upstream = readUpstream(options.upstream ?? DEFAULT_UPSTREAM);
  if (typeof upstream === 'string') throw new TypeError(upstream);
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('The API key is empty, or holds characters that no header can hold.');
  }
  const proxy = resolveProxy(upstream.url, options.proxy);
  if (typeof proxy === 'string') throw new TypeError(proxy);
  const limits = limitsOf(options);
  const token = randomBytes(32).toString('base64url');
  const way = createUpstreamAgent(upstream.url, proxy);
  let port = 0;
  const server = createServer(
    { headersTimeout: CLIENT_HEAD_MS, requestTimeout: CLIENT_REQUEST_MS, keepAliveTimeout: CLIENT_IDLE_MS },
    (request, reply) => {
      const admission = authorize(request, token, port);
      if (admission === 'let in')
        void relay(request, reply, { upstream, apiKey, upstreamAgent: way, limits, onNotice });
      else reply.writeHead(admission, { connection: 'close' }).end();
    },
  );
  port = await listen(server);

  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= endServer(server).finally(way.close);
    return closing;
  };
  const origin = `http://127.0.0.1:${port}`;
  return {
    baseUrl: `${origin}/${token}/v1`,
    token,
    origin,
    config: bridgeConfig(port),
    withoutKey: (env) => environmentWithoutKey(env, apiKey),
    environment: (env) => bridgeEnvironment(env, { apiKey, token }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function limitsOf(given: Partial<RelayLimits>): RelayLimits {
  return {
    maxBodyBytes: given.maxBodyBytes ?? DEFAULT_LIMITS.maxBodyBytes,
    headersTimeoutMs: given.headersTimeoutMs ?? DEFAULT_LIMITS.headersTimeoutMs,
    idleTimeoutMs: given.idleTimeoutMs ?? DEFAULT_LIMITS.idleTimeoutMs,
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The bridge has no port.'));
      else resolve(address.port);
    });
  });
}

function endServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
