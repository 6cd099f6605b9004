import { quoteKey } from '../../../json/explain.js';
import { isKnownKeyword, keywordsOfRule } from '../../dialect/keywords.js';
import { found, nothing, type Rule } from '../rule.js';

const leaveOut = 'Remove it from the schema that is sent.';

export const ANNOTATION_RULES: readonly Rule[] = [
  {
    code: 'default',
    severity: 'warning',
    disputed: true,
    sources: ['L', 'N', 'E18'],
    about: '`default`',
    fix: leaveOut,
    on: { keywords: keywordsOfRule('default') },
    notBesideRef: true,
    check: () => found('Sources disagree on whether "default" is supported; it never fills in a value.'),
  },
  {
    code: 'title',
    severity: 'warning',
    disputed: true,
    sources: ['L', 'J'],
    about: '`title`',
    fix: leaveOut,
    on: { keywords: keywordsOfRule('title') },
    notBesideRef: true,
    check: () => found('Sources disagree on whether "title" is supported.'),
  },
  {
    code: 'annotation',
    severity: 'warning',
    sources: ['R'],
    about: '`examples`, `$comment`, `deprecated`, `readOnly` and other notes',
    fix: leaveOut,
    on: { keywords: keywordsOfRule('annotation') },
    notBesideRef: true,
    // `$schema` is known to be supported at the root.
    check: ({ keyword, parent }) =>
      keyword === '$schema' && parent === undefined
        ? nothing
        : found(`Support for "${keyword}" is unverified.`),
  },
  {
    code: 'content',
    severity: 'warning',
    sources: ['N'],
    about: '`contentEncoding`, `contentMediaType`, `contentSchema`',
    fix: leaveOut,
    on: { keywords: keywordsOfRule('content') },
    notBesideRef: true,
    check: ({ keyword }) => found(`Support for "${keyword}" is unverified.`),
  },
  {
    code: 'unknown_keyword',
    severity: 'warning',
    sources: ['R'],
    about: 'An unknown keyword',
    fix: 'Correct its spelling, or remove it.',
    on: { keywords: 'any' },
    notBesideRef: true,
    check: ({ keyword = '' }) =>
      isKnownKeyword(keyword) ? nothing : found(`${quoteKey(keyword)} is not a keyword of JSON Schema.`),
  },
];
