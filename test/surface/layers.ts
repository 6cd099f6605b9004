/**
 * The arrows of the architecture: what each part of `src` may import. Held by `layers.test.ts` and, for
 * the editor, by the `noRestrictedImports` rules in biome.json.
 */

/** From here on each may import all that stands before it. */
const UP_TO_OUTCOME = ['platform', 'text', 'json', 'diagnostics', 'events', 'schema', 'outcome'];
const UP_TO_APP_SERVER = [...UP_TO_OUTCOME, 'codex', 'app-server'];
const UP_TO_TRANSPORTS = [...UP_TO_APP_SERVER, 'transports'];
const UP_TO_RUN = [...UP_TO_TRANSPORTS, 'rehearsal', 'run'];
const EVERYTHING = [...UP_TO_RUN, 'batch', 'agent', 'bridges'];

/** Parts of `src` (a folder, or a file at its top) and the other parts that each may import. */
export const ALLOWED_PARTS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  text: [],
  json: [],
  diagnostics: ['json'],
  events: ['text', 'json'],
  schema: ['text', 'json', 'diagnostics'],
  outcome: ['text', 'json', 'diagnostics', 'events'],
  codex: UP_TO_OUTCOME,
  'app-server': [...UP_TO_OUTCOME, 'codex'],
  transports: UP_TO_APP_SERVER,
  rehearsal: UP_TO_TRANSPORTS,
  run: [...UP_TO_TRANSPORTS, 'rehearsal'],
  // Siblings: none of them knows another.
  batch: UP_TO_RUN,
  agent: UP_TO_RUN,
  bridges: UP_TO_RUN,
  cli: EVERYTHING,
  'index.ts': EVERYTHING,
  'testing.ts': EVERYTHING,
};

/** No fs, no processes, no clock: the same input gives the same output. */
export const PURE_PARTS: readonly string[] = ['text', 'json', 'diagnostics', 'events', 'schema', 'outcome'];

/** Node modules that change nothing outside and read nothing but their arguments. */
export const PURE_NODE_MODULES: readonly string[] = ['node:buffer', 'node:crypto'];

/** Globals that a pure part must not touch. */
export const IMPURE_GLOBALS =
  /\b(process\.(?!\w*\s*:)|Date\.now\(|new Date\(\)|performance\.now\(|setTimeout\(|setInterval\(|setImmediate\(|fetch\(|console\.)/;

/** Packages that only one place may import, by path prefix under `src`. */
export const PACKAGE_HOMES: Readonly<Record<string, RegExp>> = {
  execa: /^codex\/process\//,
  'tmp-promise': /^platform\/files\//,
  split2: /^codex\/process\//,
  ajv: /^schema\/validate/,
  'ajv-draft-04': /^schema\/validate/,
  'ajv-formats': /^schema\/validate/,
  'yargs-parser': /^cli\//,
  'json-schema-faker': /^rehearsal\//,
  yaml: /^schema\/formats\//,
  '@humanwhocodes/momoa': /^schema\/formats\//,
  'smol-toml': /^run\/doctor\//,
  'csv-parse': /^batch\/input\//,
  tinyglobby: /^batch\/input\//,
  'log-update': /^cli\//,
  jiti: /^cli\/input\//,
  'json-schema-to-typescript': /^cli\/commands\/schema\//,
};
