import { connect } from 'node:net';
import { waitAtMost } from '../../platform/time/wait-at-most.js';
import { type DoctorContext, type Finding, ok, problem, warning } from './check.js';
import { configuredProvider } from './configured-provider.js';

const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'] as const;

/** Schemes of proxies that codex supports, with their ports. It ignores a proxy of another scheme. */
const PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'socks4:': 1080,
  'socks4a:': 1080,
  'socks5:': 1080,
  'socks5h:': 1080,
};

/** Entries of NO_PROXY that exclude this machine. */
const COVERS_LOOPBACK = /^(\*|127\.0\.0\.1|127\.0\.0\.0\/8|127\.\*)$/;

const OPENAI = 'https://api.openai.com';

/** A machine of the same network answers in milliseconds. */
const CONNECT_LIMIT_MS = 5_000;

/**
 * Checks that the proxies of the environment can be reached, and that they do not also get requests to providers and
 * bridges on this machine. Reports no address but its host and port, since the rest may contain a password.
 */
export async function checkProxy(context: DoctorContext): Promise<Finding> {
  const { env, limitMs } = context;
  const set = PROXIES.flatMap((name) => [name, name.toLowerCase()]).filter((name) => env[name]);
  if (set.length === 0) return ok('No proxy is set.');
  const exceptions = `${env['NO_PROXY'] ?? ''},${env['no_proxy'] ?? ''}`
    .split(',')
    .map((entry) => entry.trim().toLowerCase());
  const limit = Math.min(limitMs || CONNECT_LIMIT_MS, CONNECT_LIMIT_MS);
  const found = await Promise.all(
    set.map(async (name) => ({ name, why: await proxyProblem(env[name] ?? '', limit) })),
  );
  const bad = found.flatMap(({ name, why }) => (why === null ? [] : [{ name, why }]));
  if (bad.length > 0) {
    const used = await variablesUsed(context, exceptions);
    const isUsed = bad.some(({ name, why }) => used.includes(name.toUpperCase()) && !why.isIgnored);
    return (isUsed ? problem : warning)(
      `${bad.map(({ name, why }) => `${name} ${why.sentence}`).join('; ')}.`,
      `Correct or unset ${bad.map(({ name }) => name).join(' and ')}.`,
      { set, unusable: bad.map(({ name }) => name) },
    );
  }
  const names = set.join(', ');
  if (exceptions.some((entry) => COVERS_LOOPBACK.test(entry))) {
    return ok(`A proxy is set (${names}), and NO_PROXY excludes 127.0.0.1.`, { set });
  }
  return warning(
    `The proxy (${names}) also receives requests to 127.0.0.1, for local models and bridges.`,
    'Add 127.0.0.1 and localhost to NO_PROXY.',
    { set },
  );
}

interface ProxyProblem {
  /** Follows the name of the variable. */
  readonly sentence: string;
  /** codex then connects without the proxy. */
  readonly isIgnored: boolean;
}

async function proxyProblem(text: string, limitMs: number): Promise<ProxyProblem | null> {
  // Without a scheme, it is an HTTP proxy.
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === '') return { sentence: 'is not the URL of a proxy', isIgnored: false };
  const defaultPort = PORTS[url.protocol];
  if (defaultPort === undefined) {
    return { sentence: `has the unknown scheme '${url.protocol.slice(0, -1)}'`, isIgnored: true };
  }
  const port = url.port === '' ? defaultPort : Number(url.port);
  const why = await connectProblem(url.hostname.replace(/^\[|\]$/g, ''), port, limitMs);
  if (why === null) return null;
  return { sentence: `names ${url.hostname}:${port}, which cannot be reached (${why})`, isIgnored: false };
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Returns why no connection can be made; null if one can. */
async function connectProblem(host: string, port: number, limitMs: number): Promise<string | null> {
  const socket = connect({ host, port });
  const connected = new Promise<string | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  const result = await waitAtMost(connected, limitMs);
  socket.destroy();
  return result === 'late' ? `no answer within ${limitMs / 1000} s` : result;
}

/** Returns the variables whose proxy gets the requests to the model provider. */
async function variablesUsed(
  context: DoctorContext,
  exceptions: readonly string[],
): Promise<readonly string[]> {
  const provider = await configuredProvider(context);
  const url = urlOf(provider?.baseUrl ?? OPENAI);
  if (url === null || exceptions.some((entry) => covers(entry, url.hostname))) return [];
  return [url.protocol === 'http:' ? 'HTTP_PROXY' : 'HTTPS_PROXY', 'ALL_PROXY'];
}

/** Whether an entry of NO_PROXY excludes a host: all, the host, or a domain above it. */
function covers(entry: string, host: string): boolean {
  const name = entry.replace(/^\*?\./, '').replace(/:\d+$/, '');
  return entry === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
}
