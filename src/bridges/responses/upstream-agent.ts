import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpsProxyAgent } from 'https-proxy-agent';

/** How the upstream is reached: connections that are kept for the next request, through a proxy or not. */
export interface UpstreamAgent {
  readonly agent: HttpAgent;
  /** For people: host and port of the proxy; null where there is none. */
  readonly proxy: string | null;
  /** Ends all connections, those that the proxy has not answered yet among them. */
  close(): void;
}

export function createUpstreamAgent(upstream: URL, proxy: URL | null): UpstreamAgent {
  if (proxy !== null) return proxied(proxy);
  const agent = new (upstream.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
  return { agent, proxy: null, close: () => agent.destroy() };
}

/** `CONNECT`: the proxy sees the upstream's name and TLS, and never the key. */
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
