import { DEFAULT_UPSTREAM, readUpstream, resolveProxy } from '../../../bridges/responses/upstream.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { CliIo } from '../../io.js';
import { UsageError } from '../../usage-error.js';

export const DEFAULT_KEY_VARIABLE = 'OPENAI_API_KEY';

/** The settings of a Responses bridge. */
export interface ResponsesSettings {
  readonly apiKey: string;
  readonly upstream: string;
}

/** @throws {UsageError} if the key is missing or the upstream is invalid */
export function responsesSettings(flags: ParsedFlags, io: CliIo): ResponsesSettings {
  const variable = flags.text('key-env') ?? DEFAULT_KEY_VARIABLE;
  const apiKey = io.env[variable]?.trim() ?? '';
  if (apiKey === '') {
    throw new UsageError(
      `The bridge needs the API key in ${variable}, which is not set. Set it, or use another variable with --key-env.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UsageError(
      `${variable} contains characters that an API key cannot have. Set it to the key alone.`,
    );
  }
  const text = flags.text('upstream') ?? DEFAULT_UPSTREAM;
  const upstream = readUpstream(text);
  if (typeof upstream === 'string') throw new UsageError(upstream);
  const proxy = resolveProxy(upstream.url, undefined);
  if (typeof proxy === 'string') throw new UsageError(proxy);
  return { apiKey, upstream: text };
}
