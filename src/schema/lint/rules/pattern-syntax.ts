import { rareSyntax } from '../../dialect/pattern-syntax.js';
import { nothing, rule } from '../rule.js';

/**
 * A plain pattern is no finding: it is known to be taken. Which dialect the provider reads is not known, so
 * whatever is not in every dialect is one.
 */
export const patternSyntax = rule({
  code: 'pattern_syntax',
  severity: 'warning',
  sources: ['R'],
  on: { keywords: ['pattern'] },
  check({ value }) {
    const syntax = typeof value === 'string' ? rareSyntax(value) : undefined;
    return syntax === undefined ? nothing : [{ args: { syntax } }];
  },
});
