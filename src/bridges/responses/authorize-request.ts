import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What is told of a request that is not let in: nothing but its status. */
export type Authorization = 'let in' | 404 | 405;

const WITH_TOKEN = /^\/([^/?#]+)\/v1\/responses$/;
const PLAIN = '/v1/responses';

/**
 * Whether a request is for us: the token in its path, or as its bearer token, and a `Host` that is ours (a web
 * page that has its own name lead to this machine cannot have that). A whole URL for a path, as a proxy is
 * asked with, is none of ours.
 */
export function authorize(request: IncomingMessage, token: string, port: number): Authorization {
  const { host = '', authorization = '' } = request.headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return 404;
  const path = request.url ?? '';
  const given =
    WITH_TOKEN.exec(path)?.[1] ?? (path === PLAIN ? /^Bearer (\S+)$/i.exec(authorization)?.[1] : undefined);
  if (!isSame(given ?? '', token)) return 404;
  return request.method === 'POST' ? 'let in' : 405;
}

/** Takes as long whatever is given: how much of a guess was right does not show. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
