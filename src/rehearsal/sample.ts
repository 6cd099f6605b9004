import type { JsonValue } from '../json/value.js';

/** No value could be made up for a schema. */
export class NoSampleError extends Error {
  override readonly name = 'NoSampleError';
}

export interface SampleOptions {
  /** The same seed gives the same value. */
  readonly seed: number;
  /** Judges a made-up value; the generator itself ignores some keywords. */
  readonly validate: (value: JsonValue) => boolean;
}

/** Seeds that are tried, from the given one on, before a schema counts as one without a sample. */
const TRIES = 50;

/**
 * A small made-up value of a schema: seeded, and valid.
 *
 * @throws {NoSampleError} where none of a number of tries is valid.
 */
export async function sampleValue(schema: JsonValue, { seed, validate }: SampleOptions): Promise<JsonValue> {
  // A heavy module that only rehearsals need.
  const { generateSync } = await import('json-schema-faker');
  let lastError: unknown = null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const value = toJson(generateSync(copyOf(schema), { seed: seed + attempt, ...SMALL }));
      if (value !== undefined && validate(value)) return value;
    } catch (error) {
      // A schema that the generator cannot walk; another seed may take another branch.
      lastError = error;
    }
  }
  const why = lastError instanceof Error ? ` (${lastError.message})` : '';
  throw new NoSampleError(
    `No sample value valid against the schema was found in ${TRIES} tries${why}; give one with --rehearse-answer.`,
  );
}

/** Few optional things, short arrays, shallow recursion: an example that a person can read. */
const SMALL = { optionalsProbability: 0.5, maxDefaultItems: 2, maxDepth: 4, refDepthMax: 2 } as const;

/** The generator is not trusted to leave its input alone. */
function copyOf(schema: JsonValue) {
  return structuredClone(schema) as Parameters<typeof import('json-schema-faker').generateSync>[0];
}

/** Through text, so that what JSON cannot hold (NaN, undefined) is gone or shows. */
function toJson(value: unknown): JsonValue | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
}
