import { getProxyForUrl } from 'proxy-from-env';
import { isLoopback } from './upstream.js';

/**
 * The proxy on the way to the upstream: the one that was given, else what `HTTPS_PROXY`, `ALL_PROXY` and
 * `NO_PROXY` of this process say. What stays on this machine goes through none.
 *
 * @returns the proxy; null for none; or one sentence about what is wrong, without the proxy's password
 */
export function resolveProxy(upstream: URL, given: string | null | undefined): URL | null | string {
  if (isLoopback(upstream) || given === null) return null;
  const text = given ?? fromEnvironment(upstream);
  if (text === '') return null;
  let proxy: URL;
  try {
    proxy = new URL(text);
  } catch {
    return `The proxy for ${upstream.host} is no URL; give one such as http://proxy.example.com:3128.`;
  }
  if (proxy.protocol === 'http:' || proxy.protocol === 'https:') return proxy;
  return `The proxy for ${upstream.host} is one for ${proxy.protocol.slice(0, -1)}, which the bridge does not speak; name one for http, or list the host in NO_PROXY.`;
}

/** A proxy without a scheme is one for http, as everybody has it; the library takes the upstream's. */
function fromEnvironment(upstream: URL): string {
  const proxy = getProxyForUrl(upstream.href);
  const bare = /^https:\/\/(.*)$/s.exec(proxy)?.[1];
  const isBare = bare !== undefined && Object.values(process.env).includes(bare);
  return isBare ? `http://${bare}` : proxy;
}
