import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The schema that `lib/provider.mjs` answers, as `s.json`. */
export function writeSchema(directory) {
  writeFileSync(
    join(directory, 's.json'),
    '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}\n',
  );
}

/** A `config.toml` for a provider on this port, and for nothing that dials out. */
export function configFor(port) {
  return `model_provider = "bench"
analytics.enabled = false
features.plugins = false
features.apps = false
[model_providers.bench]
name = "bench"
base_url = "http://127.0.0.1:${port}/v1"
env_key = "BENCH_KEY"
wire_api = "responses"
`;
}
