import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMultipleOf } from '../../../src/schema/validate/multiple-of.js';

describe('isMultipleOf', () => {
  it.each([
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [1.1, 0.1, true],
    [1e308, 0.5, true],
    [1e308, 3, false],
    [1e-7, 1e-8, true],
    [1.5e-7, 1e-7, false],
    [5e-324, 5e-324, true],
    [1e308, 5e-324, true],
    [0, 7, true],
    [-0, 0.1, true],
    [-4.5, 1.5, true],
    [12, 5, false],
    [9007199254740992, 3, false],
  ])('%d of %d is %j', (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
  });

  it('holds for products of integers by a decimal', () => {
    const decimals = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), decimals, (factor, [digits, places]) => {
        const decimal = (scaled: number): number => Number(`${scaled}e-${places}`);
        expect(isMultipleOf(decimal(factor * digits), decimal(digits))).toBe(true);
        if (digits > 1) expect(isMultipleOf(decimal(factor * digits + 1), decimal(digits))).toBe(false);
      }),
    );
  });
});
