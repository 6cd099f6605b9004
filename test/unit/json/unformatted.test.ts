import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeTokens } from '../../../src/json/unformatted.js';

describe('unformatted JSON', () => {
  it('is what JSON.stringify writes, however it was laid out', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 4, '\t'), (json, spaces) => {
        const value: unknown = JSON.parse(json);
        const laidOut = JSON.stringify(value, null, spaces);
        expect(normalizeTokens(`\r\n${laidOut} \n`)).toBe(JSON.stringify(value));
        expect(normalizeTokens(normalizeTokens(laidOut))).toBe(normalizeTokens(laidOut));
      }),
    );
  });

  it.each([
    ['{"b":1,"a":2,"10":3,"2":4}', '{"b":1,"a":2,"10":3,"2":4}'],
    ['[1.0, 1e2, 1E+2, -0, 0.10, 1e400]', '[1,100,100,0,0.1,1e400]'],
    ['[9007199254740993, 9007199254740991, 1e21]', '[9007199254740993,9007199254740991,1e21]'],
    [
      String.raw`["\u00e9", "\/", "\"", "\\", "\t", "a b", "{ }"]`,
      String.raw`["é","/","\"","\\","\t","a b","{ }"]`,
    ],
    [' true ', 'true'],
    ['null', 'null'],
  ])('%s', (text, expected) => {
    expect(normalizeTokens(text)).toBe(expected);
  });
});
