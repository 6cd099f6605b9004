import { refsOf } from '../../dialect/references.js';
import { rule } from '../rule.js';

export const remoteRef = rule({
  code: 'remote_ref',
  severity: 'error',
  sources: ['D', 'N'],
  on: { keywords: ['$ref', '$dynamicRef', '$recursiveRef'] },
  check: ({ document, site, keyword }) =>
    refsOf(document, site).flatMap((reference) =>
      reference.keyword === keyword && reference.target.kind === 'remote'
        ? [{ args: { ref: reference.target.ref } }]
        : [],
    ),
});
