import type { JsonObject } from '../json/value.js';

/**
 * Where codex finds its model: a loopback server of the host's, which holds the key. What
 * `startResponsesBridge` gives is one.
 */
export interface ModelBridge {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  /** Sent with each model request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The environment for codex, of the one that it would have: without what the bridge keeps from it. */
  withoutKey?(
    env: Readonly<Record<string, string | undefined>>,
  ): Readonly<Record<string, string | undefined>>;
  close(): Promise<void> | void;
}

const PROVIDER = 'bridge';

/** The settings of a thread whose model is behind a bridge. codex wants them again with each resume. */
export function bridgeSettings({ baseUrl, headers }: ModelBridge): {
  readonly modelProvider: string;
  readonly config: JsonObject;
} {
  return {
    modelProvider: PROVIDER,
    config: {
      [`model_providers.${PROVIDER}`]: {
        name: PROVIDER,
        base_url: baseUrl,
        wire_api: 'responses',
        ...(headers === undefined ? {} : { http_headers: headers }),
      },
    },
  };
}
