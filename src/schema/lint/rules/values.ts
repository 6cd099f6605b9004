import { integerIn } from '../../../json/exact.js';
import { quoteKey } from '../../../json/explain.js';
import { pointerTokens } from '../../../json/pointer.js';
import type { JsonValue } from '../../../json/value.js';
import { keywordsOfRule, schemaKeywords } from '../../dialect/keywords.js';
import { BACKTRACKING_SYNTAX, rareSyntax } from '../../dialect/pattern-syntax.js';
import { STRICT_FORMATS } from '../../dialect/strict-limits.js';
import { findUnsafeIntegers } from '../../unsafe-integers.js';
import { CHECK_AFTERWARDS, found, nothing, type Place, type Rule } from '../rule.js';
import { REPORTS } from '../sources.js';

export const VALUE_RULES: readonly Rule[] = [
  {
    code: 'format',
    severity: 'error',
    sources: ['D', 'E8'],
    about: 'A `format` outside the short list',
    fix: `Use one of ${[...STRICT_FORMATS].join(', ')}, or remove it.`,
    on: { keywords: ['format'] },
    check: ({ value }) =>
      typeof value !== 'string' || STRICT_FORMATS.has(value)
        ? nothing
        : found(`The format ${quoteKey(value)} is not supported.`),
  },
  {
    code: 'pattern_lookaround',
    severity: 'error',
    sources: ['E25', 'E26'],
    about: '`pattern` with look-around or back-references',
    fix: `Use a plain regular expression, or let adapt mode check it on the answer; requests with such a pattern fail (${REPORTS.E25}).`,
    on: { keywords: ['pattern'] },
    check({ value }) {
      const syntax = syntaxOf(value).filter((name) => BACKTRACKING_SYNTAX.has(name));
      return syntax.length === 0 ? nothing : found(`This pattern uses ${syntax.join(' and ')}.`);
    },
  },
  {
    // Plain patterns are known to be supported. The provider's dialect is unknown: only what is in every one is plain.
    code: 'pattern_syntax',
    severity: 'warning',
    sources: ['R'],
    about: '`pattern` with other rare syntax: named groups, flags, word boundaries, Unicode classes',
    fix: 'Use a plain regular expression, or remove it.',
    on: { keywords: ['pattern'] },
    check({ value }) {
      const syntax = syntaxOf(value).filter((name) => !BACKTRACKING_SYNTAX.has(name));
      return syntax.length === 0
        ? nothing
        : found(`This pattern uses ${syntax.join(' and ')}; support for it is unverified.`);
    },
  },
  {
    code: 'max_length',
    severity: 'warning',
    disputed: true,
    sources: ['D', 'C', 'E17'],
    about: '`maxLength`',
    fix: CHECK_AFTERWARDS,
    on: { keywords: keywordsOfRule('max_length') },
    check: () => found('Sources disagree on whether "maxLength" is supported.'),
  },
  {
    code: 'unsafe_integer',
    severity: 'error',
    sources: ['R'],
    about: 'An integer beyond 2^53-1',
    fix: 'Use a smaller number, or remove it.',
    on: { keywords: 'any' },
    check(place) {
      const { document, keyword = '', value } = place;
      // Schemas are places of their own.
      if (typeof value === 'string' || schemaKeywords(document.dialect).has(keyword)) return nothing;
      return findUnsafeIntegers(value, perKeyword).map((pointer) => {
        const below = pointerTokens(pointer);
        return {
          below,
          message: `The integer ${valueAt(place, below)} is beyond 2^53-1, and readers that use doubles round it.`,
        };
      });
    },
  },
];

function syntaxOf(pattern: JsonValue): string[] {
  return typeof pattern === 'string' ? [...rareSyntax(pattern)] : [];
}

/** A generated `enum` may have thousands of alike findings. */
const perKeyword = 20;

function valueAt({ schema, keyword = '' }: Place, below: readonly string[]): unknown {
  let value: unknown = schema;
  for (const token of [keyword, ...below]) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = integerIn(value, token) ?? Reflect.get(value, token);
  }
  return value;
}
