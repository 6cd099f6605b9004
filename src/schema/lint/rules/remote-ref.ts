import { REFERENCE_KEYWORDS } from '../../dialect/keywords.js';
import { refsOf } from '../../dialect/references.js';
import { rule } from '../rule.js';

export const remoteRef = rule({
  code: 'remote_ref',
  severity: 'error',
  sources: ['D', 'N'],
  on: { keywords: [...REFERENCE_KEYWORDS] },
  check: ({ document, site, keyword }) =>
    refsOf(document, site).flatMap((reference) =>
      reference.keyword === keyword && reference.target.kind === 'remote'
        ? [{ args: { ref: reference.target.ref } }]
        : [],
    ),
});
