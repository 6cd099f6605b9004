/** Where requests go, always and only. */
export interface Upstream {
  /** Of the Responses API itself. */
  readonly url: URL;
}

export const DEFAULT_UPSTREAM = 'https://api.openai.com/v1';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether it is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Reads an upstream as a person gives it: the base of an API, as codex's `base_url` is (a mere host stands for
 * its `/v1`); a query is kept.
 *
 * @returns the upstream, or one sentence about what is wrong
 */
export function readUpstream(text: string): Upstream | string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return `The upstream '${text}' is no URL; give one such as ${DEFAULT_UPSTREAM}.`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'The upstream holds a name or password; leave it out, the key comes from its variable.';
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    const place = `${url.protocol}//${url.host}`;
    return `The upstream ${place} would get the key in clear text; it must be https (http only on this machine).`;
  }
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = `${base === '' ? '/v1' : base}/responses`;
  url.hash = '';
  return { url };
}
