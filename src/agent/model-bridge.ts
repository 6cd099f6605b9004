import type { JsonObject } from '../json/value.js';

/** A loopback server of the host that holds the key of the model, such as that of `startResponsesBridge`. */
export interface ModelBridge {
  /** The base URL, up to and including `/v1`. */
  readonly baseUrl: string;
  /** Sent with each model request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the environment for codex: the given one, without what the bridge keeps from it. */
  withoutKey?(
    env: Readonly<Record<string, string | undefined>>,
  ): Readonly<Record<string, string | undefined>>;
  /** Closes what the bridge has opened. */
  close(): Promise<void> | void;
}

const PROVIDER = 'bridge';

/** Returns the settings of a thread that uses a bridge. codex needs them again each time it is resumed. */
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
