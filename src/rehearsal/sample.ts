import type { JsonObject, JsonValue } from '../json/value.js';
import { lateModule } from '../platform/process/late-module.js';
import { missingResource } from '../platform/process/resources.js';
import { withLoweredMaxima } from './lower-maxima.js';
import { minimumSize } from './minimum-size.js';
import { runWithTimeout, TimeLimitError } from './run-with-timeout.js';

/** The maximum size of a schema's smallest value, in values and characters; larger ones are not sampled. */
export const MAX_SAMPLE_SIZE = 100_000;

/** The time limits of all attempts together and of one. Nearly every schema takes milliseconds. */
const MAX_MS = 15_000;
const MAX_ATTEMPT_MS = 3000;

/** No sample of a schema was found. `what` is the message without the advice. */
export class NoSampleError extends Error {
  override readonly name = 'NoSampleError';

  constructor(
    readonly what: string,
    readonly advice = "Provide an answer with 'rehearse.answer'.",
  ) {
    super(`${what} ${advice}`);
  }
}

/** A sample would be too large or take too long, so that no other attempt would help. */
export class SampleTooLargeError extends NoSampleError {}

export interface SampleOptions {
  /** The same seed gives the same value. */
  readonly seed: number;
  /** Checks a generated value; the generator itself ignores some keywords. */
  readonly validate: (value: JsonValue) => boolean;
}

/** Keeps the attempts of nearby seeds apart. */
const SEED_STRIDE = 1_000_003;

/**
 * The generator's settings, from those with the best samples to those for the deepest schemas. Below `maxDepth` it
 * inserts arbitrary values, and the number of items multiplies with depth.
 */
const STAGES = [
  { attempts: 10, settings: { useExamplesValue: true, maxDepth: 4, maxDefaultItems: 2 } },
  { attempts: 20, settings: { maxDepth: 10, maxDefaultItems: 2 } },
  { attempts: 20, settings: { maxDepth: 24, maxDefaultItems: 1, optionalsProbability: 0 } },
] as const;

/**
 * Generates a small, valid value of a schema, using its `examples` if they are valid.
 *
 * @throws {SampleTooLargeError} if the smallest value is larger than {@link MAX_SAMPLE_SIZE}, or takes too long
 * @throws {NoSampleError} if none of 50 attempts is valid
 */
export async function sampleValue(schema: JsonValue, { seed, validate }: SampleOptions): Promise<JsonValue> {
  if (minimumSize(schema) > MAX_SAMPLE_SIZE) {
    throw new SampleTooLargeError(
      `A sample of the schema would have more than ${MAX_SAMPLE_SIZE} values and characters, because of its minItems, minLength or minProperties.`,
    );
  }
  const { generateSync } = await lateModule({
    what: 'The generator of sample values',
    entry: 'faker',
    load: () => import('./faker.js'),
  });
  let lastError: unknown = null;
  const end = performance.now() + MAX_MS;
  const modest = withLoweredMaxima(schema);
  for (const { attempts, settings } of STAGES) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      try {
        // A copy, in case the generator modifies its input.
        const input = structuredClone(modest) as Parameters<typeof generateSync>[0];
        const found = runWithTimeout(
          () => {
            const value = toJson(generateSync(input, { ...settings, seed: seed + attempt * SEED_STRIDE }));
            return value === undefined ? undefined : [rounded(value), value].find(validate);
          },
          Math.min(MAX_ATTEMPT_MS, Math.max(1, Math.ceil(end - performance.now()))),
        );
        if (found !== undefined) return found;
      } catch (error) {
        // A missing resource would fail every attempt.
        if (missingResource(error) !== null) throw error;
        // Another attempt may take a shorter branch.
        if (error instanceof TimeLimitError && performance.now() >= end) {
          throw new SampleTooLargeError(`No sample of the schema was found within ${MAX_MS / 1000} s.`);
        }
        // The generator failed on this branch of the schema; another seed may take another one.
        lastError = error;
      }
    }
  }
  throw new NoSampleError(
    `No sample value of the schema was found${lastError instanceof Error ? ` (${lastError.message})` : ''}.`,
  );
}

/** Converts through text, which removes what JSON cannot represent (NaN, undefined). */
function toJson(value: unknown): JsonValue | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
}

/** Rounds numbers to two decimals, for readability. */
function rounded(value: JsonValue): JsonValue {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 100) / 100;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  const entries = Object.entries(value as JsonObject).map(([key, child]) => [key, rounded(child)]);
  return Object.fromEntries(entries) as JsonObject;
}
