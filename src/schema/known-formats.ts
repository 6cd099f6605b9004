/**
 * The formats that `validate/formats.ts` asserts or deliberately lets pass, by name only: whether a schema
 * uses others is known before the validator is loaded.
 */
export const knownFormats: ReadonlySet<string> = new Set([
  'date',
  'time',
  'date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
]);
