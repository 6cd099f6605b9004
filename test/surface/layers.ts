/**
 * The arrows of the architecture: what each part of `src` may import. Held by `layers.test.ts` and, for
 * the editor, by the `noRestrictedImports` rules in biome.json.
 */

/** Parts of `src` (a folder, or a file at its top) and the other parts that each may import. */
export const ALLOWED_PARTS: Readonly<Record<string, readonly string[]>> = {
  json: ['outcome:types'],
  events: ['json'],
  schema: ['json', 'outcome:types', 'outcome'],
  outcome: ['json', 'events', 'schema'],
  codex: ['json', 'events', 'schema', 'outcome'],
  transports: ['json', 'events', 'schema', 'outcome', 'codex'],
  rehearsal: ['json', 'events', 'schema', 'outcome', 'codex', 'transports'],
  run: ['json', 'events', 'schema', 'outcome', 'codex', 'transports', 'rehearsal'],
  batch: ['json', 'events', 'schema', 'outcome', 'codex', 'transports', 'rehearsal', 'run'],
  agent: ['json', 'events', 'schema', 'outcome', 'codex', 'transports', 'rehearsal', 'run'],
  bridges: ['json', 'events', 'schema', 'outcome', 'codex', 'transports', 'rehearsal', 'run'],
  cli: [
    'json',
    'events',
    'schema',
    'outcome',
    'codex',
    'transports',
    'rehearsal',
    'run',
    'batch',
    'agent',
    'bridges',
  ],
  'index.ts': [
    'json',
    'events',
    'schema',
    'outcome',
    'codex',
    'transports',
    'rehearsal',
    'run',
    'batch',
    'agent',
    'bridges',
  ],
  'testing.ts': [
    'json',
    'events',
    'schema',
    'outcome',
    'codex',
    'transports',
    'rehearsal',
    'run',
    'batch',
    'agent',
    'bridges',
  ],
};

/** No fs, no processes, no clock: the same input gives the same output. */
export const PURE_PARTS: readonly string[] = ['json', 'events', 'schema', 'outcome'];

/** Node modules that change nothing outside and read nothing but their arguments. */
export const PURE_NODE_MODULES: readonly string[] = ['node:buffer', 'node:crypto'];

/** Globals that a pure part must not touch. */
export const IMPURE_GLOBALS =
  /\b(process\.(?!\w*\s*:)|Date\.now\(|new Date\(\)|performance\.now\(|setTimeout\(|setInterval\(|setImmediate\(|fetch\(|console\.)/;

/** Packages that only one place may import, by path prefix under `src`. */
export const PACKAGE_HOMES: Readonly<Record<string, RegExp>> = {
  execa: /^transports\/(exec|process|app-server)\//,
  'tmp-promise': /^transports\/exec\//,
  split2: /^transports\/(exec|app-server)\//,
  ajv: /^schema\/validate/,
  'ajv-draft-04': /^schema\/validate/,
  'ajv-formats': /^schema\/validate/,
  yargs: /^cli\//,
  'json-schema-faker': /^rehearsal\//,
  yaml: /^schema\/formats\//,
  '@humanwhocodes/momoa': /^schema\/formats\//,
  'csv-parse': /^batch\/tasks\//,
  tinyglobby: /^batch\/tasks\//,
  'log-update': /^cli\//,
  jiti: /^cli\/input\//,
  'json-schema-to-typescript': /^cli\/commands\/schema\//,
};
