import { DEFAULT_UPSTREAM, readUpstream } from '../../../bridges/responses/upstream.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { CliIo } from '../../io.js';
import { UsageError } from '../../usage-error.js';

export const DEFAULT_KEY_VARIABLE = 'OPENAI_API_KEY';

/** What a bridge is started with. */
export interface BridgeSettings {
  readonly apiKey: string;
  readonly upstream: string;
  /** Sentences for people, without secrets. */
  readonly warnings: readonly string[];
}

/** @throws {UsageError} where there is no key, or the upstream is none */
export function bridgeSettings(flags: ParsedFlags, io: CliIo): BridgeSettings {
  const variable = flags.text('key-env') ?? DEFAULT_KEY_VARIABLE;
  const apiKey = io.env[variable]?.trim() ?? '';
  if (apiKey === '') {
    throw new UsageError(
      `The bridge needs the API key in ${variable}, which is not set; set it, or name another variable with --key-env.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UsageError(`${variable} holds characters that no API key has; set it to the key alone.`);
  }
  const text = flags.text('upstream') ?? DEFAULT_UPSTREAM;
  const upstream = readUpstream(text);
  if (typeof upstream === 'string') throw new UsageError(upstream);
  return { apiKey, upstream: text, warnings: proxyWarnings(upstream.url, io) };
}

/** Node's own HTTP client knows no proxies, and one that is needed is missed by a mere time-out. */
function proxyWarnings({ protocol, host }: URL, { env }: CliIo): readonly string[] {
  if (protocol !== 'https:') return [];
  const set = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].find(
    (name) => (env[name] ?? '') !== '',
  );
  return set === undefined
    ? []
    : [`warning: the bridge does not use the proxy of ${set}: it connects to ${host} directly.`];
}
