import { REFERENCE_KEYWORDS } from '../../dialect/keywords.js';
import { refsOf } from '../../dialect/references.js';
import { rule } from '../rule.js';

export const danglingRef = rule({
  code: 'dangling_ref',
  severity: 'error',
  sources: ['J'],
  on: { keywords: [...REFERENCE_KEYWORDS] },
  check: ({ document, site, keyword }) =>
    refsOf(document, site).flatMap((reference) =>
      reference.keyword === keyword && reference.target.kind === 'dangling'
        ? [{ args: { ref: reference.target.ref } }]
        : [],
    ),
});
