import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointerTo, pointerTokens } from '../../../src/json/pointer.js';
import { createPointerIndex } from '../../../src/json/pointer-offsets.js';
import { positionAt } from '../../../src/json/position.js';

const text = '\n{ "a": [10, {"b/c": 1, "~": {}}],\r\n  "": null, "ü\\u0041": 2 }';

describe('createLocator', () => {
  it.each([
    ['', 2, 1],
    ['/a', 2, 3],
    ['/a/0', 2, 9],
    ['/a/1', 2, 13],
    ['/a/1/b~1c', 2, 14],
    ['/a/1/~0', 2, 24],
    ['/', 3, 3],
    ['/üA', 3, 13],
  ])('finds %j at %i:%i', (pointer, line, column) => {
    const offset = createPointerIndex(text).offsetOf(pointer);
    expect(offset).toBeDefined();
    expect(positionAt(text, offset ?? -1)).toEqual({ line, column });
  });

  it.each(['/b', '/a/2', '/a/00', '/a/1/b', '/a/0/x'])('finds nothing at %j', (pointer) => {
    expect(createPointerIndex(text).offsetOf(pointer)).toBeUndefined();
  });

  it('finds __proto__', () => {
    expect(createPointerIndex('{"__proto__":{"x":1}}').offsetOf('/__proto__/x')).toBe(14);
  });
});

describe('positionAt', () => {
  it('takes a lone carriage return for the end of a line', () => {
    expect(positionAt('a\rb\r\nc', 5)).toEqual({ line: 3, column: 1 });
  });
  it('counts UTF-16 code units', () => {
    expect(positionAt('😀x', 2)).toEqual({ line: 1, column: 3 });
  });
});

describe('pointers', () => {
  it('come back as they were made', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(pointerTokens(tokens.reduce(pointerTo, ''))).toEqual(tokens);
      }),
    );
  });
});
