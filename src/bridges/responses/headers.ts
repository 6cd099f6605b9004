/** They are about one connection, and this is where it ends. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What a client might identify itself with; the upstream hears of the host's key alone. */
const CREDENTIALS = ['authorization', 'cookie', 'api-key', 'x-api-key'];

/** As Node has them: names and values in turn, as they were written. */
export type RawHeaders = readonly string[];

/** The headers for the upstream: the client's, less what is about its connection and itself, and the key. */
export function requestHeaders(raw: RawHeaders, host: string, apiKey: string): string[] {
  const kept = without(raw, [...HOP_BY_HOP, ...CREDENTIALS, 'host', 'expect']);
  return ['Host', host, ...kept, 'Authorization', `Bearer ${apiKey}`];
}

/** The headers for the client: the upstream's, less what is about its connection, and its cookies. */
export function responseHeaders(raw: RawHeaders): string[] {
  return without(raw, [...HOP_BY_HOP, 'set-cookie']);
}

function without(raw: RawHeaders, names: readonly string[]): string[] {
  const dropped = new Set([...names, ...namedByConnection(raw)]);
  return pairsOf(raw).flatMap(([name, value]) => (dropped.has(name.toLowerCase()) ? [] : [name, value]));
}

function namedByConnection(raw: RawHeaders): string[] {
  return pairsOf(raw)
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()));
}

function pairsOf(raw: RawHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
