import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpsProxyAgent } from 'https-proxy-agent';

/** Keeps connections to the upstream for the next request, through a proxy or not. */
export interface UpstreamAgent {
  readonly agent: HttpAgent;
  /** The host and port of the proxy, for messages; null without a proxy. */
  readonly proxy: string | null;
  /** Closes all connections, including those that the proxy has not answered yet. */
  close(): void;
}

export function createUpstreamAgent(upstream: URL, proxy: URL | null): UpstreamAgent {
  if (proxy !== null) return proxied(proxy);
  const agent = new (upstream.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
  return { agent, proxy: null, close: () => agent.destroy() };
}

/** Uses `CONNECT`: the proxy sees the name of the upstream and TLS, but never the key. */
function proxied(proxy: URL): UpstreamAgent {
  const closing = new AbortController();
  const agent = new HttpsProxyAgent(proxy, { keepAlive: true, signal: closing.signal });
  return {
    agent,
    proxy: proxy.host,
    close: () => {
      agent.destroy();
      closing.abort();
    },
  };
}
