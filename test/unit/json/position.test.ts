import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPositioner, positionAt } from '../../../src/json/position.js';

describe('positionAt', () => {
  it.each([
    ['', 0, 1, 1],
    ['ab', 1, 1, 2],
    ['ab\ncd', 3, 2, 1],
    ['a\r\nb', 2, 1, 3],
    ['a\r\nb', 3, 2, 1],
    ['a\rb', 2, 2, 1],
    ['ab', 99, 1, 3],
  ])('%j at %i is line %i, column %i', (text, offset, line, column) => {
    expect(positionAt(text, offset)).toEqual({ line, column });
  });

  it('says the same when asked often', () => {
    const text = fc.string({ unit: fc.constantFrom('\r', '\n', 'x') });
    fc.assert(
      fc.property(text, fc.nat(20), (sample, offset) => {
        expect(createPositioner(sample)(offset)).toEqual(positionAt(sample, offset));
      }),
    );
  });
});
