import { missingResource } from '../codex/resources.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import { lateModule } from '../transports/process/late-module.js';
import { withLoweredMaxima } from './lower-maxima.js';
import { minimumSize } from './minimum-size.js';
import { runWithTimeout, TimeLimitError } from './run-with-timeout.js';

/** How large the smallest value of a schema may be, in values and characters, for a sample of it to be made. */
export const MAX_SAMPLE_SIZE = 100_000;

/** For all tries together, and for one. Nearly every schema takes milliseconds. */
const MOST_MS = 15_000;
const MOST_MS_OF_A_TRY = 3000;

/** No value could be made up for a schema. `what` is the sentence without the advice. */
export class NoSampleError extends Error {
  override readonly name = 'NoSampleError';

  constructor(
    readonly what: string,
    readonly advice = 'Give an answer of your own (--rehearse-answer FILE, `rehearse.answer` in the library).',
  ) {
    super(`${what} ${advice}`);
  }
}

/** The samples of a schema would be too large, or take too long: no other try changes that. */
export class SampleTooLargeError extends NoSampleError {}

export interface SampleOptions {
  /** The same seed gives the same value. */
  readonly seed: number;
  /** Judges a made-up value; the generator itself ignores some keywords. */
  readonly validate: (value: JsonValue) => boolean;
}

/** Tries of one seed are never those of another nearby. */
const SEED_STRIDE = 1_000_003;

/**
 * How the generator is set, from what gives the nicest samples to what reaches the deepest schemas.
 *
 * Beyond `maxDepth` it puts in whatever comes to hand, and items multiply with the depth: deep needs few.
 */
const STAGES = [
  { tries: 10, settings: { useExamplesValue: true, maxDepth: 4, maxDefaultItems: 2 } },
  { tries: 20, settings: { maxDepth: 10, maxDefaultItems: 2 } },
  { tries: 20, settings: { maxDepth: 24, maxDefaultItems: 1, optionalsProbability: 0 } },
] as const;

/**
 * A small made-up value of a schema: seeded, and valid. `examples` in the schema are used where they do.
 *
 * @throws {SampleTooLargeError} if the smallest value is larger than {@link MAX_SAMPLE_SIZE}, or takes too long
 * @throws {NoSampleError} where none of a number of tries is valid.
 */
export async function sampleValue(schema: JsonValue, { seed, validate }: SampleOptions): Promise<JsonValue> {
  if (minimumSize(schema) > MAX_SAMPLE_SIZE) {
    throw new SampleTooLargeError(
      `A sample of the schema would have more than ${MAX_SAMPLE_SIZE} values and characters, because of a minItems, minLength or minProperties in it.`,
    );
  }
  const { generateSync } = await lateModule({
    what: 'The maker of sample values',
    specifier: './faker.js',
    from: import.meta.url,
    load: () => import('./faker.js'),
  });
  let lastError: unknown = null;
  const end = performance.now() + MOST_MS;
  const modest = withLoweredMaxima(schema);
  for (const { tries, settings } of STAGES) {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      try {
        // A copy: the generator is not trusted to leave its input alone.
        const input = structuredClone(modest) as Parameters<typeof generateSync>[0];
        const found = runWithTimeout(
          () => {
            const value = toJson(generateSync(input, { ...settings, seed: seed + attempt * SEED_STRIDE }));
            return value === undefined ? undefined : [rounded(value), value].find(validate);
          },
          Math.min(MOST_MS_OF_A_TRY, Math.max(1, Math.ceil(end - performance.now()))),
        );
        if (found !== undefined) return found;
      } catch (error) {
        // What the system lacks, it lacks for each try.
        if (missingResource(error) !== null) throw error;
        // Another try may take a shorter branch.
        if (error instanceof TimeLimitError && performance.now() >= end) {
          throw new SampleTooLargeError(`No sample of the schema was found within ${MOST_MS / 1000} s.`);
        }
        // It could not walk the schema; another seed may take another branch.
        lastError = error;
      }
    }
  }
  throw new NoSampleError(
    `No sample value of the schema was found${lastError instanceof Error ? ` (${lastError.message})` : ''}.`,
  );
}

/** Through text, so that what JSON cannot hold (NaN, undefined) is gone or shows. */
function toJson(value: unknown): JsonValue | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
}

/** Numbers cut to two decimals, for people. */
function rounded(value: JsonValue): JsonValue {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 100) / 100;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  const entries = Object.entries(value as JsonObject).map(([key, child]) => [key, rounded(child)]);
  return Object.fromEntries(entries) as JsonObject;
}
