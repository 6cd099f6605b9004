/**
 * The formats that `validate/formats.ts` asserts or deliberately lets pass, by name only: whether a schema
 * uses others is known before the validator is loaded.
 */
export const CHECKED_FORMATS: ReadonlySet<string> = new Set([
  'date',
  'time',
  'date-time',
  'iso-time',
  'iso-date-time',
  'duration',
  'uri',
  'uri-reference',
  'iri',
  'iri-reference',
  'uri-template',
  'url',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'json-pointer-uri-fragment',
  'relative-json-pointer',
  'byte',
  'int32',
  'int64',
  // True of every value of their type.
  'float',
  'double',
  'password',
  'binary',
]);
