import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** `allowed`, or the status of the rejection: the client learns nothing else. */
export type Authorization = 'allowed' | 404 | 405;

const WITH_TOKEN = /^\/([^/?#]+)\/v1\/responses$/;
const PLAIN = '/v1/responses';

/**
 * Allows a request that has the token in its path or as its bearer token, and the `Host` of the bridge (which a web
 * page cannot send after it has pointed its own name at this machine). A full URL in place of the path, as a proxy
 * gets it, is rejected.
 */
export function authorize(request: IncomingMessage, token: string, port: number): Authorization {
  const { host = '', authorization = '' } = request.headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return 404;
  const path = request.url ?? '';
  const given =
    WITH_TOKEN.exec(path)?.[1] ?? (path === PLAIN ? /^Bearer (\S+)$/i.exec(authorization)?.[1] : undefined);
  if (!isSame(given ?? '', token)) return 404;
  return request.method === 'POST' ? 'allowed' : 405;
}

/** Compares in constant time, so that nothing shows how much of a guess was right. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
