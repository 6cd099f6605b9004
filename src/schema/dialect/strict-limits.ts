/** The formats that strict mode supports. Source: OpenAI's guide to structured outputs (docs/schemas.md). */
export const STRICT_FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** The sizes beyond which strict mode rejects a schema, counted in the schema as it is sent. */
export interface StrictLimits {
  /** Properties of all objects together. */
  readonly properties: number;
  /** Objects inside each other; the root is 1. */
  readonly depth: number;
  /** Values of all `enum`s together. */
  readonly enumValues: number;
  /** One `enum` of strings with more values than this … */
  readonly longEnum: number;
  /** … may have this many characters in its values. */
  readonly longEnumCharacters: number;
  /** Names of properties and definitions, and values of `enum` and `const`, in characters. */
  readonly nameCharacters: number;
}

/**
 * Source: OpenAI's guide to structured outputs, as quoted by others; older figures (100 properties, 5
 * levels, 500 values, 15,000 characters) are still quoted, too.
 */
export const STRICT_LIMITS: StrictLimits = {
  properties: 5_000,
  depth: 10,
  enumValues: 1_000,
  longEnum: 250,
  longEnumCharacters: 15_000,
  nameCharacters: 120_000,
};
