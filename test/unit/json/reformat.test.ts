import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indent, minify } from '../../../src/json/reformat.js';

const verbatim =
  ' { "big" : 9007199254740995 ,\r\n"float":1.0,"exp":1E+2,"esc":"\\u0041 \\/ :,{}" , "e":[ ],"o":{\n}, "n":[ 1 ,[ ] ] } ';

describe('minify', () => {
  it('takes white space out and leaves every token as it was', () => {
    expect(minify(verbatim)).toBe(
      '{"big":9007199254740995,"float":1.0,"exp":1E+2,"esc":"\\u0041 \\/ :,{}","e":[],"o":{},"n":[1,[]]}',
    );
  });

  it('gives what JSON.stringify gives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(minify(JSON.stringify(value, null, 3))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('indent', () => {
  it('leaves every token as it was', () => {
    expect(indent(verbatim, 2)).toBe(
      [
        '{',
        '  "big": 9007199254740995,',
        '  "float": 1.0,',
        '  "exp": 1E+2,',
        '  "esc": "\\u0041 \\/ :,{}",',
        '  "e": [],',
        '  "o": {},',
        '  "n": [',
        '    1,',
        '    []',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('gives what JSON.stringify gives, for scalars too', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 8 }), (value, spaces) => {
        expect(indent(JSON.stringify(value), spaces)).toBe(JSON.stringify(value, null, spaces));
      }),
    );
  });

  it('is undone by minify', () => {
    expect(minify(indent(verbatim, 4))).toBe(minify(verbatim));
  });
});
