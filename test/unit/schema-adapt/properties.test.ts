import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { adapt } from '../../../src/schema/adapt/adapt.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import { dialectOf } from '../../../src/schema/dialect/draft.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { createValidator } from '../../../src/schema/validate/validator.js';
import { judge } from './adapted.js';
import { anyDocument, jsonValue } from './arbitrary-schema.js';
import { randomPair } from './typed-pairs.js';
import { randomFrom, sampleWire } from './wire-sample.js';

/** More of them find more; these take a moment. */
const RUNS = Number(process.env['ADAPT_RUNS'] ?? 60);

const manyValues = fc.array(jsonValue, { minLength: 15, maxLength: 25 });

/** What the author's schema accepts in adapt mode; undefined if that schema is not valid. */
function accepts(schema: JsonValue): ((value: JsonValue) => boolean) | undefined {
  if ('kind' in compileSchema(schema, { mode: 'raw' })) return undefined;
  const rules = { validateFormats: true, openApi: true };
  const validator = createValidator(schema, dialectOf(schema), rules);
  return (value) => validator.validate(value).ok;
}

describe.each([false, true])('any schema whatever, narrow: %s', (narrow) => {
  it('every valid value that the wire has a place for comes back as it was', () => {
    fc.assert(
      fc.property(anyDocument, manyValues, (schema, values) => {
        const isValid = accepts(schema);
        if (isValid === undefined) return;
        const valid = values.filter(isValid);
        const result = adapt(schema, { narrow });
        if (!result.ok) {
          expect(valid).toEqual([]);
          return;
        }
        expect(lint(result.wire)).toMatchObject({ errors: [], warnings: [] });
        for (const value of valid) {
          const encoded = result.encode(value);
          // Not narrowed, there is a place for everything.
          if (!encoded.ok && !narrow) throw new Error(`${encoded.reason} at "${encoded.pointer}"`);
          if (!encoded.ok) continue;
          expect(judge(result.wire).validate(encoded.value)).toMatchObject({ ok: true });
          const decoded = result.decode(encoded.value);
          expect(decoded.ok && isDeepStrictEqual(decoded.value, value)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('whatever the wire schema allows is decoded, or refused for a reason that no schema can say', () => {
    const unsayable = /occurs twice|is a property of its own|is missing, but/;
    fc.assert(
      fc.property(anyDocument, fc.nat(), (schema, seed) => {
        const isValid = accepts(schema);
        const result = isValid === undefined ? undefined : adapt(schema, { narrow });
        if (result === undefined || !result.ok) return;
        const random = randomFrom(seed);
        for (let count = 0; count < 10; count++) {
          const wire = sampleWire(result.wire, random);
          const decoded = result.decode(wire);
          if (!decoded.ok) {
            if (!unsayable.test(decoded.reason)) expect(judge(result.wire).validate(wire).ok).toBe(false);
            continue;
          }
          const encoded = result.encode(decoded.value);
          if (!encoded.ok) continue;
          const again = result.decode(encoded.value);
          expect(again.ok && isDeepStrictEqual(again.value, decoded.value)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('schemas as people write them', () => {
  it('narrowed or not, each of their values comes back as it was', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = randomFrom(seed);
        const { schema, sample } = randomPair(random);
        const isValid = accepts(schema);
        if (isValid === undefined) throw new Error('not a valid schema');
        const codecs = [true, false].map((narrow) => adapt(schema, { narrow }));
        for (let count = 0; count < 8; count++) {
          const value = sampled(() => sample(random, 0));
          // A definition that needs itself has no end.
          if (value === undefined || !isValid(value)) continue;
          for (const codec of codecs) {
            if (!codec.ok) throw new Error(JSON.stringify(codec.issues));
            const encoded = codec.encode(value);
            if (!encoded.ok) throw new Error(`${encoded.reason} at "${encoded.pointer}"`);
            expect(judge(codec.wire).validate(encoded.value)).toMatchObject({ ok: true });
            const decoded = codec.decode(encoded.value);
            expect(decoded.ok && isDeepStrictEqual(decoded.value, value)).toBe(true);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});

function sampled(make: () => JsonValue): JsonValue | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
