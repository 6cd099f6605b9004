import { resolveRef } from '../../dialect/references.js';
import { nothing, rule } from '../rule.js';

export const refTarget = rule({
  code: 'ref_target',
  severity: 'warning',
  disputed: true,
  sources: ['N', 'J', 'E11'],
  on: { keywords: ['$ref'] },
  check({ document, site, value, parent }) {
    if (parent === undefined || typeof value !== 'string' || isAtTop(value)) return nothing;
    // What leads nowhere is another rule's finding.
    if (resolveRef(document, site, value).kind !== 'found') return nothing;
    return [{ args: { ref: value } }];
  },
});

/** As providers read it: from the top, whatever `$id` is around it. */
function isAtTop(ref: string): boolean {
  return ref === '#' || /^#\/(?:\$defs|definitions)\/[^/]+$/.test(ref);
}
