import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
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
import { closeServer, listenOnLoopback } from '../../platform/net/loopback-server.js';
import { warnOnFailure } from '../../run/callback-guard.js';
import { authorize } from './authorize-request.js';
import { bridgeConfig, bridgeEnvironment, environmentWithoutKey } from './codex-settings.js';
import { type RelayLimits, relay } from './relay.js';
import { DEFAULT_UPSTREAM, readUpstream, resolveProxy } from './upstream.js';
import { createUpstreamAgent } from './upstream-agent.js';

/** Where the bridge sends requests, with which key, and within which limits. */
export interface ResponsesBridgeOptions extends Partial<RelayLimits> {
  /** Sent to the upstream as `Authorization: Bearer`, and to nobody else. */
  readonly apiKey: string;
  /** Base URL of the API: https, or an address of this machine. Default `https://api.openai.com/v1`. */
  readonly upstream?: string;
  /**
   * URL of an HTTP proxy for the upstream; null: none. Default: the one of `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`
   * of this process. Not used for an upstream on this machine.
   */
  readonly proxy?: string | null;
  /** Called with a sentence for people, without secrets, if a request could not be passed on. */
  readonly onNotice?: (sentence: string) => void;
}

/** A Responses API on the loopback interface of this machine. It adds the key, which its clients never hold. */
export interface ResponsesBridge {
  /** Has the token in its path, and is therefore a secret while the bridge runs. */
  readonly baseUrl: string;
  /** The token, for a client that sends it as a bearer token to {@link ResponsesBridge.origin}. */
  readonly token: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `-c` overrides with which codex uses the bridge. The token is in {@link environment}, not here. */
  readonly config: readonly string[];
  /**
   * Returns an environment for a codex that gets {@link baseUrl} over stdin, as that of an `Agent` does: the given
   * one without the variables that contain the key, and without the token.
   */
  withoutKey(env: Environment): Record<string, string | undefined>;
  /** Returns an environment for codex: the given one without the variables that contain the key, plus the token. */
  environment(env: Environment): Record<string, string | undefined>;
  /** Ends all requests and the bridge. Can be called again. */
  close(): Promise<void>;
  /** Closes the bridge; see {@link close}. */
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

/** How long a client may take to send the headers of a request, and the whole request. */
const CLIENT_HEAD_MS = 10_000;
const CLIENT_REQUEST_MS = 300_000;
/** How long a connection may be idle: longer than codex keeps one, so that codex closes it first. */
const CLIENT_IDLE_MS = 120_000;

/**
 * Starts a bridge on a free port of 127.0.0.1. It keeps this process alive until it is closed.
 *
 * @throws {TypeError} (the promise rejects) if the key, the upstream or the proxy is invalid, or an option is unknown
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
    throw new TypeError('The API key is empty, or contains characters that a header cannot contain.');
  }
  const proxy = resolveProxy(upstream.url, options.proxy);
  if (typeof proxy === 'string') throw new TypeError(proxy);
  const limits = limitsOf(options);
  const token = randomBytes(32).toString('base64url');
  const agent = createUpstreamAgent(upstream.url, proxy);
  let port = 0;
  const server = createServer(
    { headersTimeout: CLIENT_HEAD_MS, requestTimeout: CLIENT_REQUEST_MS, keepAliveTimeout: CLIENT_IDLE_MS },
    (request, reply) => {
      const authorization = authorize(request, token, port);
      if (authorization === 'allowed')
        void relay(request, reply, { upstream, apiKey, upstreamAgent: agent, limits, onNotice });
      else reply.writeHead(authorization, { connection: 'close' }).end();
    },
  );
  port = await listenOnLoopback(server);

  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= closeServer(server).finally(agent.close);
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
