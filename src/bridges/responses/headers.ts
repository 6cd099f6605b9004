/** Headers about one connection, which ends at the bridge. */
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

/** Credentials of the client. The upstream gets only the host's key. */
const CREDENTIALS = ['authorization', 'cookie', 'api-key', 'x-api-key'];

/** Node's form: names and values alternate, as they were written. */
export type RawHeaders = readonly string[];

/** Returns the headers for the upstream: the client's without its connection and credentials, plus the key. */
export function requestHeaders(raw: RawHeaders, host: string, apiKey: string): string[] {
  const kept = without(raw, [...HOP_BY_HOP, ...CREDENTIALS, 'host', 'expect']);
  return ['Host', host, ...kept, 'Authorization', `Bearer ${apiKey}`];
}

/** Returns the headers for the client: the upstream's without its connection and cookies. */
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
