import { getProxyForUrl } from 'proxy-from-env';

/** The only address to which requests go. */
export interface Upstream {
  /** The URL of the Responses API. */
  readonly url: URL;
}

export const DEFAULT_UPSTREAM = 'https://api.openai.com/v1';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether the address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Reads the base URL of an API, in the form of codex's `base_url`. A URL without a path means `/v1`. A query is kept.
 *
 * @returns the upstream, or one sentence about what is wrong
 */
export function readUpstream(text: string): Upstream | string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return `The upstream '${text}' is not a URL. Use one such as ${DEFAULT_UPSTREAM}.`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'The upstream must not contain a user name or password. The key comes from its variable.';
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    const place = `${url.protocol}//${url.host}`;
    return `The upstream ${place} would get the key in clear text. Use https (http is allowed only on this machine).`;
  }
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = `${base === '' ? '/v1' : base}/responses`;
  url.hash = '';
  return { url };
}

/**
 * Resolves the proxy for the upstream: the given one, or else that of `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` of
 * this process. An upstream on this machine has no proxy.
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
    return `The proxy for ${upstream.host} is not a URL. Use one such as http://proxy.example.com:3128.`;
  }
  if (proxy.protocol === 'http:' || proxy.protocol === 'https:') return proxy;
  return `The proxy for ${upstream.host} uses ${proxy.protocol.slice(0, -1)}, which the bridge does not support. Use an HTTP proxy, or add the host to NO_PROXY.`;
}

/** A proxy without a scheme is an HTTP proxy by convention, but the library adds the scheme of the upstream. */
function fromEnvironment(upstream: URL): string {
  const proxy = getProxyForUrl(upstream.href);
  const bare = /^https:\/\/(.*)$/s.exec(proxy)?.[1];
  const isBare = bare !== undefined && Object.values(process.env).includes(bare);
  return isBare ? `http://${bare}` : proxy;
}
